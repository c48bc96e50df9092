"""A module as the statements at its top: what each binds, what it names, and whether it does anything else.

Nothing is run. What cannot be told from the syntax counts as the worse: a call of an author's function may do
anything, one of what Lemmata or Python's own mathematics offer does nothing but give a value.
"""

from __future__ import annotations

import ast
import builtins
import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum

from lemmata.claims import syntax

Target = tuple[str, str]
"""A module, and a name in it; empty: the module itself."""
Imports = dict[str, tuple[Target, ...]]
"""What imported names may mean."""

_VALUES = frozenset([
    "lemmata", "__future__", "abc", "cmath", "collections", "dataclasses", "decimal", "enum",
    "fractions", "functools", "itertools", "math", "numbers", "operator", "string", "textwrap", "types",
    "typing",
])  # fmt: skip
"""Packages whose functions change nothing (``lemmata.theorem`` and the like make declarations, which a
module then holds)."""
_ARRAYS = frozenset(["torch", "numpy", "scipy", "flint"])
"""Packages of which some functions set how the others compute."""
_CHANGES = frozenset([
    "add", "append", "appendleft", "clear", "discard", "extend", "extendleft", "insert", "move_to_end",
    "pop", "popitem", "popleft", "remove", "reverse", "setdefault", "sort", "update", "register",
    "__setitem__", "__setattr__",
])  # fmt: skip
"""Methods by which something is changed."""
_ANYTHING = frozenset(["globals", "locals", "eval", "exec", "compile", "__import__", "setattr", "delattr"])
"""Functions through which names are used that stand nowhere."""
_TRACELESS = frozenset([
    "__globals__", "__subclasses__", "__builtins__", "f_globals", "environ", "getenv", "exists",
    "is_file", "is_dir", "is_symlink", "is_mount", "stat", "lstat", "readlink", "load_file",
    "safe_open", "from_file", "from_pretrained", "pipeline", "jit", "hub", "load_library",
])  # fmt: skip
"""What is read by these leaves no trace (to open a file leaves one, see :mod:`lemmata.run.reads`)."""
_WORDS = {"Paper": frozenset(["title", "authors", "year", "key", "story"])}
"""Words for readers: no hunt sees them. ``uses=`` of a claim is another one."""


class Does(IntEnum):
    """What a statement does when its module is loaded, beside binding names."""

    NOTHING = 0
    PERHAPS = 1
    """It calls what an author has written, to bind what comes of it."""
    SOMETHING = 2


@dataclass(frozen=True)
class Statement:
    """A statement at the top of a module."""

    digest: str
    """Of its syntax, without layout and comments."""
    binds: tuple[str, ...]
    names: tuple[str, ...]
    """Names, dotted ones (``a.b``) as a whole; and texts that could be names."""
    subjects: tuple[str, ...]
    """The names on which it acts if it declares something."""
    by: tuple[str, ...]
    """What is called by its decorators, or by itself: ``a`` of ``a.method(...)(b)``."""
    does: int
    """One of :class:`Does`."""
    changes: tuple[str, ...]
    """Names of what its functions change, if they are called, that is not their own."""
    changes_given: bool
    """Whether its functions change what they are given."""
    bases: tuple[str, ...]
    """Of a class: what it is made from."""
    subclassed: bool
    """Whether it is a class that does something whenever another is made from it."""
    may_change: bool
    """Whether it binds what can be changed: no function, no class, and no constant."""
    compound: bool
    """Whether it is a loop, a condition or the like."""
    hidden: str
    """What it does that cannot be followed; empty: nothing."""


@dataclass(frozen=True)
class Module:
    """A module: its statements, where imported names are from, and what it loads."""

    statements: tuple[Statement, ...] = ()
    imports: dict[str, tuple[Target, ...]] = field(default_factory=dict)
    """Also those within functions."""
    loads: tuple[Target, ...] = ()
    """What is imported when it is loaded."""
    stars: tuple[str, ...] = ()


