"""Objects of a check as source code: functions, their closures, settings, arrays."""

from __future__ import annotations

import ast
import builtins
import functools
import inspect
import itertools
import math
import sys
import types
import typing
from abc import ABC
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
import torch
from torch import Tensor

from lemmata.numbers import arrays
from lemmata.numbers.exact import Exact
from lemmata.numbers.running_error import Tracked
from lemmata.records.witness import Witness
from lemmata.search.encoding import decode_witness
from lemmata.statement import margins
from lemmata.statement.claims import Variant
from lemmata.statement.spaces import Prompt
from snippets.numpy_code import MARGINS, NUMPY, OWN, PROMPT, SIDES, TORCH, TORCH_OWN, UNAVAILABLE
from snippets.source import (
    Unportable,
    array,
    bound_in,
    class_of,
    definition_of,
    full_name,
    imports_for,
    lambda_of,
    needed,
    parsed,
    plain_function,
    refuse_libraries,
    shorten,
    united,
)

_MODULES = {"math": math, "functools": functools, "itertools": itertools, "numpy": np}
_IN_C = ("_operator", "_functools")
"""Modules whose functions have their home in the module without the underscore."""
_IDLE = ("detach", "double", "cpu", "contiguous", "to")
"""Methods of tensors that say where and how numbers are kept."""
_METHODS = {"amax": "max", "amin": "min", "repeat_interleave": "repeat"}
_FUNCTIONS = {"abs": "abs", "tril": "tril", "triu": "triu", "numel": "size"}
"""Methods of tensors that are functions of numpy."""
_KEPT_DECORATORS = ("property", "staticmethod", "classmethod", "cached_property", "dataclass")

LONGEST = 400
"""A longer program is no help to a reader."""


