"""Random matrices beside exact PCA, and what the working transformer makes of them layer by layer."""

from typing import Any

import torch
from torch import Generator, Tensor

from baselines.pca import pca
from constructions.pca import embed
from constructions.transformer import Transformer
from lemmata import FigureRecord, Series
from lemmata.numbers import norm
from theorems.pca import PAPER
from theorems.pca.theorem_7.working import accuracy, build


def setting(ratio: float, eps0: float, M: int, d: int = 16, k: int = 5) -> Any:
    """``lambda_(i+1) = ratio lambda_i`` for i = 1, ..., k, with ``delta = 4 eps_0`` and N = d + 4."""
    phi = [(1 - ratio / (1 - eps0) ** 2) ** (1 / 3)] * (d - 1)
    given = dict(eps0=eps0, d=d, N=d + 4, k=k, lambda_1=1.0, phi=phi, delta=4 * eps0, M=M)
    return PAPER.declared["pca/theorem-7"].variant("amended").settings.instance(given)


def transformer(s: Any) -> Transformer:
    """The working transformer for such a setting."""
    return build(s.d, s.N, s.k, s.tau, s.lambda_1, s.lam, s.delta, s.M)


def random_inputs(s: Any, batch: int, generator: Generator) -> tuple[Tensor, Tensor]:
    """Tokens, and the eigenvectors of ``X X^T`` on the sides of the starts; both sides of X are random.

    Starts are uniform on the sphere among those with ``|p_i^T v_i| >= delta``.
    """

    def normal(*shape: int) -> Tensor:
        return torch.randn(batch, *shape, generator=generator, dtype=torch.float64)

    U, W = torch.linalg.qr(normal(s.d, s.d))[0], torch.linalg.qr(normal(s.N, s.d))[0]
    X = U * s.lam[: s.d].sqrt() @ W.mT
    exact = pca(X @ X.mT).eigenvectors.value[..., : s.k].mT
    drawn = normal(s.k, 256, s.d)
    drawn = drawn / drawn.norm(dim=-1, keepdim=True)
    admissible = (drawn @ exact[..., None])[..., 0].abs() >= s.delta
    first = admissible.double().argmax(-1)[..., None, None].expand(-1, -1, 1, s.d)
    starts = drawn.gather(2, first)[:, :, 0]
    return embed(X, starts), exact * (exact * starts).sum(-1, keepdim=True).sign()


def after(tf: Transformer, tokens: Tensor, name: str, block: str) -> Tensor:
    """``(batch, times, d)`` a block of the first token after each layer of that name."""
    times = [number for number, layer in enumerate(tf.layers, 1) if layer.name == name]
    read: Tensor = tf.read(tokens, block, tokens=slice(1))
    return read[:, times, 0]


def by_layers() -> FigureRecord:
    """The iterate beside its eigenvector after each normalisation, one component after the other."""
    s = setting(ratio=0.875, eps0=1 / 16, M=24)
    tokens, exact = random_inputs(s, 16, Generator().manual_seed(0))
    iterates = after(transformer(s), tokens, "normalise", "iterate")
    series = []
    for i in range(s.k):
        x = [float(2 * t + 3 + i * (2 * s.tau + 3)) for t in range(s.tau)]
        errors = norm(iterates[:, i * s.tau : (i + 1) * s.tau] - exact[:, i, None])
        series.append(Series(f"component {i + 1}", x, errors.amax(0).tolist()))
    depth = float(1 + s.k * (2 * s.tau + 3))
    allowed = float(accuracy(s.eps, s.eps0))
    series.append(Series(r"$\epsilon+\frac32\epsilon_0$", [1.0, depth], [allowed] * 2, role="bound"))
    return FigureRecord(
        title="Five eigenvectors, one after the other",
        x_label="layers",
        y_label="largest distance to the exact eigenvector",
        caption="The worst of 16 random matrices with $d=16$, $N=20$, each of the first eigenvalues 7/8 of the "
        rf"one before, random starts ($\delta=1/4$), {s.M} heads: {s.tau} power iterations for each component.",
        series=tuple(series),
        log_y=True,
    )
