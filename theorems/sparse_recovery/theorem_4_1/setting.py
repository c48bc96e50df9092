"""Settings, prompts, network and reference of Theorem 4.1: all claims on the whole network use them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from torch import Tensor

from baselines.proximal import lista_vm
from constructions.lista_vm import embed, lista_vm_transformer
from constructions.transformer import Transformer
from lemmata import Prompt, Space, box, dims, in_ball, reals, scales, space, sparse
from lemmata.numbers import Array, absolute, moveaxis, sum


@dataclass(frozen=True)
class Setting:
    d: int
    N: int
    K: int
    M: Tensor  # (K, d, d)
    theta: Tensor  # (K,)
    b_x: float = 2.0
    b_beta: float = 2.0

    @property
    def B(self) -> Array:
        """Exceeds ``|beta^T x|`` in every layer, by the growth of the recursion from layer to layer."""
        radius: Array = 0
        for M in self.M:
            size = sum(absolute(M), (-2, -1))  # at least the operator norm
            # |X^T X| / (2n + 1) is at most n b_x^2 / (2n + 1), less than half of b_x^2.
            radius = radius + size * self.b_x * self.b_x * (radius + self.b_beta) / 2
        return self.b_x * radius + 1


def settings(largest: int = 3, theta: float = 2.0) -> Space:
    """Sizes up to ``largest``, any matrices, thresholds up to ``theta``."""
    return space(
        Setting,
        d=dims(1, largest),
        N=dims(1, largest),
        K=dims(1, 2),
        M=lambda s: reals(s.K, s.d, s.d),
        theta=lambda s: box(s.K, low=0.0, high=theta, of="[0, inf)"),
        b_x=scales(-2, 2, of="(0, inf)"),
        b_beta=scales(-2, 2, of="(0, inf)"),
    )


def prompts(s: Setting) -> Space:
    """Assumption 1: rows and query of norm at most b_x, beta* of l1 norm at most b_beta, no noise."""
    return space(
        X=in_ball(s.N, s.d, radius=s.b_x),
        beta_star=sparse(s.d, s.d, s.b_beta),
        query=in_ball(s.d, radius=s.b_x),
    )


PAPER_SIZE = Setting(
    d=20, N=10, K=12, M=reals(12, 20, 20).seeded(7) / 8, theta=box(12, low=0.0, high=2.0).seeded(7) / 8
)


def network(bias: Literal["printed", "corrected"] = "corrected") -> Callable[[Setting], Transformer]:
    """The decoder transformer of (C.1) and (C.2) with the parameters listed after (C.6)."""
    return lambda s: lista_vm_transformer(s.M, s.theta, s.B, bias=bias)


def labels(X: Array, beta_star: Array) -> Array:
    """``y = X beta*``: ``(batch, N)`` from ``(batch, N, d)`` and ``(batch, d)``."""
    return (X @ beta_star[..., None])[..., 0]


def estimates(tf: Transformer, prompt: Prompt, y: Array) -> Array:
    """The beta block at the tokens 3, 5, ..., 2N + 1 of H^(1), ..., H^(K+1): ``(batch, K + 1, N, d)``."""
    H = embed(prompt.X, y, prompt.query)
    return tf.read(H, "beta", every=2, tokens=slice(2, None, 2))


def recursion(X: Array, y: Array, M: Array, theta: Array) -> Array:
    """(4.4) at every layer and prefix, written from the display: ``(batch, K + 1, N, d)``."""
    return moveaxis(lista_vm(X, y, M, theta), 0, 1)