class Writer:
    """Writes objects as source, what they need before them."""

    def __init__(self) -> None:
        self.common: list[str] = []
        self.parts: list[str] = []
        self.imports: set[str] = {"import numpy as np"}
        self.names: dict[int, str] = {}
        self.written: list[Any] = []  # an id is its own only while the object lives
        self.taken: set[str] = {*dir(builtins), "np", "s", "prompt", "margin", "excess", "worst"}

    def body(self, variant: Variant, witness: Witness) -> str:
        s, prompt = decode_witness(variant, witness)
        wanted = inspect.signature(variant.check).parameters
        arguments = {"s": "s", "prompt": "prompt", "answer": "lambda value, untouched=None: value"}
        lines = [f"s = {self.value(s, 'setting')}"]
        if prompt is not None:
            quantities = (f"    {k}={self.value(v, k)}," for k, v in prompt.items())
            prompt_class = self.fixed("Prompt", PROMPT)
            lines.append("\n".join([f"prompt = {prompt_class}(", *quantities, ")"]))
        else:
            lines.append("prompt = None")
        if "tf" in wanted:
            assert variant.construction is not None
            lines.append(f"tf = {self.value(variant.construction, 'construction')}(s)")
            arguments["tf"] = "tf"
        arguments |= {name: self.value(v, name) for name, v in variant.ingredients.items()}
        for name, response in variant.claim.responses.items():
            function = variant.ingredients.get(name, response)
            parameters = list(inspect.signature(function).parameters)[1:]
            parts = "".join(f", prompt.{part}" for part in parameters)
            arguments[name] = f"{self.value(function, name)}(s{parts})"
        called = "".join(f"    {name}={arguments[name]},\n" for name in wanted)
        lines.append(f"margin = {self.value(variant.check, 'check')}(\n{called})")
        last = "\n".join(lines)
        definitions = needed([*self.common, *self.parts], last)
        if sum(part.count("\n") for part in definitions) > LONGEST:
            raise Unportable(f"it would have more than {LONGEST} lines")
        imports = imports_for(self.imports, [*definitions, last])
        head = f"from __future__ import annotations\n\n{imports}"
        return "\n\n\n".join([head, *definitions, last]) + "\n"

    # -- values ------------------------------------------------------------------------------------

    def value(self, x: Any, hint: str) -> str:
        """An expression for ``x``; ``hint`` names it where it needs a name."""
        if x is None or x is Ellipsis or isinstance(x, bool | int | str):
            return repr(x)
        if isinstance(x, float | np.floating):
            x = float(x)
            return repr(x) if math.isfinite(x) else f'float("{x}")'
        if isinstance(x, Fraction):
            return f"{x.numerator} / {x.denominator}"
        if isinstance(x, Tensor | np.ndarray):
            return array(x)
        if isinstance(x, slice):
            return f"slice({', '.join(self.value(end, hint) for end in (x.start, x.stop, x.step))})"
        if type(x) in (list, tuple, set, frozenset):
            inner = ", ".join(self.value(v, hint) for v in x)
            if isinstance(x, tuple):
                return f"({inner},)" if len(x) == 1 else f"({inner})"
            return f"[{inner}]" if isinstance(x, list) else f"{{{inner}}}"
        if isinstance(x, types.UnionType):
            return self.value(typing.get_args(x), hint)
        if isinstance(x, dict):
            return "{" + ", ".join(f"{self.value(k, hint)}: {self.value(v, hint)}" for k, v in x.items()) + "}"
        if isinstance(x, functools.partial):
            self.imports.add("import functools")
            arguments = [self.value(x.func, hint), *(self.value(v, hint) for v in x.args)]
            arguments += [f"{k}={self.value(v, k)}" for k, v in x.keywords.items()]
            return f"functools.partial({', '.join(arguments)})"
        return self.defined(x, hint)

    def defined(self, x: Any, hint: str) -> str:
        """The name of something that is defined once."""
        if id(x) in self.names:
            return self.names[id(x)]
        module = getattr(x, "__module__", None)
        name = getattr(x, "__name__", "")
        if isinstance(x, types.BuiltinFunctionType | type) and module == "builtins":
            return str(name)
        if isinstance(x, types.BuiltinFunctionType | type) and module in _IN_C:
            self.imports.add(f"import {module[1:]}")
            return f"{module[1:]}.{name}"
        if x is Tensor:
            return "np.ndarray"
        if x in (torch.float64, torch.long):
            return TORCH[str(x).removeprefix("torch.")]
        if x in (Exact, Tracked):
            return "()"  # nothing is an instance of it here
        if x is Prompt:
            return self.fixed("Prompt", PROMPT)
        for common in (types.SimpleNamespace, Fraction, replace, dataclass):
            if x is common:
                self.imports.add(f"from {x.__module__} import {name}")
                return str(name)
        if module == arrays.__name__ and name in NUMPY:
            return NUMPY[name]
        if module == arrays.__name__ and name in OWN:
            return self.fixed(name, OWN[name])
        if module == margins.__name__ and name in MARGINS:
            self.fixed("Sides", SIDES)
            return self.fixed(name, MARGINS[name])
        for known, library in _MODULES.items():
            if module == known and getattr(library, name, None) is x:
                self.imports.add(f"import {known}" if known != "numpy" else "import numpy as np")
                return f"{'np' if known == 'numpy' else known}.{name}"
        if isinstance(x, types.MethodType):
            return f"{self.value(x.__self__, hint)}.{x.__name__}"
        if isinstance(x, functools._lru_cache_wrapper):
            return self.defined(x.__wrapped__, hint)
        self.written.append(x)
        if isinstance(x, types.FunctionType):
            return self.function(x, hint)
        if isinstance(x, type) and not issubclass(x, Tensor):
            return self.kind(x)
        if is_dataclass(x):
            arguments = (f"{f.name}={self.value(getattr(x, f.name), f.name)}" for f in fields(x) if f.init)
            return f"{self.defined(type(x), type(x).__name__)}({', '.join(arguments)})"
        raise Unportable(f"it uses {full_name(x)}")

    def fixed(self, name: str, source: str) -> str:
        """A definition that is the same in every program."""
        if source not in self.common:
            self.taken.add(name)
            self.common.append(source)
        return name

    def free(self, name: str) -> str:
        candidate, k = name, 1
        while candidate in self.taken:
            k += 1
            candidate = f"{name}_{k}"
        self.taken.add(candidate)
        return candidate

    # -- definitions -------------------------------------------------------------------------------

    def function(self, f: types.FunctionType, hint: str) -> str:
        is_lambda = f.__name__ == "<lambda>"
        self.names[id(f)] = name = self.free(hint if is_lambda else f.__name__)
        refuse_libraries(f)
        node = lambda_of(f) if is_lambda else definition_of(f)
        node = self.rewritten(node, f)
        arguments = node.args
        arguments.defaults = [parsed(self.value(v, "default")) for v in f.__defaults__ or ()]
        defaults = f.__kwdefaults__ or {}
        arguments.kw_defaults = [
            parsed(self.value(defaults[a.arg], a.arg)) if a.arg in defaults else None
            for a in arguments.kwonlyargs
        ]
        if isinstance(node, ast.Lambda):
            made = ast.FunctionDef(name, arguments, [ast.Return(node.body)], [], lineno=0)
        else:
            node.name, node.decorator_list = name, []
            made = node
        self.parts.append(ast.unparse(made))
        return name

    def kind(self, kind: type) -> str:
        refuse_libraries(kind)
        self.names[id(kind)] = name = self.free(kind.__name__)
        module = sys.modules[kind.__module__]
        node = class_of(kind, getattr(module, "__file__", None) or "")
        scope = vars(module)
        for statement in list(node.body):
            if isinstance(statement, ast.FunctionDef):
                statement.decorator_list = [
                    d for d in statement.decorator_list if ast.unparse(d) != "abstractmethod"
                ]
                if statement.name not in vars(kind):
                    raise Unportable(f"it uses {full_name(kind)}")
                method = inspect.unwrap(plain_function(vars(kind)[statement.name]))
                node.body[node.body.index(statement)] = self.rewritten(statement, method)
                if any("cached_property" in ast.unparse(d) for d in statement.decorator_list):
                    self.imports.add("from functools import cached_property")
            elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
                statement.value = _Names(self, lambda n: scope[n], set(), set(scope)).visit(statement.value)
        for decorator in node.decorator_list:
            called = ast.unparse(decorator).split("(")[0].split(".")[-1]
            if called not in _KEPT_DECORATORS:
                raise Unportable(f"it uses {full_name(kind)}")
            if called == "dataclass":
                self.imports.add("from dataclasses import dataclass")
        node.bases = [parsed(self.base(base)) for base in kind.__bases__ if base not in (object, ABC)]
        node.name = name
        shorten(node)
        self.parts.append(ast.unparse(node))
        return name

    def base(self, kind: type) -> str:
        if kind is tuple:  # what a NamedTuple becomes
            self.imports.add("from typing import NamedTuple")
            return "NamedTuple"
        return self.defined(kind, kind.__name__)

    def rewritten(self, node: Any, f: types.FunctionType) -> Any:
        """The definition with its references renamed to what is defined here."""
        if not isinstance(f, types.FunctionType):
            raise Unportable(f"it uses {full_name(f)}")
        closed = dict(zip(f.__code__.co_freevars, f.__closure__ or (), strict=True))
        local = bound_in(f.__code__) - set(closed)

        def look_up(name: str) -> Any:
            return closed[name].cell_contents if name in closed else f.__globals__[name]

        known = set(closed) | set(f.__globals__)
        node = _Names(self, look_up, local, known).visit(node)
        shorten(node)
        return node


