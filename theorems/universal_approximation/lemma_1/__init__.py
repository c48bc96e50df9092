r"""All functions and all inputs at once: Lemma 1, (27) and (28), for classes of a few cosines.

(27): there are n features such that for every f some coefficients, which see f and not x, serve every x. The
proof takes coefficients that depend on x (``lemma-1/construction``); the statement is true all the same. For
every $\omega_k$ steep ramps in its direction at evenly spaced offsets make a staircase: one ramp with $t=-2$,
which is 1 on the ball, carries the change from 0 to $z=-1$, and the ramp in the middle of a cell the increment
over it. That is within $\widetilde C_{\mathcal F}(\frac1{m-1}+\frac1{4\tau})$, which (27) exceeds with the
constant 1 for $K\le3$, since $|\mathcal N_\varepsilon|\ge2$ for $\varepsilon<1$ (and (27) is trivial for larger
$\varepsilon$).

For other classes: let $|\rho_{f,i}|\le\Gamma_{\mathcal F}$. By minimax the best such coefficients for f miss
$f^{\mathsf{approx}}$ by at most $\Gamma_{\mathcal F}\sup_\nu(\mathbb
E|\langle\phi,\nu\rangle|-\frac1n\sum_i|\langle\phi_i,\nu\rangle|)$ over measures of mass 1, and that is
$O(\tau\varepsilon+\sqrt{\log M/n})$ for random features by symmetrisation and contraction, with M the covering
number of the ball alone. So (27), and (31) which is (27) at $\tau=1/\sqrt\varepsilon$, holds up to its
constant, and needs no cover of $\mathcal F$ (``lemma-1/directions`` computes an example).

(28) is strict, so that it wants $C_{\mathcal F}>0$; Lemma 2, (58a) and (79) divide by it, so that $\mathcal
F=\{0\}$ is not meant. It holds with 2 for 4 for the staircase (1.844 is the most that one cosine can reach),
and with 3 for 4 for the weights (80), of which each is at most $3\widetilde C_{\mathcal F}$
(``lemma-5/eq-72``), without the Hoeffding inequality and the probability 3/4 of the proof.

The proof, appendix A.1, has one pair (f, x) at a time, by Lemma 5 and Hoeffding's inequality (before (74)), and
makes them all pairs by a union bound over a cover. Where everything is known this is drawn: two frequencies
with the same $B_k\omega_k$, so that a fair coin chooses (``lemma-1/pair``); logistic units, for which
$\widetilde C_{\mathcal F}=\frac a4$ by (134), (79) draws $|\omega|/a$ with the density $4u/\sinh(\pi u)$ and
the phase is $\mp\frac\pi2$ (``lemma-1/logistic``); and Gaussian functions in the plane, for which $\widetilde
C_{\mathcal F}=\sqrt{\pi/2}$, norms have a $\chi$ law with three degrees of freedom and the phase is
$-\omega^\top c$ (``lemma-1/gaussian``). In (69) no $\varepsilon$ gives less than $1/\tau$, and
$\varepsilon=1/(2\tau)$ gives no more.

What a proof by certificate wants: a bound on the cosine (that it is 1-Lipschitz is enough), and the cases of
the at least 14 kinks of $m\ge7$ ramps.
"""

import math
from fractions import Fraction
from typing import Any

import torch
from torch import Generator, Tensor

from baselines.barron import phi
from baselines.barron_features import Gaussians, logistic_frequencies
from lemmata import (
    FigureRecord,
    Margin,
    Probability,
    Series,
    at_most,
    box,
    choices,
    dims,
    dyadics,
    in_ball,
    less_than,
    lines,
    mutants,
    printed,
    reals,
    signs,
    theorem,
    uniform,
)
from lemmata.numbers import (
    Array,
    Matrix,
    Number,
    Vector,
    abs,
    concat,
    constant,
    cos,
    exp,
    log,
    maximum,
    norm,
    pi,
    sqrt,
    sum,
)
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.cosines import WAVES, g, gamma

CELLS: dict[str, Any] = dict(K=dims(1, 3, most=3), m=dims(7, 10), n=lambda K, m: K * m)


