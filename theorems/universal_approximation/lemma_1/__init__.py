r"""All functions and all inputs at once: Lemma 1, (27) and (28), on the line.

(27): there are n features such that for every f some coefficients, which see f and not x, serve every x.
The proof takes coefficients that depend on x (claim ``lemma-1/cover``); the statement is true all the same.
On the line steep ramps at evenly spaced offsets make a staircase: one ramp with $t=-2$, which is 1 on the
ball, carries $f(-1)-f(0)$, and the ramp in the middle of a cell carries the increment of f over it. That is
within $\widetilde C_{\mathcal F}(\frac1{n-1}+\frac1{4\tau})$, which (27) exceeds with the constant 1 for
$n\ge4$, since $|\mathcal N_\varepsilon|\ge2$ for $\varepsilon<1$ (and (27) is trivial for larger
$\varepsilon$).

In several dimensions: let $|\rho_{f,i}|\le\Gamma_{\mathcal F}$. By minimax the best such coefficients for f
miss $f^{\mathsf{approx}}$ by at most $\Gamma_{\mathcal F}\sup_\nu(\mathbb
E|\langle\phi,\nu\rangle|-\frac1n\sum_i|\langle\phi_i,\nu\rangle|)$ over measures of mass 1, and that is
$O(\tau\varepsilon+\sqrt{\log M/n})$ for random features by symmetrisation and contraction, with M the
covering number of the ball alone. So (27), and (31) which is (27) at $\tau=1/\sqrt\varepsilon$, holds up to
its constant, and needs no cover of $\mathcal F$ (``lemma-1/directions`` computes an example).

(28), $|f(0)|+\frac1n\sum_i|\rho_{f,i}|<4C_{\mathcal F}$, is strict, and fails for $\mathcal F=\{0\}$, where
its right side is 0, whatever the coefficients. With 3 for 4 and without strictness it holds, for the
staircase (here) and for the weights (80), of which each is at most $3\widetilde C_{\mathcal F}$
(``lemma-5/eq-72``), without the Hoeffding inequality and the probability 3/4 of the proof (before (74)).

The proof, appendix A.1, rests on ``lemma_5``: one pair (f, x) at a time is ``pair`` (with ``gaussian`` and
``logistic`` for other classes), all pairs ``cover`` and ``construction``, the value of (69) ``eq_69``.
"""

from collections.abc import Callable
from dataclasses import dataclass

import torch

from baselines.barron import phi
from lemmata import Margin, Prompt, Space, at_least, at_most, box, dims, dyadics, lines, space
from lemmata.numbers import Array, absolute, as_array, concatenate, constant, log, sign, sqrt, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.cosines import cosine


@dataclass(frozen=True)
class Setting:
    n: int
    tau: float


settings = space(Setting, n=dims(4, 7), tau=dyadics(4, 32, open_low=True))


def prompts(s: Setting) -> Space:
    """A function with two terms, and an input."""
    return space(
        b=box(2, low=-1.0, high=1.0),
        omega=box(2, low=0.125, high=8.0),
        theta=box(2, low=0.0, high=6.25),
        x=box(1, low=-1.0, high=1.0),
    )


def change(b: Array, omega: Array, theta: Array, x: Array) -> Array:
    """The function minus its value at 0, at points ``(batch or 1, m)``: ``(batch, m)``."""
    at = cosine(x[:, :, None] * omega[:, None] + theta[:, None])
    zero = cosine(theta[:, None])
    return sum((at - zero) * b[:, None], -1)


def offsets(s: Setting, like: Array) -> Array:
    """The first ramp is 1 on the ball, the others stand in the middles of n - 1 cells."""
    middles = constant(torch.arange(1, s.n) * 2 - 1, like) / (s.n - 1) - 1
    return concatenate([-2, middles], 0)


def staircase(s: Setting, b: Array, omega: Array, theta: Array) -> Array:
    """The coefficients over n, ``(batch, n)``: they see the function, not the input."""
    edges = constant(torch.arange(s.n), b)[None] * 2 / (s.n - 1) - 1
    values = change(b, omega, theta, edges)
    return concatenate([values[:, :1], values[:, 1:] - values[:, :-1]], 1)


