"""Settings, prompts and weights of the whole transformer of A.4 (Li et al. 2025)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from torch import Tensor

from constructions.streams import Stream
from constructions.transformer import Transformer
from constructions.universal import residual_stream, universal_transformer
from lemmata import Space, box, dims, dyadics, reals, scales, space
from theorems.universal_approximation.instances_arithmetic import no_rationals


@dataclass(frozen=True)
class Setting:
    d: int
    n: int
    N: int
    T: int
    lam: float
    tau: float
    omega: Tensor  # (n, d)
    t: Tensor  # (n,)

    @property
    def stream(self) -> Stream:
        return residual_stream(self.d, self.n)

    @property
    def L(self) -> int:
        return 2 * self.T + 1


STEEP = 4
Build = Callable[[Setting], Transformer]


def settings(d: int = 1, n: int = 2, N: int = 2, T: int = 2) -> Space:
    return space(
        Setting,
        d=dims(1, d),
        n=dims(1, n),
        N=dims(1, N),
        T=dims(1, T),
        lam=dyadics(0, 1),
        tau=scales(0, 12),
        omega=lambda s: reals(s.n, s.d),
        t=lambda s: box(s.n, low=-2.0, high=1.0),
        where=lambda s: bool((s.omega != 0).any(-1).all()),
    )


def prompts(s: Setting) -> Space:
    """Inputs of the unit ball, labels of any size."""
    side = 0.5 if s.d > 1 else 1.0
    return space(
        X=box(s.N, s.d, low=-side, high=side), y=reals(s.N), query=box(s.d, low=-side, high=side)
    )


def transformer(weights: str, steps: Callable[[Setting], int] = lambda s: 2 * s.n) -> Build:
    """The transformer with one tau for all its layers; ``steps`` is one over the step size."""

    def build(s: Setting) -> Transformer:
        no_rationals(s.t)
        return universal_transformer(
            s.omega,
            s.t,
            N=s.N,
            L=s.L,
            lam=s.lam,
            tau_ff=STEEP,
            tau=(s.tau, s.tau),
            weights=weights,  # type: ignore[arg-type]
            inverse_step=steps(s),
        )

    return build
