r"""The single layers of A.4 at a state (50): sizes, data, weights, and what each display wants of them.

(50) leaves the $w_i$ free; (51) sets them so that $w_i=1$ for $i\le N$ and $w_{N+1}=0$, and by (111) they stay.
"""

from collections.abc import Callable
from typing import Any

from torch import Tensor

from constructions.layer import Layer
from constructions.streams import Stream
from constructions.universal import Weights, attn1, attn2, residual_stream
from lemmata import box, dims, dyadics, reals, scales
from lemmata.numbers import Array, Matrix, Number, Vector, concat, constant, exp, over_batches, stack, zeros
from lemmata.numbers.exact import Exact, NotExact
from theorems.universal_approximation.lasso import design


def no_rationals(like: Array) -> None:
    """Ends an evaluation in rationals before any weights are built: balls follow.

    Raises:
        NotExact: ``like`` is rational, and the logistic function is not.
    """
    if isinstance(like, Exact) and like.ring == "rational":
        raise NotExact("the logistic function of a rational is not rational")


LAYER: dict[str, Any] = dict(  # the temperature is any number
    given=["omega", "t"],
    d=dims(1, 2),
    n=dims(1, 2),
    N=dims(1, 2),
    lam=dyadics(0, 2, of="[0, inf)"),
    tau=scales(-3, 6, of="(0, inf)"),
    omega=reals("n", "d"),
    t=box("n", low=-2, high=1),
    where=lambda omega: all(v @ v > 0 for v in omega),
)
READ: dict[str, Any] = dict(  # what the displays read of (50)
    y=reals("N"), phi=box("N + 1", "n", low=0, high=1), rho=reals("n + 1"), yhat=reals(1)
)
STATE: dict[str, Any] = LAYER | dict(x=box("N + 1", "d", low=-0.5, high=0.5)) | READ
DISPLAYS: dict[str, Any] = dict(n=dims(1, 4), N=dims(1, 4), tau=scales(-3, 6, of="(0, inf)")) | READ
SMALL: dict[str, Any] = dict(d=1, n=1, N=2, lam=0.5, tau=2.0)
SMALL |= dict(omega=reals(1, 1).seeded(1), t=box(1, low=-2, high=1).seeded(1))
"""Where the blocks of the weights are changed one by one."""


def hidden_state(
    stream: Stream, x: Matrix, y: Vector, phi: Matrix, rho: Vector, lam: Number, yhat: Vector
) -> Matrix:
    """The matrix (50), with equal copies of rho and yhat."""
    return over_batches(stream.embed)(
        x=x.T,
        one=1.0,
        y=concat([y, [0]])[None],
        w=constant([[1] * len(y) + [0]]),
        phi=design(phi).T,
        rho=rho[:, None],
        lam=lam,
        yhat=yhat[:, None],
    )


def linearised(x: Array, tau: Array) -> Array:
    """``4 tau (sigma_attn(x / tau) - sigma_attn(0))``, the right side of (117)."""
    return (1 / (exp(-x / tau) + 1) - 0.5) * (tau * 4)


def display_118(n: int, tau: Number, y: Vector, phi: Matrix, rho: Vector, yhat: Vector) -> Vector:
    r"""Rho after Attn1 as (118) has it, with $\eta=\frac1{2n}$."""
    N, phi = len(y), design(phi)
    heads = stack([concat([y, [0]]), phi @ rho, concat([zeros(N), yhat])])
    label, score, prediction = linearised(heads / (2 * n), tau)
    return rho + 2 * (label - score + prediction) @ phi / N


def display_108(n: int, y: Vector, phi: Matrix, rho: Vector) -> Vector:
    """Rho after one exact gradient step, (108) with $e = 0$."""
    N, phi = len(y), design(phi[:-1])
    return rho + (y - phi @ rho) @ phi / (n * N)


def display_124(tau: Number, phi: Matrix, rho: Vector, yhat: Vector) -> Vector:
    """The prediction as (124) has it."""
    return yhat + linearised(design(phi[-1:]) @ rho, tau)


def gradient_layer(weights: Weights, inverse_step: int = 2) -> Callable[..., Layer]:
    """Attn1; ``inverse_step`` times n is one over the step size."""

    def build(d: int, n: int, tau: Number, t: Tensor) -> Layer:
        no_rationals(t)
        return attn1(residual_stream(d, n), inverse_step * n, tau, weights=weights, like=t)

    return build


def prediction_layer(weights: Weights) -> Callable[..., Layer]:
    """Attn2."""

    def build(d: int, n: int, N: int, tau: Number, t: Tensor) -> Layer:
        no_rationals(t)
        return attn2(residual_stream(d, n), N, tau, weights=weights, like=t)

    return build