def read(source: bytes, package: str) -> Module:
    """The statements of a module.

    Args:
        source: its text.
        package: the one that it is in, for relative imports.

    Raises:
        SyntaxError: it is no Python.
    """
    tree = syntax.parsed(source)
    found: dict[str, set[Target]] = {}
    for node in syntax.nodes(source):
        for name, target in imported(node, package):
            found.setdefault(name, set()).add(target)
    imports = {name: tuple(sorted(targets)) for name, targets in found.items()}
    statements = tree.body
    return Module(
        tuple(_statement(s, imports) for s in statements if not isinstance(s, ast.Import | ast.ImportFrom)),
        {name: targets for name, targets in imports.items() if name != "*"},
        tuple(sorted({t for s in statements for node in _loaded(s) for _, t in imported(node, package)})),
        tuple(module for module, _ in imports.get("*", ())),
    )


def imported(node: ast.AST, package: str) -> Iterator[tuple[str, Target]]:
    """The names that an import binds, each with what it means."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            name = alias.asname or alias.name.partition(".")[0]
            yield name, (alias.name if alias.asname else name, "")
            if not alias.asname and "." in alias.name:
                yield name, (alias.name, "")  # which is loaded, too
    elif isinstance(node, ast.ImportFrom):
        above = package.split(".")[: 1 - node.level or None] if node.level else []
        module = ".".join([*above, *([node.module] if node.module else [])])
        for alias in node.names:
            yield alias.asname or alias.name, (module, "" if alias.name == "*" else alias.name)


def _loaded(statement: ast.AST) -> Iterator[ast.AST]:
    """The parts of a statement that run with it: those of functions in it do not."""
    if isinstance(statement, ast.If) and getattr(statement.test, "id", "") == "TYPE_CHECKING":
        return
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        yield node
        if node is statement or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            waiting += ast.iter_child_nodes(node)


# -- a statement ---------------------------------------------------------------------------------------


def _statement(node: ast.stmt, imports: Imports) -> Statement:
    names: set[str] = set()
    hidden: list[str] = []
    text = _text(node, names, hidden)
    changes, given = _changes(node)
    made = node if isinstance(node, ast.ClassDef) else None
    return Statement(
        digest=hashlib.sha256(text.encode()).hexdigest(),
        binds=_sorted(_bound(node)),
        names=_sorted(names),
        subjects=_sorted(_subjects(node)),
        by=_sorted(_by(node)),
        does=_does(node, imports),
        changes=_sorted(changes),
        changes_given=given,
        bases=_sorted(filter(None, map(dotted_name, made.bases if made else ()))),
        subclassed=made is not None
        and "__init_subclass__" in {getattr(part, "name", "") for part in made.body},
        may_change=_may_change(node),
        compound=not isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign | ast.Expr),
        hidden=hidden[0] if hidden else "",
    )


def _text(node: object, names: set[str], hidden: list[str]) -> str:
    """All of the syntax, as text; collects the names in it, and what cannot be followed."""
    if isinstance(node, list):
        return f"[{','.join(_text(part, names, hidden) for part in node)}]"
    if not isinstance(node, ast.AST):
        return hex(node) if type(node) is int else ascii(node)  # Python refuses long decimals
    if isinstance(node, ast.Name | ast.Attribute):
        dotted = dotted_name(node)
        hidden += _TRACELESS.intersection(dotted.split(".") if dotted else [getattr(node, "attr", "")])
        hidden += {dotted} & _ANYTHING
        if dotted:
            names.add(dotted)
            return f"<{dotted}>"
    if isinstance(node, ast.Call):
        called = getattr(node.func, "id", "")
        if called in ("vars", "dir") and not node.args:
            hidden.append(called)
        aside = {"uses", *_WORDS.get(called, ())}
        if called in _WORDS or getattr(node.func, "attr", "") == "claim" or called == "theorem":
            node = ast.Call(node.func, node.args, [k for k in node.keywords if k.arg not in aside])
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
        names.add(node.value)  # getattr(module, "helper"), or an annotation
    parts = (f"{name}={_text(value, names, hidden)}" for name, value in ast.iter_fields(node) if name != "ctx")
    return f"{type(node).__name__}({','.join(parts)})"


def dotted_name(node: ast.expr) -> str:
    """``a.b.c`` as text; empty if it starts with anything but a name."""
    if isinstance(node, ast.Attribute):
        start = dotted_name(node.value)
        return start and f"{start}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def _bound(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
        return
    for part in _loaded(node):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store | ast.Del):
            yield part.id
        elif isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield part.name


def _subjects(node: ast.stmt) -> Iterator[str]:
    """The names on which decorators or ``a.method(...)(b)`` act: ``a`` and ``b``; and what is bound."""
    if isinstance(node, ast.Expr):
        yield from called(node.value)[0]
        return
    for decorator in getattr(node, "decorator_list", ()):
        yield from called(decorator)[0]
    yield from _bound(node)


def _by(node: ast.stmt) -> Iterator[str]:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    for call in [node.value] if isinstance(node, ast.Expr | ast.Assign | ast.AnnAssign) else decorators:
        yield ["", *(called(call)[0] if call else [])][-1]


def _sorted(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(names)))


def called(node: ast.expr) -> tuple[list[str], set[str]]:
    """``b`` and ``a`` of ``a.method(...)(b)``, which may act on both, and the methods."""
    names, methods = list[str](), set[str]()
    while not isinstance(node, ast.Name):
        if isinstance(node, ast.Call):
            names += [part.id for part in node.args if isinstance(part, ast.Name)]
            node = node.func
        elif isinstance(node, ast.Attribute | ast.Subscript):
            methods.add(getattr(node, "attr", ""))
            node = node.value
        else:
            return names, methods
    return [*names, node.id], methods


# -- what it does --------------------------------------------------------------------------------------


def _does(node: ast.stmt, imports: Imports) -> Does:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        defaults = [*node.args.defaults, *filter(None, node.args.kw_defaults)]
        return _most([_decorators(node, imports), *(_value(part, imports) for part in defaults)])
    if isinstance(node, ast.ClassDef):
        odd = node.keywords or any(
            not isinstance(base, ast.Name | ast.Attribute | ast.Subscript) for base in node.bases
        )
        return (
            Does.SOMETHING
            if odd
            else _most([_decorators(node, imports), *(_does(p, imports) for p in node.body)])
        )
    if isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        parts = (part for target in targets for part in ast.walk(target))
        if any(isinstance(part, ast.Attribute | ast.Subscript) for part in parts):
            return Does.SOMETHING
        return _value(node.value, imports) if node.value else Does.NOTHING
    if isinstance(node, ast.Expr):
        return Does.NOTHING if isinstance(node.value, ast.Constant) else Does.SOMETHING
    if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
        return Does.NOTHING
    return Does.NOTHING if isinstance(node, ast.Pass | ast.Import | ast.ImportFrom) else Does.SOMETHING


def _decorators(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, imports: Imports) -> Does:
    strange = [
        d for d in node.decorator_list if not _is_value(d.func if isinstance(d, ast.Call) else d, imports)
    ]
    given = [_value(d, imports) for d in node.decorator_list if d not in strange]
    return Does.SOMETHING if strange else _most(given)


def _value(node: ast.AST, imports: Imports) -> Does:
    """What an expression does: it calls an author's function, or nothing."""
    if isinstance(node, ast.Lambda):
        return _most(
            _value(part, imports) for part in (*node.args.defaults, *filter(None, node.args.kw_defaults))
        )
    if isinstance(node, ast.NamedExpr | ast.Await | ast.Yield | ast.YieldFrom):
        return Does.SOMETHING
    own = Does.PERHAPS if isinstance(node, ast.Call) and not _is_value(node.func, imports) else Does.NOTHING
    return _most([own, *(_value(part, imports) for part in ast.iter_child_nodes(node))])


