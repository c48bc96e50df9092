"""Objects of a check as source code: functions, their closures, settings, arrays."""

from __future__ import annotations

import ast
import builtins
import functools
import inspect
import itertools
import math
import pickle
import sys
import types
import typing
from abc import ABC
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import numpy as np
import torch
from torch import Tensor

from lemmata.claims import margin
from lemmata.claims.by_name import parameters
from lemmata.claims.claim import Variant
from lemmata.claims.prompt import Prompt
from lemmata.numbers import (
    arithmetic,
    arrays,
    choices,
    composed,
    exact,
    fused,
    instance_arrays,
    linalg,
    products,
)
from lemmata.numbers.arithmetic import using
from lemmata.numbers.exact import Exact
from lemmata.numbers.running_error import Tracked
from lemmata.records.witness import Witness
from lemmata.search.encoding import decode_witness

from .numpy_code import (
    ARITHMETIC,
    CHOICES,
    COMPOSED,
    EXACT,
    EXPAND,
    FUSED,
    LINALG,
    MARGINS,
    NUMPY,
    OF_ONE,
    OWN,
    PRODUCTS,
    PROMPT,
    SIDES,
    TORCH,
    TORCH_OWN,
    UNAVAILABLE,
)
from .reached import Reached, trimmed, without_idle
from .source import (
    Unportable,
    array,
    bound_in,
    class_of,
    definition_of,
    imports_for,
    is_without_source,
    lambda_of,
    needed,
    parsed,
    plain_function,
    refuse_libraries,
    shorten,
    united,
    uses,
)

_MODULES = {"math": math, "functools": functools, "itertools": itertools, "numpy": np}
_VOCABULARY = {
    module.__name__: own
    for module, own in (
        (arrays, OWN),
        (linalg, LINALG),
        (choices, CHOICES),
        (composed, COMPOSED),
        (products, PRODUCTS),
        (arithmetic, ARITHMETIC),
        (fused, FUSED),
        (exact, EXACT),
    )
}
"""The engine's functions, by their module, as a few lines of numpy."""
_STANDARD = (types.SimpleNamespace, Fraction, Mapping, defaultdict, replace, dataclass, field)
"""Of the standard library what is imported by its name."""
_IN_C = ("_operator", "_functools")
"""Modules whose functions have their home in the module without the underscore."""
_IDLE = ("detach", "double", "cpu", "contiguous", "to")
"""Methods of tensors that say where and how numbers are kept."""
_METHODS = {"amax": "max", "amin": "min", "repeat_interleave": "repeat"}
_FUNCTIONS = {
    **{name: name for name in ("abs", "tril", "triu", "sqrt", "exp", "log", "sign", "floor", "ceil")},
    "numel": "size",
}
"""Methods of tensors that are functions of numpy."""
_PLAIN: dict[str, bool | str] = {"is_meta": False, "requires_grad": False, "device": "cpu", "type": "cpu"}
"""What every array of numpy would say of itself."""
_GUARDS = ("check_", "_check")
"""What functions are called that refuse bad input, which is not what a program is about."""
_KEPT_DECORATORS = ("property", "staticmethod", "classmethod", "cached_property", "dataclass")


@dataclass(frozen=True)
class Program:
    """Imports that may be needed, definitions, and the lines that use them."""

    imports: frozenset[str]
    definitions: Sequence[str]
    last: str

    @property
    def head(self) -> str:
        """The imports that are."""
        return "from __future__ import annotations\n\n" + imports_for(
            set(self.imports), [*self.definitions, self.last]
        )

    @property
    def text(self) -> str:
        """The program."""
        return _GAP.join([self.head, *self.definitions, self.last]) + "\n"

    def reduced(self, reached: Reached) -> Program:
        """With what runs alone; ``reached`` are the lines of :attr:`text` that do."""
        line = (self.head + _GAP).count("\n")
        kept: list[str] = []
        for part in self.definitions:
            kept.append(trimmed(part, reached.below(line)))
            line += (part + _GAP).count("\n")
        return replace(self, definitions=needed(without_idle(kept), self.last))


_GAP = "\n\n\n"


