r"""All functions and all inputs at once: Lemma 1, (27) and (28), for classes of a few cosines.

(27): there are n features such that for every f some coefficients, which see f and not x, serve every x. The
proof takes coefficients that depend on x (claim ``lemma-1/construction``); the statement is true all the
same. Here the class is $\{\sum_{k\le K}b_k\cos(\omega_k^\top x+\theta_k):|b_k|\le B_k\}$ in any dimension,
and $n=Km$ with $m\ge7$. For every $\omega_k$ steep ramps in its direction at evenly spaced offsets make a
staircase: one ramp with $t=-2$, which is 1 on the ball, carries the change from 0 to $z=-1$ (z is
$\omega_k^\top x/\|\omega_k\|$), and the ramp in the middle of a cell carries the increment over it. That is
within $\widetilde C_{\mathcal F}(\frac1{m-1}+\frac1{4\tau})$, which (27) exceeds with the constant 1 for
$K\le3$, since $|\mathcal N_\varepsilon|\ge2$ for $\varepsilon<1$ (and (27) is trivial for larger
$\varepsilon$).

For other classes: let $|\rho_{f,i}|\le\Gamma_{\mathcal F}$. By minimax the best such coefficients for f
miss $f^{\mathsf{approx}}$ by at most $\Gamma_{\mathcal F}\sup_\nu(\mathbb
E|\langle\phi,\nu\rangle|-\frac1n\sum_i|\langle\phi_i,\nu\rangle|)$ over measures of mass 1, and that is
$O(\tau\varepsilon+\sqrt{\log M/n})$ for random features by symmetrisation and contraction, with M the
covering number of the ball alone. So (27), and (31) which is (27) at $\tau=1/\sqrt\varepsilon$, holds up to
its constant, and needs no cover of $\mathcal F$ (``lemma-1/directions`` computes an example).

(28), $|f(0)|+\frac1n\sum_i|\rho_{f,i}|<4C_{\mathcal F}$, is strict, so that it wants $C_{\mathcal F}>0$; Lemma
2, (58a) and (79) divide by it, so that $\mathcal F=\{0\}$ is not meant. It holds with 2 for 4 for the staircase
(1.844 is the most that one cosine can reach), and with 3 for 4 for the weights (80), of which each is at most
$3\widetilde C_{\mathcal F}$ (``lemma-5/eq-72``), without the Hoeffding inequality and the probability 3/4 of
the proof (before (74)).

The proof, appendix A.1, rests on Lemma 5. It has one pair (f, x) at a time (claims ``lemma-1/pair``,
``lemma-1/gaussian`` and ``lemma-1/logistic``) and makes them all pairs at once (``lemma-1/construction``),
with the value of (69) (``lemma-1/eq-69``).
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import torch

from baselines.barron import phi
from lemmata import Margin, Prompt, Space, at_least, at_most, box, dims, dyadics, lines, space
from lemmata.numbers import Array, absolute, as_array, concatenate, constant, log, sign, sqrt, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.cosines import cosine


@dataclass(frozen=True)
class Cells:
    K: int
    m: int

    @property
    def n(self) -> int:
        return self.K * self.m


@dataclass(frozen=True)
class Setting(Cells):
    tau: float


settings = space(
    Setting, K=dims(1, 3, most=3), m=dims(7, 10), tau=dyadics(4, 1024, open_low=True, of="(4, inf)")
)


def functions(s: Cells) -> Space:
    """A function other than 0, whose amplitudes are those of the class: its Barron parameter is above 0."""
    return space(
        b=box(s.K, low=-1.0, high=1.0, of="(-inf, inf)"),
        omega=box(s.K, low=0.125, high=8.0, of="(0, inf)"),
        theta=box(s.K, low=0.0, high=6.25, of="(-inf, inf)"),
        where=lambda prompt: bool((prompt.b != 0).any()),
    )


def prompts(s: Setting) -> Space:
    """A function, and the projections of an input on its directions."""
    return space(
        b=box(s.K, low=-1.0, high=1.0, of="(-inf, inf)"),
        omega=box(s.K, low=0.125, high=8.0, of="(0, inf)"),
        theta=box(s.K, low=0.0, high=6.25, of="(-inf, inf)"),
        z=box(s.K, low=-1.0, high=1.0),
    )


def change(b: Array, omega: Array, theta: Array, z: Array) -> Array:
    """The terms of f(x) - f(0) at projections ``(batch or 1, K or 1, points)``: ``(batch, K, points)``."""
    at = cosine(z * omega[..., None] + theta[..., None])
    return (at - cosine(theta)[..., None]) * b[..., None]


def offsets(s: Setting, like: Array) -> Array:
    """The first ramp is 1 on the ball, the others stand in the middles of m - 1 cells: ``(m,)``."""
    middles = constant(torch.arange(1, s.m) * 2 - 1, like) / (s.m - 1) - 1
    return concatenate([-2, middles], 0)


def staircase(s: Cells, b: Array, omega: Array, theta: Array) -> Array:
    """The coefficients over n, ``(batch, K, m)``: they see the function, not the input."""
    edges = constant(torch.arange(s.m), b)[None, None] * 2 / (s.m - 1) - 1
    values = change(b, omega, theta, edges)
    return concatenate([values[..., :1], values[..., 1:] - values[..., :-1]], -1)


def represented(s: Setting, prompt: Prompt, coefficients: Array) -> Array:
    """The combination of the features (29) at the input, ``(batch,)``."""
    ramps = phi((prompt.z[..., None] - offsets(s, prompt.z)) * s.tau)
    return sum(sum(ramps * coefficients, -1), -1)


def value(prompt: Prompt) -> Array:
    """f(x) - f(0), ``(batch,)``."""
    return sum(change(prompt.b, prompt.omega, prompt.theta, prompt.z[..., None])[..., 0], -1)


def barron(prompt: Prompt) -> Array:
    """C_F for the class with B_k = |b_k| and any phases: ``(batch,)``."""
    return sum(absolute(prompt.b) * (prompt.omega + 1), -1)


CLASS = (
    r"$\mathcal F=\{\sum_{k\le K}b_k\cos(\omega_k^\top x+\theta_k):|b_k|\le B_k\}$ with any $\theta_k$, "
    "so that "
    r"$C_{\mathcal F}=\sum_kB_k(1+\|\omega_k\|_2)$, which is least for $B_k=|b_k|$, with $K\le3$, $n=Km$ and "
    r"$m\ge7$"
)
STAIRCASE = (
    r", and the coefficients of a staircase, $n$ times the change of each $b_k\cos(\omega_k^\top x+\theta_k)$ "
    r"from "
    r"$z=0$ to $z=-1$ and over $m-1$ equal cells of $[-1,1]$, $z=\omega_k^\top x/\|\omega_k\|_2$."
)
uniform = PAPER.claim(
    "Lemma 1, (27)",
    id="lemma-1",
    rank="headline",
    origin="read",
    summary="A few fixed ramps represent every function of a class at every input of the ball, up to the error "
    "(27)",
    at=lines(291, 303),
    uses=["universal_approximation/lemma-5", "universal_approximation/lemma-5/eq-72"],
    settings=settings,
    prompts=prompts,
    examples=[Setting(K=3, m=7, tau=1024.0)],
)
uniform.response(staircase)
Bound = Callable[[Setting], Array]


def right_of_27(s: Setting) -> Array:
    """The bound (27) over C_F: the constant 1, the smallest covering number below eps = 1, no tau eps."""
    return 1 / s.tau + sqrt(log(as_array(2, s.tau)) / s.n)


def without_the_first(s: Cells, b: Array, omega: Array, theta: Array) -> Array:
    """Nothing carries the value at the left end."""
    return staircase(s, b, omega, theta) * constant([0.0] + [1.0] * (s.m - 1), b)


@uniform.printed(
    r"For $\tau>4$ there are $n$ features (29) such that for every $f\in\mathcal F$ some coefficients "
    r"$\rho^\star_{f,i}$ satisfy for every $\|x\|_2\le1$: "
    r"$\left|f(x)-f(0)-\frac1n\sum_i\rho^\star_{f,i}\phi_i^{\mathsf{feature}}(x)\right|\le C_{\mathcal F}\left("
    r"\frac1\tau+\tau\varepsilon+\sqrt{\frac{\log|\mathcal N_\varepsilon|}n}\right)$; here for "
    + CLASS
    + r", and without $\tau\varepsilon$ and with $|\mathcal N_\varepsilon|=2$, which is the least for "
    r"$\varepsilon<1$" + STAIRCASE,
    bound=right_of_27,
)
def features_serve_the_class(
    s: Setting, prompt: Prompt, staircase: Array, answer: Callable[..., Array], bound: Bound
) -> Margin:
    """The distance of a function from its combination of fixed ramps."""
    error = absolute(value(prompt) - answer(represented(s, prompt, staircase)))
    allowed, moment = barron(prompt) * bound(s), sum(absolute(prompt.b) * prompt.omega, -1)
    # No function changes by more than its moment: the combination 0 has no larger error.
    return at_most(error, allowed).trivial_where(allowed - moment)


uniform.mutant("a third", bound=lambda s: right_of_27(s) / 3)
uniform.mutant("no constant ramp", staircase=without_the_first)
uniform.mutant("twice the coefficients", staircase=lambda s, b, omega, theta: staircase(s, b, omega, theta) * 2)

mass = PAPER.claim(
    "Lemma 1, (28)",
    id="lemma-1/eq-28",
    origin="read",
    summary="The coefficients of the features stay below four times the Barron parameter in the l1 norm",
    at=lines(295, 297),
    uses=["universal_approximation/lemma-5/eq-72"],
    settings=space(Cells, K=dims(1, 3, most=3), m=dims(7, 10)),
    prompts=functions,
)
mass.response(staircase)


@mass.printed(
    r"$|f(0)|+\frac1n\sum_i|\rho^\star_{f,i}|<4C_{\mathcal F}$, $C_{\mathcal F}>0$, for coefficients that "
    r"satisfy (27); here for " + CLASS + ", not all $B_k$ 0" + STAIRCASE,
    slack="2 would do for 4: the change from 0 to -1 and the variation over the cells are of the order of the "
    "frequency.",
    factor=Fraction(4),
)
def coefficients_are_small(s: Cells, prompt: Prompt, staircase: Array, factor: Fraction) -> Margin:
    """Whether the l1 norm of the coefficients with f(0) is below a multiple of the Barron parameter."""
    at_zero = absolute(sum(cosine(prompt.theta) * prompt.b, -1))
    total = at_zero + sum(sum(absolute(staircase), -1), -1)
    return at_least(sign(barron(prompt) * factor - total), 1)


mass.mutant("8/5 for 4", factor=Fraction(8, 5))
mass.mutant("1 for 4", factor=Fraction(1))