def _is_value(function: ast.expr, imports: Imports) -> bool:
    """Whether what is called does nothing but give a value."""
    if isinstance(function, ast.Subscript):  # Generic[T]
        return _is_value(function.value, imports)
    if dotted := dotted_name(function):
        head = dotted.partition(".")[0]
        if head in imports:
            packages = {module.partition(".")[0] for module, _ in imports[head]}
            sets = dotted.rpartition(".")[2].startswith(("set_", "use_", "manual_seed", "seed"))
            return packages <= _VALUES or (packages <= _ARRAYS and not sets)
        return dotted in _BUILTINS
    if isinstance(function, ast.Attribute):  # a method of what such a call gives
        base = function.value
        return isinstance(base, ast.Constant | ast.JoinedStr) or (
            isinstance(base, ast.Call) and function.attr not in _CHANGES and _is_value(base.func, imports)
        )
    return False


_BUILTINS = frozenset(
    name
    for name, value in vars(builtins).items()
    if callable(value)
    and name not in {*_ANYTHING, "input", "open", "breakpoint", "print", "super", "exit", "quit"}
)


def _may_change(node: ast.stmt) -> bool:
    if isinstance(node, ast.Assign | ast.AnnAssign):
        return node.value is not None and not _is_constant(node.value)
    return not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)