def offsets(m: int) -> Vector:
    """The first ramp is 1 on the ball, the others stand in the middles of $m - 1$ cells."""
    return concat([[-2], constant([2 * k - 1 for k in range(1, m)]) / (m - 1) - 1])


def staircase(m: int, b: Vector, omega: Vector, theta: Vector) -> Matrix:
    """The coefficients over n, a row for each cosine: they see the function, not the input."""
    edges = 2 * constant(list(range(m))) / (m - 1) - 1
    values = b[:, None] * (cos(omega[:, None] * edges + theta[:, None]) - cos(theta)[:, None])
    return concat([values[:, :1], values[:, 1:] - values[:, :-1]], axis=1)


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
    no_constant_ramp=dict(
        staircase=lambda m, b, omega, theta: staircase(m, b, omega, theta) * constant([0] + [1] * (m - 1))
    ),
    twice_the_coefficients=dict(staircase=lambda m, b, omega, theta: 2 * staircase(m, b, omega, theta)),
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


# One function at one input, before (74)
GIVEN: dict[str, Any] = dict(
    n=choices(4, 64, 256), tau=dyadics(5, 64, of="(4, inf)"), b=dyadics(-1, 1), delta=choices(0.25, 0.0625)
)
MANY: dict[str, Any] = dict(n=256, tau=64.0, b=1.0, delta=0.25)
"""Many steep ramps."""


def within(
    error: Number, n: int, tau: Number, delta: Number, moment: Number, at_zero: Number, share: int
) -> Margin:
    """Whether the error is at most that of Lemma 5 and Hoeffding's inequality (over ``share``)."""
    bound = ((moment + at_zero) * 3 / tau + moment * 3 * sqrt(log(2 / delta) * 2 / n)) / share
    # The moment bounds the function itself.
    return at_most(abs(error), bound).trivial_where(bound - moment)


@theorem(
    PAPER,
    "Lemma 1, (27) for one pair",
    id="lemma-1/pair",
    rank="step",
    origin="read",
    at=lines(539, 541),
    kind=Probability(failure=lambda delta: delta),
    n=choices(4, 64, 1024),
    tau=dyadics(5, 64, of="(4, inf)"),
    omega=dyadics(0.25, 4, of="(0, inf)"),
    theta=dyadics(0, 6, of="(-inf, inf)"),
    b=dyadics(-1, 1),
    x=dyadics(-1, 1),
    delta=choices(0.25, 0.0625),
    t=uniform("n", low=-2, high=1),
    coin=signs("n"),  # for the size of a frequency
    side=signs("n"),  # for its sign
    examples=[dict(n=1024, tau=64.0, omega=1.0, theta=1.5, b=1.0, x=1.0, delta=0.25)],
)
@printed(
    r"For $\tau>4$ and $n$ features (29) drawn from (79), with probability at least $1-\delta$: "
    r"$\left|f(x)-f(0)-\frac1n\sum_i\rho_f(t_i,\omega_i)\phi_i^{\mathsf{feature}}(x)\right|\le\frac{3\CF}"
    r"\tau+3\widetilde \CF\sqrt{\frac{2\log(2/\delta)}n}$ with the weights (80), by (70) and Hoeffding's "
    r"inequality, for one pair $(f,x)$ and not yet for all of a cover: $f(x)=b\cos(\omega x+\theta)+\frac "
    r"b2\cos(2\omega x+\theta)$ of the class with $|b|\le1$ and any $\theta$, and $|x|\le1$; $\widetilde "
    r"\CF=2\omega$ and $\CF=2\omega+\frac32$."
)
@mutants({"1 for 3 in the weights": dict(factor=1), "a quarter of the bound": dict(share=4)})
def ramps_represent_at_a_point(n, tau, omega, theta, b, x, delta, t, coin, side, factor=3, share=1):
    """Random ramps represent a sum of two cosines at a point, with the weights (80)."""
    moment = 2 * omega
    exact = b * omega * sum(g(omega * constant([1, 2]), theta, x))
    # At -omega the phase is -theta, and the ramp looks the other way.
    rho = factor * moment * b * gamma(omega * (coin + 3) / 2, side * theta, t)
    mixture = sum(rho * phi((side * x - t) * tau)) / n
    bound = (3 * (moment + 3 / 2) / tau + 3 * moment * sqrt(2 * log(2 / delta) / n)) / share
    # No such function changes by more than its moment.
    return at_most(abs(mixture - exact), bound).trivial_where(bound - moment)


