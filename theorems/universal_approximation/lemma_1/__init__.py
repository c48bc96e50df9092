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

What a proof by certificate wants: a bound on the cosine (that it is 1-Lipschitz is enough), and the cases of
the at least 14 kinks of $m\ge7$ ramps.
"""

from fractions import Fraction
from typing import Any

from baselines.barron import phi
from lemmata import at_most, box, dims, dyadics, less_than, lines, mutants, printed, theorem
from lemmata.numbers import Matrix, Vector, abs, concat, constant, cos, log, sqrt, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.cosines import WAVES

CELLS: dict[str, Any] = dict(K=dims(1, 3, most=3), m=dims(7, 10), n=lambda K, m: K * m)


def offsets(m: int) -> Vector:
    """The first ramp is 1 on the ball, the others stand in the middles of $m - 1$ cells."""
    return concat([[-2], constant([2 * k - 1 for k in range(1, m)]) / (m - 1) - 1])


def staircase(m: int, b: Vector, omega: Vector, theta: Vector) -> Matrix:
    """The coefficients over n, a row for each cosine: they see the function, not the input."""
    edges = 2 * constant(list(range(m))) / (m - 1) - 1
    values = b[:, None] * (cos(omega[:, None] * edges + theta[:, None]) - cos(theta)[:, None])
    return concat([values[:, :1], values[:, 1:] - values[:, :-1]], axis=1)


def without_the_first(m: int, b: Vector, omega: Vector, theta: Vector) -> Matrix:
    """Nothing carries the value at the left end."""
    return staircase(m, b, omega, theta) * constant([0] + [1] * (m - 1))


def twice(m: int, b: Vector, omega: Vector, theta: Vector) -> Matrix:
    """Twice the coefficients."""
    return 2 * staircase(m, b, omega, theta)


@theorem(
    PAPER,
    "Lemma 1, (27)",
    rank="headline",
    origin="read",
    at=lines(291, 303),
    uses=["universal_approximation/lemma-5", "universal_approximation/lemma-5/eq-72"],
    **CELLS,
    tau=dyadics(4, 1024, open_low=True, of="(4, inf)"),
    **WAVES,
    z=box("K", low=-1, high=1),
    examples=[dict(K=3, m=7, tau=1024.0)],
)
@printed(
    r"For $\tau>4$ there are $n$ features (29) such that for every $f\in\mathcal F$ some coefficients "
    r"$\rho^\star_{f,i}$ satisfy for every $\|x\|_2\le1$: $\left|f(x)-f(0)-\frac1n\sum_i\rho^\star_{f,i}"
    r"\phi_i^{\mathsf{feature}}(x)\right|\le \CF\left(\frac1\tau+\tau\varepsilon+\sqrt{\frac{\cover}n}"
    r"\right)$; here for $\mathcal F=\{\sum_{k\le K}b_k\cos(\omega_k^\top x+\theta_k):|b_k|\le B_k\}$ with "
    r"any $\theta_k$, so that $\CF=\sum_kB_k(1+\|\omega_k\|_2)$, which is least for $B_k=|b_k|$, with "
    r"$K\le3$, $n=Km$ and $m\ge7$, and without $\tau\varepsilon$ and with $|\mathcal N_\varepsilon|=2$, which "
    r"is the least for $\varepsilon<1$, and the coefficients of a staircase, $n$ times the change of each "
    r"$b_k\cos(\omega_k^\top x+\theta_k)$ from $z=0$ to $z=-1$ and over $m-1$ equal cells of $[-1,1]$, "
    r"$z=\omega_k^\top x/\|\omega_k\|_2$."
)
@mutants(
    a_third=dict(share=3),
    no_constant_ramp=dict(staircase=without_the_first),
    twice_the_coefficients=dict(staircase=twice),
)
def features_serve_the_class(n, m, tau, omega, theta, b, z, answer, staircase=staircase, share=1):
    """A few fixed ramps represent every function of a class at every input of the ball, up to (27)."""
    value = sum(b * (cos(omega * z + theta) - cos(theta)))
    represented = sum(phi((z[:, None] - offsets(m)) * tau) * staircase)
    allowed = sum(abs(b) * (1 + omega)) * (1 / tau + sqrt(log(2) / n)) / share
    # No function changes by more than its moment: the combination 0 has no larger error.
    return at_most(abs(value - answer(represented)), allowed).trivial_where(allowed - sum(abs(b) * omega))


@theorem(
    PAPER,
    "Lemma 1, (28)",
    id="lemma-1/eq-28",
    origin="read",
    at=lines(295, 297),
    uses=["universal_approximation/lemma-5/eq-72"],
    **CELLS,
    **WAVES,
    where=lambda b: sum(abs(b)) > 0,
)
@printed(
    r"$|f(0)|+\frac1n\sum_i|\rho^\star_{f,i}|<4\CF$, $\CF>0$, for coefficients that satisfy (27); here for "
    r"$\mathcal F=\{\sum_{k\le K}b_k\cos(\omega_k^\top x+\theta_k):|b_k|\le B_k\}$ with any $\theta_k$, so "
    r"that $\CF=\sum_kB_k(1+\|\omega_k\|_2)$, which is least for $B_k=|b_k|$, with $K\le3$, $n=Km$ and "
    r"$m\ge7$, not all $B_k$ 0, and the coefficients of a staircase, $n$ times the change of each "
    r"$b_k\cos(\omega_k^\top x+\theta_k)$ from $z=0$ to $z=-1$ and over $m-1$ equal cells of $[-1,1]$, "
    r"$z=\omega_k^\top x/\|\omega_k\|_2$.",
    slack="2 would do for 4: the change from 0 to -1 and the variation over the cells are of the order of the "
    "frequency.",
)
@mutants({"8/5 for 4": dict(factor=Fraction(8, 5)), "1 for 4": dict(factor=1)})
def coefficients_are_small(omega, theta, b, staircase=staircase, factor=4):
    r"""The coefficients of the features stay below four times the Barron parameter in the $\ell_1$ norm."""
    return less_than(abs(sum(b * cos(theta))) + sum(abs(staircase)), factor * sum(abs(b) * (1 + omega)))