def _is_constant(node: ast.expr) -> bool:
    """Whether an expression gives what nobody can change: a number, a text, a kind, or a tuple of such."""
    if isinstance(node, ast.Tuple):
        return all(map(_is_constant, node.elts))
    if isinstance(node, ast.Call):
        kept = [*node.args, *(keyword.value for keyword in node.keywords)]
        if dotted_name(node.func) == "MappingProxyType":  # nobody else has the dictionary that is written there
            return len(kept) == 1 and isinstance(kept[0], ast.Dict) and all(map(_is_function, kept[0].values))
        return dotted_name(node.func) in _FIXED
    if isinstance(node, ast.BinOp) and not isinstance(node.op, ast.BitOr):
        return _is_constant(node.left) and _is_constant(node.right)
    if isinstance(node, ast.UnaryOp):
        return _is_constant(node.operand)
    return isinstance(node, ast.Constant) or _is_kind(node)


def _is_kind(node: ast.expr) -> bool:
    """Whether an expression names a kind of value: ``Any``, ``int``, ``tuple[int, ...]``, ``Array | int``."""
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.BitOr) and (_is_kind(node.left) or _is_kind(node.right))
    if isinstance(node, ast.Subscript):
        return dotted_name(node.value) in _KINDS
    named = isinstance(node, ast.Name) and node.id in {*_BUILTINS, "Any"}
    return named or (isinstance(node, ast.Constant) and node.value is None)


def _is_function(node: ast.expr | None) -> bool:
    """Whether an expression gives a constant, or names what its own statement says more of."""
    return node is not None and (isinstance(node, ast.Lambda | ast.Name) or _is_constant(node))


_FIXED = frozenset(["chr", "float", "frozenset", "Fraction", "int", "range", "slice", "str", "TypeVar"])
"""What makes something that nobody can change."""
_KINDS = frozenset(
    ["tuple", "list", "dict", "set", "frozenset", "type", "Literal", "Callable", "Mapping", "Sequence"]
)
"""What is written before brackets to name a kind of value."""


def _most(parts: Iterable[Does]) -> Does:
    return max(parts, default=Does.NOTHING)


def _changes(statement: ast.stmt) -> tuple[frozenset[str], bool]:
    """The names of what functions in a statement change, and whether they change what they are given.

    ``self`` and what a function makes itself are its own.
    """
    names, given = set[str](), False
    for function in _outermost(statement):
        passed, own, parts = set[str](), {"self"}, [*ast.walk(function)]
        for part in parts:
            if isinstance(part, ast.arg):
                passed.add(part.arg)
        for part in _loaded(function):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                own.add(part.id)
        for part in parts:
            if isinstance(part, ast.Global | ast.Nonlocal):
                names |= set(part.names)
            elif root := _root(part):
                given |= root in passed - {"self"}
                names |= {root} - passed - own
    return frozenset(names), given


def _outermost(node: ast.AST) -> Iterator[ast.AST]:
    """The functions in a statement that are in no other function."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        yield node
    else:
        for part in ast.iter_child_nodes(node):
            yield from _outermost(part)


def _root(node: ast.AST) -> str:
    """The name of what is changed by ``a.b[c] = d`` or ``a.append(b)``: ``a``."""
    if isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load):
        root: ast.AST = node.value
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _CHANGES:
        root = node.func.value
    else:
        return ""
    while isinstance(root, ast.Attribute | ast.Subscript):
        root = root.value
    return root.id if isinstance(root, ast.Name) else ""
