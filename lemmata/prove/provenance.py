"""Where the numbers of an exact decision come from: the vocabulary, whole numbers, fractions and literals.

``math.tanh(20)`` is the float 1.0, ``NormalDist().cdf(9)`` is, and so is ``1 + 2.0**-80``, which Python
computes before anything runs: each would pass for the number one, and another statement would be decided. No
list of such functions has an end. So the code of a claim that ran (:mod:`lemmata.prove.watching`) is held
against what it *may* use:

- the engine's vocabulary and other code of claims, which is looked at in its turn;
- what Python has to build and to pick things from (:data:`_PLAIN`), of ``math`` and of NumPy what is whole of
  whole numbers, of torch what moves numbers or has made whole numbers of whole ones;
- floats that stand in its source as they are meant.

Whatever else it refers to, or calls, may have brought a number in, or have decided which way it went.
"""

from __future__ import annotations

import ast
import builtins
import dis
import functools
import importlib
import inspect
import itertools
import linecache
import math
import operator
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
import torch

from lemmata.claims.claim import Variant
from lemmata.numbers.guards import refusing_lines
from lemmata.numbers.literals import is_meant, is_short
from lemmata.prove.watching import Ran, full_name, is_elsewhere


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_PLAIN = _names(
    """abc collections contextlib copy dataclasses enum fractions functools itertools numbers operator re string
    types typing __future__ warnings"""
)
"""Modules of Python that compute no number, or exactly."""
_NOT_PLAIN = _names(
    """__import__ bytearray bytes compile complex eval exec float globals input locals memoryview open round"""
)
"""Of Python's own functions those that make floats, numbers from bytes, or anything at all."""
_OF_MATH = _names("ceil comb factorial floor gcd inf isfinite isinf isnan isqrt lcm nan perm prod")
"""Of whole numbers, these are whole; what a product of floats is comes in as a float."""
_OF_NUMPY = _names(
    """abs add all amax amin any arange array as_tensor asarray ascontiguousarray bool bool_ broadcast_shapes
    broadcast_to concatenate copy count_nonzero diag diagonal dtype empty equal eye fill_diagonal finfo flatten
    flip float64 floating full int64 integer is_integer isfinite item max maximum min minimum moveaxis multiply
    ndarray ndenumerate ndim ndindex newaxis nonzero object_ ones ones_like ravel reduce reduceat repeat
    reshape shape size squeeze stack subtract sum swapaxes T take tile tobytes tolist transpose tri tril triu
    where zeros zeros_like"""
)
"""What makes, moves and selects numbers, and what is whole of whole numbers; floats come in one by one."""
_OF_TORCH = _names(
    """amax amin arange as_tensor broadcast_tensors broadcast_to cat clone contiguous cpu detach diag diag_embed
    diagonal double empty expand eye flatten flip full full_like gather get getitem grad index_select is_tensor
    item masked_fill max maximum min minimum movedim mT new_ones new_zeros numpy ones ones_like permute repeat
    repeat_interleave reshape roll set setitem squeeze stack T tensor tile to tolist transpose tril triu unbind
    unflatten unsqueeze view where zeros zeros_like"""
)
"""What makes numbers that are stated, and moves and selects others."""
_ALGEBRA = _names("abs add ceil div floor matmul mul neg pow prod remainder rsub sqrt square sub sum truediv")
"""What is exact where short numbers make short ones."""
_NOTHING = object()
_GLOBALS = frozenset({"LOAD_GLOBAL", "LOAD_NAME"})
_LOCALS = frozenset({"LOAD_FAST", "LOAD_DEREF", "LOAD_CLASSDEREF"})
_READS = frozenset({*_GLOBALS, *_LOCALS, "IMPORT_NAME"})
_ATTRIBUTES = frozenset({"LOAD_ATTR", "LOAD_METHOD"})
_OPERATIONS: dict[type[ast.operator], Any] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
_LARGEST = 2**10
"""Of a power that is computed here."""


def stranger(ran: Ran, variant: Variant) -> str:
    """What may have brought a number in that is not exact, and where; nothing if there is no such thing.

    Args:
        ran: what the code of a claim did.
        variant: whose numbers among the ingredients are held against the source of the claim, too.
    """
    calls = (f"{name} ({place})" for name, place in ran.calls.items() if not _may_be_called(name))
    tensors = (
        f"torch's {name} ({place})"
        for (name, short), place in ran.tensors.items()
        if name not in _OF_TORCH and not (short and name in _ALGEBRA)
    )
    references = (found for code, seen in ran.codes.items() for found in _references(code, *seen))
    return next(itertools.chain(calls, tensors, references, _floats(ran, variant)), "")


def _may_be_called(name: str) -> bool:
    """Whether a function of C, by its full name, computes no number that is not exact.

    What torch computes is seen by its numbers.
    """
    root, last = _root(name), name.rpartition(".")[2]
    if root == "builtins":
        return last not in _NOT_PLAIN and not name.startswith(("builtins.float.", "builtins.complex."))
    if root == "math":
        return last in _OF_MATH
    return root == "torch" or (root == "numpy" and last in _OF_NUMPY) or root.lstrip("_") in _PLAIN