class Writer:
    """Writes objects as source, what they need before them."""

    def __init__(self, fractions: bool = False) -> None:
        self.fractions = fractions
        """Whether fractions stay such; else they are quotients of floats."""
        self.common: list[str] = []
        self.parts: list[str] = []
        self.imports: set[str] = {"import numpy as np"}
        self.names: dict[int, str] = {}
        self.written: list[Any] = []  # an id is its own only while the object lives
        self.taken: set[str] = {*dir(builtins), "np", "s", "prompt", "margin", "excess", "worst"}

    def program(self, variant: Variant, witness: Witness) -> Program:
        """The definitions that a check needs, and the lines that call it on a witness.

        A check of one instance is NumPy as it stands.
        """
        s, prompt = decode_witness(variant, witness)
        values = dict(vars(s)) | ({} if prompt is None else {k: v[0] for k, v in prompt.items()})
        functions = {name: variant.ingredients[name] for name in variant.quantities}
        construction = inspect.unwrap(variant.construction) if variant.construction else None
        wanted = inspect.signature(variant.check).parameters
        asked = {*wanted, *(n for f in (*functions.values(), construction) if f for n in parameters(f))}
        # What follows from the quantities that are drawn: its value at the instance.
        values |= {n: getattr(s, n) for n in sorted(asked - values.keys()) if hasattr(type(s), n)}
        self.taken |= values.keys()
        lines = [f"{name} = {self.value(value, name)}" for name, value in values.items() if name in asked]
        arguments = {name: name for name in values}
        arguments["answer"] = "lambda value, untouched=None: value"
        arguments |= {name: self.value(value, name) for name, value in variant.ingredients.items()}
        arguments |= {name: self._called(f, name) for name, f in functions.items()}
        if "tf" in wanted and construction is not None:
            bridge = self.fixed("over_batches", OF_ONE["over_batches"])
            arguments["tf"] = f"{bridge}({self._called(construction, 'construction')})"
        called = "".join(f"    {name}={arguments[name]},\n" for name in wanted)
        lines.append(f"margin = {self.value(variant.check, 'check')}(\n{called})")
        last = "\n".join(lines)
        return Program(frozenset(self.imports), needed([*self.common, *self.parts], last), last)

    def _called(self, function: Any, hint: str) -> str:
        """A call of a function of quantities by name."""
        return f"{self.value(function, hint)}({', '.join(f'{n}={n}' for n in parameters(function))})"

    # -- values ------------------------------------------------------------------------------------

    def value(self, x: Any, hint: str) -> str:
        """An expression for ``x``; ``hint`` names it where it needs a name."""
        if x is None or x is Ellipsis or isinstance(x, bool | int | str):
            return repr(x)
        if isinstance(x, float | np.floating):
            x = float(x)
            return repr(x) if math.isfinite(x) else f'float("{x}")'
        if isinstance(x, Fraction):
            if self.fractions:
                self.imports.add("from fractions import Fraction")
                return f"Fraction({x.numerator}, {x.denominator})"
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
        if isinstance(x, dict | MappingProxyType):
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
        if str(module).startswith("lemmata.numbers") and name in OF_ONE:
            return self.fixed(name, OF_ONE[name])
        if isinstance(x, types.BuiltinFunctionType | type) and module == "builtins":
            return str(name)
        if isinstance(x, types.BuiltinFunctionType | type) and module in _IN_C:
            self.imports.add(f"import {module[1:]}")
            return f"{module[1:]}.{name}"
        if x is Tensor:
            return "np.ndarray"
        if x in (torch.float64, torch.float32, torch.long):
            return TORCH[str(x).removeprefix("torch.")]
        if x in (Exact, Tracked):
            return "()"  # nothing is an instance of it here
        if x is Prompt:
            return self.fixed("Prompt", PROMPT)
        for common in _STANDARD:
            if x is common:
                self.imports.add(f"from {x.__module__} import {name}")
                return str(name)
        if module in (arrays.__name__, composed.__name__) and name in NUMPY:
            return NUMPY[name]
        if name in (own := _VOCABULARY.get(str(module), {})):
            self.imports |= {"import math"} if "math." in own[name] else set()
            return self.fixed(name, own[name])
        if module == margin.__name__ and name in MARGINS:
            self.fixed("Sides", SIDES)
            return self.fixed(name, MARGINS[name])
        for known, library in _MODULES.items():
            if module == known and getattr(library, name, None) is x:
                self.imports.add(f"import {known}" if known != "numpy" else "import numpy as np")
                return f"{'np' if known == 'numpy' else known}.{name}"
        if isinstance(x, types.MethodType):
            return f"{self.value(x.__self__, hint)}.{x.__name__}"
        if hasattr(x, "cache_parameters"):  # by functools.lru_cache; a hunt may stand around it
            return self.defined(x.__wrapped__, hint)
        if hasattr(x, "__wrapped__") and str(module).startswith("lemmata.numbers"):
            return self.defined(x.__wrapped__, hint)  # the vocabulary's, without its messages and axes
        if hasattr(x, "__wrapped__") and getattr(x, "__globals__", None) is vars(instance_arrays):
            given = inspect.getclosurevars(x).nonlocals.get("given", ())
            bridge = self.fixed("over_batches", OF_ONE["over_batches"])
            return f"{bridge}({self.value(x.__wrapped__, hint)}, given={tuple(given)!r})"
        self.written.append(x)
        if isinstance(x, types.FunctionType):
            return self.function(x, hint)
        if isinstance(x, type) and not issubclass(x, Tensor):
            return self.kind(x)
        if isinstance(x, Prompt):
            quantities = ", ".join(f"{k}={self.value(v, k)}" for k, v in x.items())
            return f"{self.fixed('Prompt', PROMPT)}({quantities})"
        if is_dataclass(x):
            if id(type(x)) not in self.names and is_without_source(type(x)):
                self.fields_of(x)
            arguments = (f"{f.name}={self.value(getattr(x, f.name), f.name)}" for f in fields(x) if f.init)
            return f"{self.defined(type(x), type(x).__name__)}({', '.join(arguments)})"
        raise Unportable(uses(x))

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
                    raise Unportable(uses(kind))
                method = inspect.unwrap(plain_function(vars(kind)[statement.name]))
                node.body[node.body.index(statement)] = self.rewritten(statement, method)
                if any("cached_property" in ast.unparse(d) for d in statement.decorator_list):
                    self.imports.add("from functools import cached_property")
            elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
                statement.value = _Names(self, lambda n: scope[n], set(), set(scope)).visit(statement.value)
        for decorator in node.decorator_list:
            called = ast.unparse(decorator).split("(")[0].split(".")[-1]
            if called not in _KEPT_DECORATORS:
                raise Unportable(uses(kind))
            if called == "dataclass":
                self.imports.add("from dataclasses import dataclass")
        node.bases = [parsed(self.base(base)) for base in kind.__bases__ if base not in (object, ABC)]
        node.name = name
        shorten(node)
        self.parts.append(ast.unparse(node))
        return name

    def fields_of(self, x: Any) -> None:
        """Defines the class of an instance that has fields alone."""
        self.names[id(type(x))] = name = self.free(type(x).__name__)
        self.imports.add("from dataclasses import dataclass")
        plain = {bool: "bool", int: "int", float: "float", str: "str", Tensor: "np.ndarray"}
        lines = [f"    {f.name}: {plain.get(type(getattr(x, f.name)), 'object')}" for f in fields(x)]
        self.parts.append("\n".join(["@dataclass(frozen=True)", f"class {name}:", *(lines or ["    pass"])]))

    def base(self, kind: type) -> str:
        if kind is tuple:  # what a NamedTuple becomes
            self.imports.add("from typing import NamedTuple")
            return "NamedTuple"
        return self.defined(kind, kind.__name__)

    def rewritten(self, node: Any, f: types.FunctionType) -> Any:
        """The definition with its references renamed to what is defined here."""
        if not isinstance(f, types.FunctionType):
            raise Unportable(uses(f))
        closed = dict(zip(f.__code__.co_freevars, f.__closure__ or (), strict=True))
        local = bound_in(f.__code__) - set(closed)

        def look_up(name: str) -> Any:
            return closed[name].cell_contents if name in closed else f.__globals__[name]

        known = set(closed) | set(f.__globals__)
        before = pickle.dumps(node)  # in a tenth of the time of a copy, which few need
        names = _Names(self, look_up, local, known)
        node = names.visit(node)
        if shadowed := names.resolved & (local - set(f.__code__.co_varnames[: f.__code__.co_argcount])):
            renamed = {name: self.free(name) for name in sorted(shadowed)}
            node = _Names(self, look_up, local, known, renamed).visit(pickle.loads(before))
        shorten(node)
        return node