class _Names(ast.NodeTransformer):
    """Names of a definition resolved; annotations go, methods of tensors become numpy's."""

    def __init__(self, writer: Writer, look_up: Callable[[str], Any], local: set[str], known: set[str]) -> None:
        self.writer, self.look_up, self.local, self.known = writer, look_up, local, known

    def _is_known(self, name: str) -> bool:
        return name in self.known and name not in self.local

    def visit_Name(self, node: ast.Name) -> Any:
        if not isinstance(node.ctx, ast.Load) or not self._is_known(node.id):
            return node
        target = self.look_up(node.id)
        if isinstance(target, types.ModuleType):
            return self._unavailable(f"it uses the module {target.__name__}")
        return self._resolved(target, node.id)

    def _resolved(self, target: Any, hint: str) -> ast.expr:
        """What stands for an object; what cannot be written fails only where it is reached."""
        try:
            return parsed(self.writer.value(target, hint))
        except Unportable as error:
            return self._unavailable(str(error))

    def _unavailable(self, why: str) -> ast.expr:
        return parsed(f"{self.writer.fixed('unavailable', UNAVAILABLE)}({why!r})")

    def _module(self, node: ast.expr) -> types.ModuleType | None:
        """The module that an expression names, if it does."""
        target = self.look_up(node.id) if isinstance(node, ast.Name) and self._is_known(node.id) else None
        return target if isinstance(target, types.ModuleType) else None

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        whole = node.value
        if (module := self._module(whole)) is not None:
            return self._of_module(module, node.attr)
        if node.attr == "is_meta":
            return ast.Constant(False)
        node.value = self.visit(whole)
        node.attr = _METHODS.get(node.attr, node.attr)
        return node

    def _of_module(self, module: types.ModuleType, name: str) -> Any:
        known = next((k for k, m in _MODULES.items() if m is module), None)
        if known is not None:
            self.writer.imports.add("import numpy as np" if known == "numpy" else f"import {known}")
            return parsed(f"{'np' if known == 'numpy' else known}.{name}")
        if module is torch and name == "linalg":
            return parsed("np.linalg")
        if module is torch and name in TORCH:
            return parsed(TORCH[name])
        if module is torch and name in TORCH_OWN:
            return parsed(self.writer.fixed(f"torch_{name}", TORCH_OWN[name]))
        if module.__name__.split(".")[0] == "torch":
            return self._unavailable(f"it uses {module.__name__}.{name}")
        return self._resolved(getattr(module, name), name)

    def visit_Call(self, node: ast.Call) -> Any:
        if isinstance(node.func, ast.Name) and node.func.id == "isinstance":
            kinds = [k for k in united(node.args[1]) if not self._is_exact(k)]
            if not kinds:
                return ast.Constant(False)  # the arithmetic here is plain
            node.args[1] = kinds[0] if len(kinds) == 1 else ast.Tuple(kinds, ast.Load())
        if isinstance(node.func, ast.Attribute) and node.func.attr in _IDLE:
            return self.visit(node.func.value)
        function = _FUNCTIONS.get(getattr(node.func, "attr", ""))
        if function and isinstance(node.func, ast.Attribute) and self._module(node.func.value) is None:
            arguments = [self.visit(part) for part in (node.func.value, *node.args)]
            return ast.Call(parsed(f"np.{function}"), arguments, [])
        node.keywords = [k for k in node.keywords if k.arg != "device"]
        for keyword in node.keywords:
            keyword.arg = "axis" if keyword.arg == "dim" else keyword.arg
        return self.generic_visit(node)

    def _is_exact(self, kind: ast.expr) -> bool:
        """Whether it is a type of the engine's own arithmetic."""
        known = isinstance(kind, ast.Name) and self._is_known(kind.id)
        return known and self.look_up(kind.id) in (Exact, Tracked)  # type: ignore[attr-defined]

    def visit_If(self, node: ast.If) -> Any:
        if not node.orelse and all(isinstance(s, ast.Raise) for s in node.body):
            return ast.Pass()  # bad input is not what this is about
        node.test = self.visit(node.test)
        if isinstance(node.test, ast.Constant) and not node.test.value:
            return self._all(node.orelse)
        node.body = self._all(node.body)
        node.orelse = self._all(node.orelse) if node.orelse else []
        return node

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        node.test = self.visit(node.test)
        if isinstance(node.test, ast.Constant) and not node.test.value:
            return self.visit(node.orelse)
        node.body, node.orelse = self.visit(node.body), self.visit(node.orelse)
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        node.returns = None
        node.decorator_list = [
            d for d in node.decorator_list if ast.unparse(d).split(".")[-1] in _KEPT_DECORATORS
        ]
        node.args = self.visit(node.args)
        node.body = self._all(node.body)
        return node

    def _all(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        visited = [self.visit(statement) for statement in statements]
        flat = [s for result in visited for s in (result if isinstance(result, list) else [result])]
        return [s for s in flat if not isinstance(s, ast.Pass)] or [ast.Pass()]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is None:
            return ast.Pass()
        return ast.Assign([self.visit(node.target)], self.visit(node.value), lineno=0)

    def visit_Import(self, node: ast.Import) -> Any:
        return ast.Expr(self._unavailable(f"it imports {node.names[0].name}"))

    def visit_ImportFrom(self, node: ast.ImportFrom) -> Any:
        return ast.Expr(self._unavailable(f"it imports {node.module}"))