# -- what code refers to -------------------------------------------------------------------------------


def _references(code: CodeType, known: Mapping[str, Any], given: Mapping[str, Any]) -> Iterator[str]:
    """What code names that is no claim's, nor the engine's, and may not be used.

    A function with a cache may have nothing left to run: then its code is read, and that of what it calls.
    """
    left, seen = [(code, known, given)], {code}
    while left:
        of = left.pop()
        is_cached = of[0] is not code
        for value, place, is_global in _named(*of):
            if name := _may_not_be_used(value, is_cached):
                yield f"{name} ({place})"
            elif is_global and _holds_rounded(value, set()):
                yield f"a {type(value).__name__} whose numbers were rounded before anything ran ({place})"
            function = inspect.unwrap(value) if callable(value) else None
            if not isinstance(function, FunctionType) or is_elsewhere(function.__code__.co_filename):
                continue
            if (is_cached or function is not value) and function.__code__ not in seen:
                seen.add(function.__code__)
                left.append((function.__code__, function.__globals__, {}))


def _named(
    code: CodeType, known: Mapping[str, Any], given: Mapping[str, Any]
) -> Iterator[tuple[Any, str, bool]]:
    """The objects that code names, as far as they are there before it runs: where, and if modules hold them."""
    file = Path(code.co_filename).name
    asks = {"isinstance", "issubclass", "type"} & {*code.co_names}
    for operation, names, is_called, line in _loads(code):
        named: Any = _NOTHING
        if operation in _GLOBALS:
            named = known.get(names[0], getattr(builtins, names[0], _NOTHING))
            # As the kind that is asked for: :mod:`lemmata.prove.branches_on_type` looks at that.
            named = _NOTHING if named is float and asks and not is_called else named
        elif operation in _LOCALS:
            value = given.get(names[0])
            named = value if callable(value) else _NOTHING  # other things it was given are data
        elif not _is_ours(names[0]) and _root(names[0]) not in _PLAIN:
            named = importlib.import_module(names[0])
        for attribute in names[1:]:
            if isinstance(named, ModuleType):
                named = getattr(named, attribute, _NOTHING)
        if named is not _NOTHING:
            yield named, f"{file}:{line}", operation not in _LOCALS


@functools.lru_cache(2**12)
def _loads(code: CodeType) -> tuple[tuple[str, tuple[str, ...], bool, int], ...]:
    """Where code reads a name: how, the name and the attributes that follow, whether it is called, the line."""
    found: list[tuple[str, tuple[str, ...], bool, int]] = []
    line, refusing, follows = code.co_firstlineno, refusing_lines(code), False
    for step in dis.get_instructions(code):
        line = step.starts_line or line
        if follows and step.opname in _ATTRIBUTES:
            operation, names, is_called, at = found.pop()
            found.append((operation, (*names, step.argval), is_called, at))
            continue
        follows = step.opname in _READS and line not in refusing  # what is refused enters nothing
        if follows:
            found.append((step.opname, (step.argval,), bool(step.arg and step.arg & 1), line))
    return tuple(found)


def _may_not_be_used(value: Any, is_cached: bool = False) -> str:
    """The name of a function, a kind or an object that may bring a number in; nothing of all others.

    A function of C is looked at when it is called, unless there is a cache.
    """
    if value is None or isinstance(value, ModuleType):
        return ""  # what is taken from it is looked at
    if isinstance(value, BuiltinFunctionType):
        name = full_name(value)
        allowed = value.__name__ in _OF_TORCH | _ALGEBRA if _root(name) == "torch" else _may_be_called(name)
        return "" if allowed or not is_cached else name
    if isinstance(value, torch.Tensor | np.ndarray):
        return "a table of floats" if str(value.dtype).removeprefix("torch.").startswith("float") else ""
    named = value if callable(value) and hasattr(value, "__module__") else type(value)
    name = str(getattr(named, "__qualname__", None) or getattr(named, "__name__", type(named).__name__))
    module = str(getattr(named, "__module__", None) or type(named).__module__)
    if isinstance(named, type) and issubclass(named, BaseException):
        return ""
    if _is_ours(module) or (not callable(value) and _root(module) in ("builtins", "torch", "numpy")):
        return ""
    full = f"{module}.{name}"
    return "" if _root(module) in _PLAIN or _may_be_called(full) else full


def _holds_rounded(value: Any, seen: set[int]) -> bool:
    """Whether an object, weights made when a module was imported, say, holds floats of many digits."""
    if id(value) in seen or isinstance(value, type | FunctionType | ModuleType):
        return False
    seen.add(id(value))
    if isinstance(value, torch.Tensor):
        return value.is_floating_point() and not all(map(is_short, set(value.flatten().tolist())))
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    if not parts and _is_ours(type(value).__module__):
        parts = getattr(value, "__dict__", {}).values()
    return any(_holds_rounded(part, seen) for part in parts)


