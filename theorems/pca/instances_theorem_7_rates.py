"""Random matrices with geometric spectra, and the errors of the working transformer on them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import torch
from torch import Generator, Tensor

from baselines.pca import pca
from constructions.pca import Shell, embed, pca_transformer, readout
from constructions.transformer import Transformer
from lemmata import Prompt, Space, choices, dims, gaussian, space
from lemmata.numbers import values

DELTA = 0.125


@dataclass(frozen=True)
class Size:
    """d features, N = d samples, k components, tau iterations, M heads, lambda_{i+1} = ratio lambda_i."""

    d: int
    k: int
    tau: int
    M: int
    ratio: float

    @property
    def shell(self) -> Shell:
        """Norms that occur with ``lambda_1 = 1`` and starts that are ``DELTA`` off the hyperplanes."""
        return Shell(float(values(self.ratio)) ** self.k * DELTA / 2, 2.0, self.M)


sizes = space(
    Size,
    d=dims(1, 16),
    k=dims(1, 3),
    tau=dims(1, 64),
    M=dims(2, 256),
    ratio=choices(0.25, 0.5),
    where=lambda s: s.k <= s.d,
)


def prompts(s: Size) -> Space:
    """What the eigenvectors and the starts are made of."""
    return space(frame=gaussian(s.d, s.d), starts=gaussian(s.k, s.d))


@cache
def transformer(s: Size) -> Transformer:
    """The working transformer; it knows the sizes and the shell only."""
    return pca_transformer(s.d, s.d, s.k, s.tau, s.shell)


@dataclass(frozen=True)
class Run:
    """One batch: outputs and exact eigenvectors ``(batch, k, d)``, and which starts were admissible."""

    found: Tensor
    exact: Tensor
    admissible: Tensor

    @property
    def distances(self) -> Tensor:
        """``(batch,)`` the largest over the components."""
        distances: Tensor = (self.found - self.exact).norm(dim=-1)
        return distances.amax(-1)

    @property
    def angles(self) -> Tensor:
        """The same for the outputs scaled to length one."""
        units = self.found / self.found.norm(dim=-1, keepdim=True)
        distances: Tensor = (units - self.exact).norm(dim=-1)
        return distances.amax(-1)


def run(s: Size, prompt: Prompt, tf: Transformer) -> Run:
    """The transformer beside exact PCA, each eigenvector on the side of its start."""
    frame, _ = torch.linalg.qr(values(prompt.frame))
    eigenvalues = float(values(s.ratio)) ** torch.arange(s.d, dtype=torch.float64)
    X = frame * eigenvalues.sqrt()
    starts = values(prompt.starts)
    starts = starts / starts.norm(dim=-1, keepdim=True)
    exact = pca(X @ X.mT).eigenvectors.value[..., : s.k].mT
    along = (exact * starts).sum(-1, keepdim=True)
    found = readout(tf(embed(X, starts)), s.k, s.d)
    return Run(found, exact * along.sign(), along[..., 0].abs().amin(-1) - DELTA)


def drawn(s: Size, batch: int) -> Run:
    """A batch by a fixed seed, for figures; inadmissible starts are left out."""
    prompt = prompts(s).sample(Generator().manual_seed(0), batch)
    found = run(s, prompt, transformer(s))
    keep = found.admissible > 0
    return Run(found.found[keep], found.exact[keep], found.admissible[keep])
