"""The single layers of A.4 at a state (50): settings, data, weights, and what each display wants of them.

Their claims: FF0 in ``eq_107``, Attn1 in ``eq_118`` and ``eq_120``, FF1 in ``eq_109``, Attn2 in ``eq_124``
and ``eq_125``, Attn0 and FF2 in ``eq_126``.
"""

from collections.abc import Callable
from dataclasses import dataclass

from torch import Tensor

from constructions.layer import Layer
from constructions.streams import Stream
from constructions.universal import Weights, attn1, attn2, residual_stream
from lemmata import Prompt, Space, box, dims, dyadics, reals, scales, space
from lemmata.numbers import Array, as_array, broadcast_to, concatenate, constant, exp, sum
from lemmata.numbers.exact import Exact, NotExact
from theorems.universal_approximation.lasso import design, products

MARKS = r"$w_i=1$ for $i\le N$, $w_{N+1}=0$"
"""(50) leaves the w_i free; (51) sets them so, and by (111) they stay."""
STATES = (
    r"every state (50) with "
    + MARKS
    + r", features in $[0,1]$ beside the constant 1, and the last entry of $x_i$ 1"
)


def no_rationals(like: Array) -> None:
    """Ends an evaluation in rationals before any weights are built: balls follow.

    Raises:
        NotExact: ``like`` is rational, and the logistic function is not.
    """
    if isinstance(like, Exact) and like.ring == "rational":
        raise NotExact("the logistic function of a rational is not rational")


@dataclass(frozen=True)
class Sizes:
    n: int
    N: int
    tau: float


@dataclass(frozen=True)
class Setting(Sizes):
    d: int
    lam: float
    omega: Tensor  # (n, d)
    t: Tensor  # (n,)

    @property
    def stream(self) -> Stream:
        return residual_stream(self.d, self.n)


def settings(largest: int = 3) -> Space:
    """No direction is 0; the temperature is any number."""
    return space(
        Setting,
        d=dims(1, 2),
        n=dims(1, largest),
        N=dims(1, largest),
        lam=dyadics(0, 2, of="[0, inf)"),
        tau=scales(-3, 6, of="(0, inf)"),
        omega=lambda s: reals(s.n, s.d),
        t=lambda s: box(s.n, low=-2.0, high=1.0),
        where=lambda s: bool((s.omega != 0).any(-1).all()),
    )


sizes = space(Sizes, n=dims(1, 4), N=dims(1, 4), tau=scales(-3, 6, of="(0, inf)"))


def parts(s: Sizes) -> Space:
    """What the displays read of (50): labels, features within [0, 1], rho and yhat."""
    return space(y=reals(s.N), phi=box(s.N + 1, s.n, low=0.0, high=1.0), rho=reals(s.n + 1), yhat=reals(1))


def states(s: Setting) -> Space:
    """What stands in (50): labels, features within [0, 1], equal copies of rho and yhat."""
    return space(
        x=box(s.N + 1, s.d, low=-0.5, high=0.5),
        y=reals(s.N),
        phi=box(s.N + 1, s.n, low=0.0, high=1.0),
        rho=reals(s.n + 1),
        yhat=reals(1),
    )


def inputs(s: Setting) -> Space:
    """Inputs of the unit ball and labels."""
    side = 0.5  # at most two entries
    return space(X=box(s.N, s.d, low=-side, high=side), y=reals(s.N), query=box(s.d, low=-side, high=side))


@dataclass(frozen=True)
class State:
    """The parts of (50) that the displays speak of; rho and yhat once for all tokens."""

    phi: Array  # (batch, N + 1, n + 1)
    rho: Array  # (batch, n + 1)
    y: Array  # (batch, N + 1)
    w: Array  # (1, N + 1)
    yhat: Array  # (batch, 1)


def state(s: Sizes, prompt: Prompt) -> State:
    """The state that :func:`hidden_state` writes as a matrix."""
    y = concatenate([prompt.y, 0], -1)
    w = constant([[1] * s.N + [0]], prompt.y)
    return State(design(prompt.phi), prompt.rho, y, w, prompt.yhat)


def hidden_state(s: Setting, prompt: Prompt) -> Array:
    """The matrix (50) with the parts of the prompt."""
    p = state(s, prompt)
    return s.stream.embed(
        x=prompt.x.mT,
        one=1.0,
        y=p.y[:, None],
        w=p.w[:, None],
        phi=p.phi.mT,
        rho=p.rho[:, :, None],
        lam=as_array(s.lam, prompt.y),
        yhat=p.yhat[:, :, None],
    )


def scores(p: State) -> Array:
    """The product of every token's features with rho: ``(batch, N + 1)``."""
    return products(p.phi, p.rho)


def linearised(x: Array, tau: Array) -> Array:
    """``4 tau (sigma_attn(x / tau) - sigma_attn(0))``, the right side of (117)."""
    return (1 / (exp(-x / tau) + 1) - 0.5) * (tau * 4)


def display_118(s: Sizes, p: State) -> Array:
    """Rho after Attn1 as (118) has it, with eta = 1/(2n): ``(batch, n + 1)``."""
    # The three functions are applied at once, head by head.
    heads = [p.y, scores(p), (1 - p.w) * p.yhat]
    count = s.N + 1
    values = linearised(concatenate(heads, -1) / (2 * s.n), s.tau)
    terms = values[:, :count] - values[:, count : 2 * count] + values[:, 2 * count :]
    return p.rho + sum(terms[..., None] * p.phi, 1) * 2 / s.N


def display_108(s: Sizes, p: State) -> Array:
    """Rho after one exact gradient step, (108) with e = 0."""
    residual = (p.y - scores(p)) * p.w
    return p.rho + sum(residual[..., None] * p.phi, 1) / s.n / s.N


def display_124(s: Sizes, p: State) -> Array:
    """The prediction as (124) has it: ``(batch, 1)``."""
    terms = (1 - p.w) * linearised(scores(p), s.tau)
    return p.yhat + sum(terms, -1)[:, None]


Build = Callable[[Setting], Layer]


def gradient_layer(weights: Weights, inverse_step: int = 2) -> Build:
    """Attn1; ``inverse_step`` times n is one over the step size."""

    def build(s: Setting) -> Layer:
        no_rationals(s.t)
        return attn1(s.stream, inverse_step * s.n, s.tau, weights=weights, like=s.t)

    return build


def prediction_layer(weights: Weights) -> Build:
    """Attn2."""

    def build(s: Setting) -> Layer:
        no_rationals(s.t)
        return attn2(s.stream, s.N, s.tau, weights=weights, like=s.t)

    return build


SMALL = Setting(
    d=1, n=1, N=2, lam=0.5, tau=2.0, omega=reals(1, 1).seeded(1), t=box(1, low=-2.0, high=1.0).seeded(1)
)
"""Where the blocks of the weights are changed one by one."""


def in_block(s: Setting, H: Array, name: str, change: Array) -> Array:
    """The change ``(batch, size)`` written into one block of every token."""
    return s.stream.embed(**{name: broadcast_to(change[..., None], (*change.shape, H.shape[-1]))})