@functools.cache
def _is_ours(module: str) -> bool:
    """Whether a module is of the vocabulary, or of the claims and what they call, whose code is looked at."""
    if _root(module) == "lemmata":
        return True
    file = getattr(sys.modules.get(module), "__file__", None)
    # What was typed into a notebook has no file, and is no module of Python's own, either.
    return not is_elsewhere(file) if file else module == "__main__"


def _root(module: str) -> str:
    return module.partition(".")[0]


# -- floats --------------------------------------------------------------------------------------------


def _floats(ran: Ran, variant: Variant) -> Iterator[str]:
    """Floats that do not stand in the source as they are meant, each with the place where it comes in."""
    for code in ran.codes:
        if place := _computed_in(code):
            yield f"the value of constants is rounded ({place})"
    stated = {id(value) for code in ran.codes for value in _within(code.co_consts)}
    files = {code.co_filename for code in ran.codes}
    computed = [(value, place) for value, place in ran.floats if id(value) not in stated]
    known = {id(x) for value in _given(ran) for x in _within(value)} if computed else set()
    for value, place in computed:
        if not (id(value) in known and _is_written(value, files)):
            yield f"the float {value!r} was computed ({place})"
    for name, value in variant.ingredients.items():
        if (
            type(value) is float
            and math.isfinite(value)
            and not _is_written(value, {variant.claim.file, *files})
        ):
            yield f"the ingredient {name} = {value!r} was computed"


def _given(ran: Ran) -> Iterator[Any]:
    """What the code that ran could see when it was entered."""
    return (value for names in ran.codes.values() for these in names for value in these.values())


def _is_written(value: float, files: set[str]) -> bool:
    return any(abs(value) in _literals(file) for file in files)


def _within(value: Any) -> Iterator[float]:
    """The floats of a list, of lists of them, and so on; a float itself."""
    if isinstance(value, float):
        yield value
    elif isinstance(value, tuple | list | frozenset | set | dict):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _within(part)


@functools.lru_cache(2**10)
def _tree(file: str) -> ast.AST | None:
    """The source of a file; None where there is none, as of a notebook."""
    with suppress(SyntaxError):
        return ast.parse("".join(linecache.getlines(file)))
    return None


@functools.lru_cache(2**10)
def _literals(file: str) -> frozenset[float]:
    """The floats that are written in a file, as ``0.5`` and ``2.0**-10``, to be exactly what they say."""
    tree, lines = _tree(file), linecache.getlines(file)
    nodes = (n for n in ast.walk(tree) if isinstance(n, ast.Constant | ast.BinOp)) if tree else ()
    pairs = (pair for node in nodes if (pair := _value(node, lines)) is not None)
    return frozenset(abs(number) for exact, number in pairs if isinstance(number, float) and exact == number)


@functools.lru_cache(2**12)
def _computed_in(code: CodeType) -> str:
    """Where constants of code are rounded, as in ``1 + 2.0**-80``: a file and a line; nothing if none are."""
    first, last = code.co_firstlineno, max(line or 0 for *_, line in code.co_lines())
    found = (line for line in _rounded_lines(code.co_filename) if first <= line <= last)
    return next((f"{Path(code.co_filename).name}:{line}" for line in found), "")


@functools.lru_cache(2**10)
def _rounded_lines(file: str) -> tuple[int, ...]:
    """Where the value of constants is another number than its float, which has few digits."""
    lines, left, found = linecache.getlines(file), [_tree(file)], set[int]()
    while left:
        node = left.pop()
        if isinstance(node, ast.BinOp | ast.UnaryOp | ast.Constant) and (pair := _value(node, lines)):
            exact, number = pair
            if isinstance(number, float) and is_meant(number) and exact != number:
                found.add(node.lineno)
        elif node is not None:
            left += ast.iter_child_nodes(node)
    return tuple(sorted(found))


def _value(node: ast.AST, lines: list[str]) -> tuple[Fraction, int | float] | None:
    """The value of constants, exactly and as Python has it; None of anything else."""
    with suppress(ArithmeticError, ValueError, TypeError):
        match node:
            case ast.Constant(value=int() as number) if not isinstance(number, bool):
                return Fraction(number), number
            case ast.Constant(value=float() as number) if math.isfinite(number):
                text = lines[node.lineno - 1].encode()[node.col_offset : node.end_col_offset].decode()
                return Fraction(text.replace("_", "")), number
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                of = _value(inner, lines)
                return None if of is None else (-of[0], -of[1])
            case ast.BinOp(left=a, op=op, right=b) if type(op) in _OPERATIONS:
                first, second = _value(a, lines), _value(b, lines)
                if first is None or second is None or (isinstance(op, ast.Pow) and abs(second[0]) > _LARGEST):
                    return None
                operation = _OPERATIONS[type(op)]
                exact = operation(first[0], second[0])
                return Fraction(exact), operation(first[1], second[1])
    return None
