"""The basis of a claim's evidence: a digest of all that its hunts read.

Evidence is used again only where this is as it was: what of the authors' sources the claim sees
(:mod:`lemmata.run.reach`), the stored witnesses that are tried first, the engine, Python and every
installed package, the kind of machine, and what the run is asked for. Which files a hunt opens is known when
it has ended: they stand beside the digest, each with its own.
"""

from __future__ import annotations

import hashlib
import locale
import os
import platform
import sys
from importlib import metadata
from pathlib import Path

import lemmata
from lemmata.claims.claim import Claim
from lemmata.records.evidence import Basis, Run
from lemmata.run import claim_files, reads, sources
from lemmata.run.machine import THREADS
from lemmata.run.plan import Plan
from lemmata.run.reach import Reach, Sources

_ROOT = "<root>/"
"""In the place of the folder that holds a claim's package."""
_ENGINE = Path(lemmata.__file__).parent
_TOLD = ("ATEN_", "CUBLAS_", "CUDA_", "KMP_", "MKL_", "NVIDIA_", "OMP_", "OPENBLAS_", "PYTORCH_", "TORCH_")
"""What variables of the environment begin with that say how libraries compute."""
_ASIDE = frozenset(["commands", "latex", "testing.py", "pytest_plugin.py", "__main__.py"])
"""What of the engine no hunt can load: see the layers in pyproject.toml."""


class Bases:
    """The bases of a plan's claims, as its sources are now."""

    def __init__(self, plan: Plan, header: Run) -> None:
        self._plan, self._sources = plan, Sources()
        reads.include(reads.taken())  # what was read while the papers were loaded
        self._reaches = {claim.id: self._sources.of(claim) for claim in plan.claims if claim.kind.hunted}
        self._shared = "\n".join([engine(), *environment(), plan.profile, str(plan.seed), header.device])
        self.digests = {
            claim.id: self._digest(claim, reach)
            for claim in plan.claims
            if (reach := self._reaches.get(claim.id)) is not None
            and (not reach.hidden or (reach.places and plan.leaves_out(claim)))
        }
        """By id, of the claims that have one."""
        self.hidden = {n: reach.hidden for n, reach in self._reaches.items() if n not in self.digests}
        """Why others have none."""

    def _digest(self, claim: Claim, reach: Reach) -> str:
        plan = self._plan
        ours = type(claim.kind).__module__.startswith("lemmata.")
        alpha = plan.alpha if claim.kind.budgeted or not ours else None
        asked = (claim.id, [v.name for v in claim.variants()], plan.shards_of(claim), alpha)
        stored = [f"{path.name} {reads.digest(str(path))}" for path in _stored(claim)]
        seen = self._sources.text(reach)
        return hashlib.sha256("\n".join([self._shared, ascii(asked), *stored, seen]).encode()).hexdigest()[:32]

    def of(self, claim: Claim, hunted: str) -> Basis | None:
        """The basis of what was hunted just now; None where none is known for sure."""
        if claim.id not in self.digests:
            return None
        reach = self._reaches[claim.id]
        modules = {module: self._sources.files[module] for module in reach.modules}
        if not reads.is_known_of(modules, [*_stored(claim), *_engine_files()]):
            return None
        read, root = reads.of(self._sources.bound(reach)), _root(claim)
        if reads.UNSURE in read.values():
            return None
        files = {path.replace(root, _ROOT) if path.startswith(root) else path: d for path, d in read.items()}
        return Basis(claim=claim.id, digest=self.digests[claim.id], hunted=hunted, files=files)


def is_good(basis: Basis, claim: Claim) -> bool:
    """Whether the files that were opened are as they were then."""
    root = _root(claim)
    return all(reads.digest(path.replace(_ROOT, root)) == found for path, found in basis.files.items())


def _root(claim: Claim) -> str:
    """The folder that holds the claim's package: a checkout may lie elsewhere another time."""
    return f"{claim_files.place(Path(claim.file).resolve())[0]}{os.sep}"


def _stored(claim: Claim) -> list[Path]:
    """Where witnesses and proofs of a claim are stored that are tried first; they need not be there."""
    variants = [*claim.variants()]
    paths = [v.stored_witness for v in variants] + [v.stored_proof for v in variants]
    return [path for path in paths if path]


def engine(folder: Path = _ENGINE) -> str:
    """One digest of the engine's sources, as far as a hunt can load them."""
    digest = hashlib.sha256()
    for file in _engine_files(folder):
        digest.update(f"{file.relative_to(folder).as_posix()}\n".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def _engine_files(folder: Path = _ENGINE) -> list[Path]:
    return sorted(f for f in sources.files(folder) if f.relative_to(folder).parts[0] not in _ASIDE)


def environment() -> list[str]:
    """Python, the kind of machine, and all installed packages with their versions."""
    import torch

    packages = sorted({f"{d.metadata['Name']} {d.version}" for d in metadata.distributions()})
    machine = [platform.system(), platform.machine(), torch.backends.cpu.get_cpu_capability()]
    python = [platform.python_implementation(), platform.python_version(), ascii(sys.flags)]
    variables = {name: value for name, value in os.environ.items() if name not in THREADS}  # one in each hunt
    told = sorted(f"{name}={value}" for name, value in variables.items() if name.startswith(_TOLD))
    return [*python, locale.getpreferredencoding(False), *machine, *told, *packages]