def barron(prompt: Prompt) -> Array:
    """C_F for the class with B_k = |b_k| and any phases: ``(batch,)``."""
    return sum(absolute(prompt.b) * (prompt.omega + 1), -1)


uniform = PAPER.claim(
    "Lemma 1, (27)",
    id="lemma-1",
    rank="headline",
    origin="read",
    at=lines(291, 303),
    settings=settings,
    prompts=prompts,
)
uniform.response(staircase)

Bound = Callable[[Setting], Array]


def right_of_27(s: Setting) -> Array:
    """With the constant 1, the smallest covering number below eps = 1, and no term in eps."""
    return 1 / s.tau + sqrt(log(as_array(2, s.tau)) / s.n)


def without_the_first(s: Setting, b: Array, omega: Array, theta: Array) -> Array:
    """Nothing carries the value at the left end."""
    return staircase(s, b, omega, theta) * constant([0.0] + [1.0] * (s.n - 1), b)


@uniform.printed(
    r"There are features (29) such that for every $f\in\mathcal F$ some coefficients "
    r"$\rho^\star_{f,i}$ satisfy "
    r"$\left|f(x)-f(0)-\frac1n\sum_i\rho^\star_{f,i}\phi_i^{\mathsf{feature}}(x)\right|\le C_{\mathcal F}\left("
    r"\frac1\tau+\tau\varepsilon+\sqrt{\frac{\log|\mathcal N_\varepsilon|}n}\right)$ for every "
    r"$\|x\|_2\le1$; here "
    r"with $|\mathcal N_\varepsilon|=2$ and no $\tau\varepsilon$.",
    bound=right_of_27,
)
def features_serve_the_class(s: Setting, prompt: Prompt, staircase: Array, bound: Bound) -> Margin:
    """A few ramps serve every function at every input, with coefficients of its own."""
    ramps = phi((prompt.x - offsets(s, prompt.x)) * s.tau)
    value = change(prompt.b, prompt.omega, prompt.theta, prompt.x)[:, 0]
    error = absolute(value - sum(ramps * staircase, -1))
    return at_most(error, barron(prompt) * bound(s))


uniform.mutant("a tenth", bound=lambda s: right_of_27(s) / 10)
uniform.mutant("no constant ramp", bound=right_of_27, staircase=without_the_first)
uniform.mutant(
    "twice the coefficients",
    bound=right_of_27,
    staircase=lambda s, b, omega, theta: staircase(s, b, omega, theta) * 2,
)

mass = PAPER.claim("Lemma 1, (28)", id="lemma-1/eq-28", at=lines(295, 297), settings=settings, prompts=prompts)
mass.response(staircase)


@mass.printed(
    r"$|f(0)|+\frac1n\sum_i|\rho^\star_{f,i}|<4C_{\mathcal F}$.",
    defect="typo",
    because="For the class that holds 0 alone both sides are 0.",
    compare=lambda total, C: at_least(sign(C * 4 - total), 1),
)
@mass.amended(
    r"$|f(0)|+\frac1n\sum_i|\rho^\star_{f,i}|\le3C_{\mathcal F}$.",
    because="The staircase has it, and so have the weights (80), by (72).",
    adds="3 for 4, equality allowed",
    compare=lambda total, C: at_most(total, C * 3),
)
def coefficients_are_small(
    s: Setting, prompt: Prompt, staircase: Array, compare: Callable[[Array, Array], Margin]
) -> Margin:
    """The coefficients have a small l1 norm."""
    zero = cosine(prompt.theta)
    total = absolute(sum(zero * prompt.b, -1)) + sum(absolute(staircase), -1)
    return compare(total, barron(prompt))


mass.mutant("once", compare=lambda total, C: at_most(total, C))
mass.mutant("half", compare=lambda total, C: at_most(total, C / 2))
