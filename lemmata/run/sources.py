"""Which source a hunt ran: evidence of one is not evidence for another."""

from __future__ import annotations

import functools
import hashlib
import sys
from collections.abc import Iterable, Iterator
from importlib import metadata, util
from pathlib import Path
from typing import TypeVar

from lemmata.run import claim_files, registry

T = TypeVar("T")


def sources() -> dict[str, str]:
    """Digests of the loaded modules that may be edited, by name."""
    return {name: _digest([file]) for name, file in modules().items()}


def packages() -> dict[str, str]:
    """One digest for each package of these modules, all its files included, loaded or not."""
    digests: dict[str, str] = {}
    known: dict[str, set[Path]] = {}
    for name, file in modules().items():
        top = name.split(".")[0]
        if top not in known:
            folders = getattr(sys.modules.get(top), "__path__", ())
            known[top] = {f for folder in folders for f in files(Path(folder))}
            digests |= {top: _digest(known[top])} if known[top] else {}
        if file not in known[top]:
            digests[name] = _digest([file])
    return digests


def package(name: str) -> str | None:
    """The digest that :func:`packages` gives of a package, which is not imported; None if there is none."""
    spec = util.find_spec(name)
    known = {f for folder in (spec and spec.submodule_search_locations) or () for f in files(Path(folder))}
    return _digest(known) if known else None


def files(folder: Path) -> Iterator[Path]:
    """The files of a package; folders inside that are not packages (pages, say) are left out."""
    for path in folder.iterdir():
        if path.suffix == ".py" and path.is_file():  # an editor's locks are links to nothing
            yield path
        elif (path / "__init__.py").is_file():
            yield from files(path)


def changed(then: dict[str, str], now: dict[str, str]) -> list[str]:
    """What had another source then; what is known only now or only then tells nothing."""
    return [name for name, digest in then.items() if now.get(name, digest) != digest]


def modules() -> dict[str, Path]:
    """The files of the loaded modules of the engine, of the papers' packages, and of all that is not installed.

    The last are those that may be edited (claim files, an editable checkout).
    """
    packages = {"lemmata"} | published()
    files: dict[str, Path] = {}
    for name, module in sorted(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if not isinstance(file, str) or not file.endswith(".py") or name.startswith("__"):
            continue
        ours = name.partition(".")[0] in packages
        # It may have been deleted since.
        if (ours or not claim_files.installed(Path(file))) and Path(file).is_file():
            files[name] = Path(file)
    return files


def held(module: str, kind: type[T]) -> Iterator[tuple[str, T]]:
    """What a loaded module holds of a type, by name.

    ``isinstance`` would ask a value for its class where its type is another, and some answer with a warning
    (``torch.distributed.reduce_op`` says that it is deprecated).
    """
    for name, value in vars(sys.modules[module]).items():
        if issubclass(type(value), kind):
            yield name, value


@functools.cache
def published() -> frozenset[str]:
    """The packages of installed distributions that have papers."""
    distributions = [entry.dist for entry in metadata.entry_points(group=registry.GROUP)]
    return frozenset(file.parts[0] for dist in distributions if dist for file in dist.files or () if file.parts)


def _digest(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]