class _Names(ast.NodeTransformer):
    """Names of a definition resolved; annotations go, methods of tensors become numpy's."""

    def __init__(
        self,
        writer: Writer,
        look_up: Callable[[str], Any],
        local: set[str],
        known: set[str],
        renamed: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.writer, self.look_up, self.local, self.known = writer, look_up, local, known
        self.renamed = renamed
        """Variables of the definition that would hide what it needs of the program."""
        self.resolved: set[str] = set()

    def _is_known(self, name: str) -> bool:
        return name in self.known and name not in self.local

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id in self.local:
            return ast.Name(self.renamed.get(node.id, node.id), node.ctx)
        if not isinstance(node.ctx, ast.Load) or not self._is_known(node.id):
            return node
        target = self.look_up(node.id)
        if isinstance(target, types.ModuleType):
            return self._unavailable(f"the check uses the module {target.__name__}")
        return self._resolved(target, node.id)

    def _resolved(self, target: Any, hint: str) -> ast.expr:
        """What stands for an object; what cannot be written fails only where it is reached."""
        try:
            written = self.writer.value(target, hint)
            self.resolved.add(written)
            return parsed(written)
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
        if node.attr in _PLAIN:
            return ast.Constant(_PLAIN[node.attr])
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
            return self._unavailable(uses(getattr(module, name)))
        return self._resolved(getattr(module, name), name)

    def visit_Call(self, node: ast.Call) -> Any:
        if isinstance(node.func, ast.Name) and node.func.id == "isinstance":
            kinds = [k for k in united(node.args[1]) if not self._is_exact(k)]
            if not kinds:
                return ast.Constant(False)  # the arithmetic here is plain
            node.args[1] = kinds[0] if len(kinds) == 1 else ast.Tuple(kinds, ast.Load())
        if isinstance(node.func, ast.Attribute) and node.func.attr in _IDLE:
            return self.visit(node.func.value)
        function = node.func
        if isinstance(function, ast.Attribute) and self._module(function.value) is None:
            known = self._method(function.attr, [function.value, *node.args])
            if known is not None:
                return known
        if getattr(function, "id", "") == "getattr" and self._module(node.args[0]) is torch:
            node.args[0] = parsed("np")
        node.keywords = [k for k in node.keywords if k.arg != "device"]
        for keyword in node.keywords:
            keyword.arg = "axis" if keyword.arg == "dim" else keyword.arg
        return self.generic_visit(node)

    def _method(self, name: str, arguments: list[ast.expr]) -> ast.expr | None:
        """A call of a method of tensors that is a function of numpy, or of a few lines of it."""
        if name == "expand":
            return ast.Call(parsed(self.writer.fixed("expand", EXPAND)), [self.visit(a) for a in arguments], [])
        if name == "repeat":
            whole, *times = [self.visit(a) for a in arguments]
            return ast.Call(parsed("np.tile"), [whole, ast.Tuple(times, ast.Load())], [])
        if name == "long":
            return ast.Call(ast.Attribute(self.visit(arguments[0]), "astype", ast.Load()), [parsed("int")], [])
        if function := _FUNCTIONS.get(name):
            return ast.Call(parsed(f"np.{function}"), [self.visit(a) for a in arguments], [])
        return None

    def visit_Expr(self, node: ast.Expr) -> Any:
        called = getattr(node.value, "func", None)
        name = str(getattr(called, "attr", getattr(called, "id", "")))
        return ast.Pass() if name.startswith(_GUARDS) else self.generic_visit(node)

    def visit_With(self, node: ast.With) -> Any:
        called = getattr(node.items[0].context_expr, "func", None)
        if isinstance(called, ast.Name) and self._is_known(called.id) and self.look_up(called.id) is using:
            return self._all(node.body)  # the arithmetic here is plain
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
        node.arg = self.renamed.get(node.arg, node.arg)
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
        return ast.Expr(self._unavailable(f"the check imports {node.names[0].name}"))

    def visit_ImportFrom(self, node: ast.ImportFrom) -> Any:
        return ast.Expr(self._unavailable(f"the check imports {node.module}"))