class of_logistic_units(reals):
    """Sizes of frequencies from (79) for logistic units with inner weight 1, ``(n,)``."""

    def sample(self, generator: Generator, batch: int) -> Tensor:
        return logistic_frequencies(batch * self.shape[0], generator).reshape(batch, -1)


@theorem(
    PAPER,
    "Lemma 1, logistic networks",
    id="lemma-1/logistic",
    rank="step",
    origin="read",
    at=lines(539, 541),
    kind=Probability(failure=lambda delta: delta),
    **GIVEN,
    a=dyadics(0.25, 4, of="(0, inf)"),
    x=dyadics(-1, 1),
    t=uniform("n", low=-2, high=1),
    omega=of_logistic_units("n"),
    side=signs("n"),
    examples=[dict(**MANY, a=4.0, x=-1.0)],
)
@printed(
    r"For $\tau>4$, $\|x\|_2\le1$ and $n$ features (29) drawn from (79), with probability at least $1-\delta$: "
    r"$\left|f(x)-f(0)-\frac1n\sum_i\rho_f(t_i,\omega_i)\phi_i^{\mathsf{feature}}(x)\right|\le\frac{3\CF}"
    r"\tau+3\widetilde \CF\sqrt{\frac{2\log(2/\delta)}n}$ with the weights (80), by (70) and Hoeffding's "
    r"inequality, for one pair $(f,x)$ and not yet for all of a cover: $f(x)=\frac b{1+e^{-ax}}$ on the line, "
    r"of the class with $|b|\le1$ and one $a$."
)
@mutants(the_other_sign=dict(phase=1), an_eighth_of_the_bound=dict(share=8))
def ramps_represent_logistic_units(n, tau, b, delta, a, x, t, omega, side, phase=-1, share=1):
    """Random ramps represent a logistic unit on the line at a point, with the weights (80)."""
    # At -omega the phase is the opposite one, and the ramp looks the other way.
    ramps = phi((side * x - t) * tau)
    mixture = 3 * a / 4 * b * sum(gamma(a * omega, side * pi() / 2 * phase, t) * ramps) / n
    exact = b * (1 / (1 + exp(-a * x)) - 1 / 2)
    return within(mixture - exact, n, tau, delta, a / 4, 1 / 2, share)


STEEP = 256.0


class of_gaussians(reals):
    """Frequencies from (79) for Gaussian functions in the plane, ``(n, 2)``."""

    def sample(self, generator: Generator, batch: int) -> Tensor:
        omega, _ = Gaussians(2, 1.0, 1.0).frequencies(batch * self.shape[0], generator)
        return omega.reshape(batch, *self.shape)


@theorem(
    PAPER,
    "Lemma 1, Gaussian functions",
    id="lemma-1/gaussian",
    rank="step",
    origin="read",
    at=lines(539, 541),
    kind=Probability(failure=lambda delta: delta),
    given=["c", "x"],
    **GIVEN,
    c=box(2, low=-4, high=4, of="(-inf, inf)"),
    x=in_ball(2, radius=1),
    t=uniform("n", low=-2, high=1),
    omega=of_gaussians("n", 2),
    examples=[dict(**MANY, c=torch.tensor([1.0, 0.0]).double(), x=torch.tensor([-1.0, 0.0]).double())],
)
@printed(
    r"For $\tau>4$, $\|x\|_2\le1$ and $n$ features (29) drawn from (79), with probability at least $1-\delta$: "
    r"$\left|f(x)-f(0)-\frac1n\sum_i\rho_f(t_i,\omega_i)\phi_i^{\mathsf{feature}}(x)\right|\le\frac{3\CF}"
    r"\tau+3\widetilde \CF\sqrt{\frac{2\log(2/\delta)}n}$ with the weights (80), by (70) and Hoeffding's "
    r"inequality, for one pair $(f,x)$ and not yet for all of a cover: $f(x)=b\exp(-\frac12\|x-c\|_2^2)$ in "
    r"the plane, of the class with $|b|\le1$ and any $c$."
)
@mutants(the_phase_of_the_mirror_image=dict(phase=1), an_eighth_of_the_bound=dict(share=8))
def ramps_represent_gaussians(n, tau, b, delta, c, x, t, omega, phase=-1, share=1):
    """Random ramps represent a Gaussian function in the plane at a point, with the weights (80)."""
    size, moment = norm(omega, axis=1), sqrt(pi() / 2)
    ramps = phi((omega @ x / size - t) * tau)
    mixture = 3 * moment * b * sum(gamma(size, omega @ c * phase, t) * ramps) / n
    exact = b * (exp(-((x - c) @ (x - c)) / 2) - exp(-(c @ c) / 2))
    return within(mixture - exact, n, tau, delta, moment, 1, share)


