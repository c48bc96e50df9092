"""One layer at a point of S of Theorem 5, and the step of the covariates (Ahn et al. 2023)."""

from __future__ import annotations

from dataclasses import dataclass

from torch import Tensor

from baselines.gradient import labels
from constructions.gradient_descent import embed, preconditioned_gd_transformer
from constructions.transformer import Transformer
from lemmata import Prompt, Space, box, dims, dyadics, reals, space
from lemmata.numbers import Array, concatenate, diag_embed, eye, ones, zeros


@dataclass(frozen=True)
class Setting:
    d: int
    n: int
    spectrum: Tensor  # (d,) of Sigma, which is diagonal
    a: float
    b: float

    @property
    def inverse(self) -> Array:
        return diag_embed(1 / self.spectrum)


def settings(top: float) -> Space:
    """``a`` between -2 and ``top``, ``b`` between 0 and 2."""
    return space(
        Setting,
        d=dims(1, 3),
        n=dims(1, 3),
        spectrum=lambda s: box(s.d, low=0.25, high=4.0),
        a=dyadics(-2, top),
        b=dyadics(0, 2),
    )


def prompts(s: Setting) -> Space:
    return space(X=reals(s.n, s.d), w_star=reals(s.d), query=reals(s.d))


def layer(s: Setting) -> Transformer:
    return preconditioned_gd_transformer(
        (s.inverse * s.a)[None], (eye(s.d, s.spectrum) * s.b)[None]
    )


def steps(s: Setting, tf: Transformer, prompt: Prompt, inner: Array) -> tuple[Array, Array]:
    """What the layer adds to X, and X M X^T times ``inner`` times X."""
    after = tf(embed(prompt.X, labels(prompt.X, prompt.w_star), prompt.query))[:, : s.d]
    X = concatenate([prompt.X.mT, prompt.query[..., None]], -1)
    M = diag_embed(concatenate([ones((s.n,), X), zeros((1,), X)], 0))
    return after - X, X @ M @ X.mT @ inner @ X
