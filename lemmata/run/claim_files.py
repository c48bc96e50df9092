"""Claim files, which are code: imported from where they lie, each once and under one name.

A file of a package goes by its own name there; any other gets a name that no module has, and may import what
lies beside it.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import importlib
import importlib.util
import re
import site
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from lemmata.errors import LemmataError
from lemmata.run import selection

_PREFIX = "lemmata_claim_file_"
_NO_NAME = re.compile(r"cannot import name '(\w+)' from")


def imported(path: Path, resolved: Path) -> dict[str, object]:
    """Runs a claim file, unless it is loaded; returns what it defines by name.

    Raises:
        LemmataError: it cannot be imported.
    """
    root, name = place(resolved)
    if "." not in name:
        _refuse_strangers(path, resolved)
    with importing(path), _neighbours(root):
        return vars(_import(name, resolved))


def place(file: Path) -> tuple[Path, str]:
    """The folder from which a claim file is imported, and its name there.

    A file of a package goes by its own name, so that its neighbours may import it, too; ``__init__.py`` by that
    of the package.
    """
    root, parts = file.parent, [file.stem] if file.stem != "__init__" else []
    while (root / "__init__.py").is_file() and root != root.parent:
        parts.insert(0, root.name)
        root = root.parent
    if len(parts) > 1:
        return root, ".".join(parts)
    digest = hashlib.sha256(str(file).encode()).hexdigest()[:8]
    return root, f"{_PREFIX}{file.stem}_{digest}"  # files of one name in two folders


def same(one: str, other: str | Path) -> bool:
    """Whether two paths lead to one file."""
    return Path(one).resolve() == Path(other).resolve()


def _loaded(file: Path) -> ModuleType | None:
    """The module that was made of a file, under whichever name: no file is run twice.

    A neighbour may have imported it, and a forked worker has what its parent has loaded.
    """
    for module in list(sys.modules.values()):
        path = getattr(module, "__file__", None)
        # Resolving takes long: names are compared first.
        if isinstance(path, str) and path.endswith(file.name) and same(path, file):
            return module
    return None


@contextmanager
def _neighbours(root: Path) -> Iterator[None]:
    """Lets a claim file import what lies beside it, claim files that are loaded by now included."""
    plain = {
        Path(module.__file__ or "").stem: module
        for name, module in list(sys.modules.items())
        if name.startswith(_PREFIX) and Path(module.__file__ or "").parent == root
    }
    lent = {name: module for name, module in plain.items() if name not in sys.modules}
    sys.modules.update(lent)
    sys.path.insert(0, str(root))
    try:
        yield
    finally:
        sys.path.remove(str(root))
        for name in lent:
            sys.modules.pop(name, None)  # a library may have a module of this name


def _refuse_strangers(path: Path, file: Path) -> None:
    """Python knows one module of a name: a neighbour must not be taken for that of another folder.

    An installed module of that name is what the file means, or what its author will notice.

    Raises:
        LemmataError: the file imports, directly or through neighbours, one whose name is taken.
    """
    waiting, known = [file], {file}
    while waiting:
        for name in _first_names(waiting.pop()):
            neighbour = file.parent / f"{name}.py"
            if neighbour in known or not neighbour.is_file():
                continue
            taken = getattr(sys.modules.get(name), "__file__", None)
            if taken and not installed(Path(taken)) and not same(taken, neighbour):
                raise LemmataError(
                    f"{path} imports its neighbour {name}.py, but that name is taken by {taken}: "
                    "rename one of the two, or verify the folders one by one"
                )
            known.add(neighbour)
            waiting.append(neighbour)


def installed(file: Path) -> bool:
    """Whether a module's file lies where Python installs them, and so not edited."""
    return any(file.is_relative_to(folder) for folder in _installed_in())


@functools.cache
def _installed_in() -> tuple[str, ...]:
    paths = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    # An environment may see the packages of the system, of the user, or of another one (by a .pth file), too.
    others = (path for path in sys.path if Path(path).name in ("site-packages", "dist-packages"))
    return (*paths, *site.getsitepackages(), site.getusersitepackages(), *others)


def _first_names(file: Path) -> list[str]:
    """The first names of the modules that a file imports; none if it cannot be read."""
    try:
        nodes = list(ast.walk(ast.parse(file.read_bytes())))
    except (OSError, SyntaxError, ValueError):
        return []  # importing it says so
    plain = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    plain += [n.module or "" for n in nodes if isinstance(n, ast.ImportFrom) and not n.level]
    return [name.partition(".")[0] for name in plain]


def _import(name: str, file: Path) -> ModuleType:
    if (loaded := _loaded(file)) is not None:
        return loaded
    if "." in name:
        module = importlib.import_module(name)
        if Path(module.__file__ or "").resolve() != file:
            raise LemmataError(
                f"{file}: Python's module {name} is another file, {module.__file__}; rename the folder"
            )
        return module
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise LemmataError(f"{file}: not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    from lemmata.claims.declarations import require_declared

    try:
        spec.loader.exec_module(module)
        require_declared(name)
    except BaseException:
        del sys.modules[name]  # what is half run is not loaded
        raise
    return module


@contextmanager
def importing(what: object) -> Iterator[None]:
    """Whatever importing it raises, as an error that names it.

    Raises:
        LemmataError: it cannot be imported.
    """
    try:
        yield
    except LemmataError:
        raise
    except (Exception, SystemExit) as error:
        raise LemmataError(f"{what} cannot be imported: {_said(error)}") from error


def _said(error: BaseException) -> str:
    """What an error says; of a name that a module does not have, also which one may be meant."""
    said = f"{type(error).__name__}: {error}"
    missing = _NO_NAME.match(str(error)) if isinstance(error, ImportError) else None
    if missing is None or not isinstance(error, ImportError):
        return said
    if error.name == "lemmata" and missing[1] in importlib.import_module("lemmata.numbers").__all__:
        return f"{said}: write `from lemmata.numbers import {missing[1]}`"
    return said + selection.hint(missing[1], filter(str.isidentifier, dir(sys.modules.get(error.name or ""))))