@ramps_represent_gaussians.figure
def error_against_n() -> FigureRecord:
    """How well n ramps represent Gaussian functions, over functions, inputs and draws."""
    counts, means = [4, 16, 64, 256, 1024, 4096], []
    family, generator = Gaussians(2, 1.0, 1.0), Generator().manual_seed(0)
    for n in counts:
        errors = []
        for _ in range(32):
            features = family.draw(n, generator)
            b, c, x = (torch.rand(16, k, generator=generator).double() * 2 - 1 for k in (1, 2, 2))
            x = x / 2**0.5
            direction = features.omega / norm(features.omega)[:, None]
            ramps = phi((x @ direction.mT - features.t) * STEEP)
            zero = family.value(torch.zeros_like(x[:1]), b, c)[:, 0]
            exact = torch.stack([family.value(x[k : k + 1], b[k], c[k])[0] for k in range(16)])
            errors.append((ramps * family.weights(features, b, c)).mean(-1) - exact + zero)
        means.append(float(torch.stack(errors).square().mean().sqrt()))
    sizes = [float(n) for n in counts]
    floor, slow = 3 * family.parameter / STEEP, 3 * family.moment * (2 * math.log(8)) ** 0.5
    line = [floor + slow / n**0.5 for n in sizes]
    return FigureRecord(
        title="Feature error against the number of features, Gaussian functions in the plane",
        x_label="features $n$",
        y_label="root mean square error",
        caption="Random functions and inputs, features drawn from (79), $\\tau=256$, $\\delta=1/4$.",
        series=(
            Series("random ramps", sizes, means),
            Series("Lemma 5 and Hoeffding", sizes, line, role="bound"),
        ),
        log_x=True,
        log_y=True,
    )


@theorem(
    PAPER,
    "(69)",
    id="lemma-1/eq-69",
    rank="step",
    origin="read",
    at=lines(588, 600),
    tau=dyadics(2, 64, of="[2, inf)"),
    eps=box(1, low=0.00390625, high=0.5, of="(0, 1/2]"),
    x=reals(1),
)
@printed(
    r"$\delta_\tau=\frac1\tau$ for $\tau\ge2$: $\frac1\tau\le2\varepsilon+|\phi(\pm\tau\varepsilon)-\mathbb "
    r"1(\pm\varepsilon>0)|$ for all $0<\varepsilon\le\frac12$, and $2\varepsilon+|\phi(\tau u)-\mathbb "
    r"1(u>0)|\le\frac1\tau$ for $\varepsilon=\frac1{2\tau}$ and all $|u|\ge\varepsilon$, drawn as "
    r"$|u|=\varepsilon+|x|$."
)
@mutants(
    one_percent_more=dict(below=Fraction(101, 100)),
    one_percent_less=dict(above=Fraction(99, 100)),
    tau_below_2=dict(tau=dyadics(0.5, 1.5)),
)
def distance_from_the_step(tau, eps, x, below=1, above=1):
    """The distance of the steep ramp from the unit step is one over the steepness."""

    def jump(size: Array) -> Array:
        return maximum(1 - phi(size * tau), phi(-size * tau))

    cut, level = 1 / (2 * tau), 1 / tau + 0 * x
    attained = jump(abs(x) + cut) + 2 * cut
    return at_most(concat([level * below, attained]), concat([2 * eps + jump(eps), level * above]))
