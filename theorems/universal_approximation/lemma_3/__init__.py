r"""T inexact proximal gradient steps of size 1/(2n) bring the Lasso objective near that of $\rho^*$.

Lemma 3, (41) under (40), $T=(L-1)/2$, names no least n. It is read with $n\ge2$: its features are those of
Lemma 1, whose $n\ge c_0\log|\mathcal N_\varepsilon|$ is that for $c_0\ge2$ and $\varepsilon<1$, where the cover
has at least two elements. The proof wants a step of at most one over the smoothness constant $2(n+1)$, and
$\eta=\frac1{2n}$ is longer (``lemma-3/eq-97/eq-104``). For $n\ge2$ it does all the same, for all data: an exact
step from $\rho$ to $\rho^+$ has
$\ell(\rho^+)\le\ell(\rho^\star)+n(\|\rho-\rho^\star\|_2^2-\|\rho^+-\rho^\star\|_2^2)+\|\rho^+-\rho\|_2^2$ and
$(n-1)\|\rho^+-\rho\|_2^2\le\ell(\rho)-\ell(\rho^+)$; the sum over all steps, with (98) and (100) for the
errors, is the statement. (41) follows, as the term beside that of the paper is at most of the order of
$C_{\mathcal F}^2/T$:
$\ell(0)-\ell(\rho^\star)\le\frac2N\sum_iy_i\phi_i^\top\rho^\star-\lambda\|\rho^\star\|_1$, where f is of the
order of $C_{\mathcal F}$, and the mean of $z_i\phi_i^\top\rho^\star$, a single one, at most $\sqrt{20\log
N/N}\,\sigma\|\rho^\star\|_1$ with probability $1-O(N^{-10})$, which $\lambda$ outweighs if the constant of (40)
is at least 9.

At $n=1$ the step is twice one over the smoothness constant, and the method need not converge: if f is a
constant $c$, the feature is 1 at all inputs and nothing is noisy, the iterates alternate forever between 0 and
$(c-\frac\lambda2,c-\frac\lambda2)$, and both have the objective $c^2$, while $\ell(\rho^\star)=\lambda|c|$.
With $\eta=\frac1{2(n+1)}$ it converges for every n (``lemma-3/shorter-step``).

Of the proof, appendix A.3, here are the last line of (99); (100), what an error after a step costs, and the
power 1/3 for the 1/2 of (30) there, which makes no equality (at $\varepsilon\to0$ the ratio is $(\log|\mathcal
N_\varepsilon|/n)^{1/6}$); the first iterate, after (102); and the penalty, which Lemma 2 wants larger than (40)
has it. With (58a) of Lemma 4 it is large enough. What becomes of (42) is the claim ``lemma-3/eq-42``.
"""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from lemmata import (
    Margin,
    amended,
    at_least,
    at_most,
    box,
    dims,
    dyadics,
    equal,
    lines,
    mutants,
    printed,
    reals,
    scales,
    some,
    theorem,
)
from lemmata.numbers import Array, Number, Vector, abs, log, max, relu, sqrt, sum, where, zeros
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lasso import design, excess, inexact_steps, l1, objective, slope, step

INEXACT: dict[str, Any] = dict(
    n=dims(1, 3),
    N=dims(1, 3),
    T=dims(1, 4),
    lam=dyadics(0, 2, of="[0, inf)"),
    features=box("N", "n", low=0, high=1),
    y=reals("N"),
    rho_star=reals("n + 1"),
    errors=reals("T", "n + 1"),
    size=box(1, low=0, high=1),  # a factor of all errors
)


@theorem(
    PAPER, "Lemma 3, (41)", origin="read", at=lines(369, 377), **INEXACT | {"n": dims(2, 3), "T": dims(1, 8)}
)
@printed(
    r"Let $n\ge2$, which the $n\ge c_0\cover$ of Lemma 1 is for a large $c_0$; $\rho_0=0$, $\eta=\frac1{2n}$, "
    r"features in $[0,1]$, any labels, $\lambda\ge0$, $\rho^\star$ and $e_t$, and "
    r"$\varepsilon=\max_t\|e_t\|_1$. Then $\ell(\rho_T)\le\ell(\rho^\star)+\frac1T\left(n\|\rho^"
    r"\star\|_2^2+\frac{\max\{\ell(0)-\ell(\rho^\star),0\}}{n-1}\right)+\varepsilon\left(2n(R+\|\rho^"
    r"\star\|_1)+T(2Y+2R+\lambda)\right)$ with $R=\max_{k\le "
    r"T}\|\rho_k\|_1$, $Y=\frac1N\sum_i|y_i|$: under (40), with probability $1-O(N^{-10})$, at most the right "
    "side of (41) (argued in the notes, not checked)."
)
@mutants(
    no_term_with_epsilon=dict(inexact=0),
    a_quarter_of_the_first_term=dict(share=4),
    twice_the_step=dict(k=lambda n: n),
)
def lemma_3(n, T, lam, features, y, rho_star, errors, size, answer, k=lambda n: 2 * n, share=1, inexact=1):
    r"""Inexact steps of size 1/(2n) reach the objective of $\rho^*$ at the rate n/L."""
    phi = design(features)
    path = inexact_steps(phi, y, lam, errors * size, k)
    at_0, aim = y @ y / len(y), objective(phi, y, lam, rho_star)
    E, R, Y = max(sum(abs(errors * size), 1)), max([l1(rho) for rho in path]), l1(y) / len(y)
    exact = (n * (rho_star @ rho_star) + relu(at_0 - aim) / (n - 1)) / T / share
    bound = aim + exact + E * (2 * n * (R + l1(rho_star)) + T * (2 * Y + 2 * R + lam)) * inexact
    return at_most(objective(phi, y, lam, answer(path[-1])), bound).trivial_where(bound - at_0)


@theorem(
    PAPER,
    "Lemma 3, (41), a shorter step",
    id="lemma-3/shorter-step",
    rank="step",
    origin="ours",
    at=lines(369, 377),
    **INEXACT,
)
@printed(
    r"For every $n\ge1$, $\rho_0=0$ and $\eta=\frac1{2(n+1)}$, features in $[0,1]$, any labels, $\lambda\ge0$ "
    r"and $\rho^\star$, with $\varepsilon=\max_{k}\|e_k\|_1$: $\ell(\rho_T)\le\ell(\rho^\star)+\frac{(n+1)\|"
    r"\rho^\star\|_2^2}T+\varepsilon\left(2(n+1)(R+\|\rho^\star\|_1)+T(2Y+2R+\lambda)\right)$, $R=\max_{k\le "
    r"T}\|\rho_k\|_1$, $Y=\frac1N\sum_i|y_i|$."
)
@mutants(
    no_term_with_epsilon=dict(inexact=0),
    a_step_four_times_as_long=dict(k=lambda n: (n + 1) / 2),
    no_first_term=dict(exact=0),
)
def objective_after_T_steps(
    N, lam, features, y, rho_star, errors, size, answer, k=lambda n: 2 * (n + 1), exact=1, inexact=1
):
    r"""For every n steps of size 1/(2(n + 1)) reach the objective of $\rho^*$ at the rate (n + 1)/T."""
    phi = design(features)
    path = inexact_steps(phi, y, lam, errors * size, k)
    bound = objective(phi, y, lam, rho_star) + excess(y, lam, rho_star, errors * size, path, exact, inexact)
    # The objective of 0 is y @ y / N.
    return at_most(objective(phi, y, lam, answer(path[-1])), bound).trivial_where(bound - y @ y / N)


# The proof, appendix A.3
@theorem(
    PAPER,
    "(99)",
    id="lemma-3/eq-99",
    rank="slip",
    at=lines(859, 862),
    n=dims(1, 4),
    t=dims(1, 4),
    rho_star=reals("n + 1"),
)
@printed(
    r"$\frac nt\|\rho_0-\rho^\star\|_2^2=\frac nt\|\rho^\star\|_1^2$ for $\rho_0=0$ (the term with the errors "
    "$e_k$ is the same on both sides).",
    defect="typo",
    because="The norm on the left is the Euclidean one: with two entries or more that are not 0 it is smaller.",
    fails_where=lambda rho_star: sum(where(rho_star != 0, 1, 0)) >= 2,
    compare=equal,
)
@amended(
    r"$\frac nt\|\rho_0-\rho^\star\|_2^2\le\frac nt\|\rho^\star\|_1^2$ for $\rho_0=0$.",
    because=r"The Euclidean norm is at most the $\ell_1$ norm, and the proof uses no more.",
    adds="an inequality for the equality",
    compare=at_most,
)
@mutants({"9/10 of the right side": dict(share=Fraction(9, 10)), "an equality": dict(compare=equal)})
def distance_of_the_start(n, t, rho_star, compare: Callable[[Array, Array], Margin], share=1):
    r"""The squared distance of the start 0 to $\rho^*$ is the squared $\ell_1$ norm of $\rho^*$."""
    return compare(n / t * (rho_star @ rho_star), n / t * sum(abs(rho_star)) ** 2 * share)


@theorem(
    PAPER,
    "(100), before (a)",
    id="lemma-3/eq-100",
    rank="step",
    at=lines(866, 869),
    n=dims(1, 4),
    N=dims(1, 4),
    lam=dyadics(0, 2, of="[0, inf)"),
    features=box("N", "n", low=-1, high=1),
    y=reals("N"),
    rho=reals("n + 1"),
    e=reals("n + 1"),
)
@printed(
    r"$\ell(\rho+e)-\ell(\rho)\le\|e\|_1\left(\left\|\frac2N\sum_i(y_i-\phi_i^\top(\rho+e))\phi_i\right\|_"
    r"\infty+\lambda\right)$ for all $\rho$ and $e$, here those of the proof, $\rho^\star_{t+1}$ and "
    r"$e_{t+1}$, among them, features in $[-1,1]$ and $\ell$ of (32)."
)
@mutants(the_residual_at_rho=dict(at=lambda rho: rho), no_penalty=dict(penalty=0))
def cost_of_an_error(lam, features, y, rho, e, at=lambda rho, e: rho + e, penalty=1):
    r"""An error after a step costs at most its $\ell_1$ norm times the largest slope of the objective."""
    phi = design(features)
    largest = max(abs(slope(phi, y, at))) + lam * penalty
    return at_most(objective(phi, y, lam, rho + e), objective(phi, y, lam, rho) + l1(e) * largest)


@theorem(
    PAPER,
    "(30) after (100)",
    id="lemma-3/eq-100/exponent",
    rank="slip",
    origin="read",
    at=lines(876),
    k=some(scales(0, 6), weaker="larger", fails_at=lambda k: dict(k=k)),
    u=box(1, low=2.0**-6, high=1),
    v=box(1, low=2.0**-6, high=1),
)
@printed(
    r"$\edis=\CF\left(\sqrt\varepsilon+\left(\frac{\cover}n\right)^{1/3}\right)$ up to constants, that is "
    r"$\sqrt\varepsilon+\left(\frac{\cover}n\right)^{1/3}\le k\left(\sqrt\varepsilon+\left(\frac{"
    r"\cover}n\right)^{1/2}\right)$ for some $k$, with the $\edis$ of (30); drawn as $u=\varepsilon^{1/24}$ "
    r"and $v=\left(\frac{\cover}n\right)^{1/24}$.",
    defect="typo",
    because="The power is 1/2 in (30) and 1/3 here.",
)
def exponent(k, u, v):
    r"""The error (30) is $C_F$ by the root of $\varepsilon$ and the cube root of $\log |N_\varepsilon|/n$."""
    return at_most(u**12 + v**8, k * (u**12 + v**12))


@amended(
    r"$\edis\le c_{\mathsf{dis}}\CF\left(\sqrt\varepsilon+\left(\frac{\cover}n\right)^{1/3}\right)$ for "
    r"$n\ge\cover$ and the $\edis$ of (30), both sides over $c_{\mathsf{dis}}\CF$; drawn as "
    r"$u=\varepsilon^{1/24}$ and $v=\left(\frac{\cover}n\right)^{1/24}$.",
    of=exponent,
    because="Only an upper bound is used.",
    adds=r"$n \ge \log |N_\varepsilon|$, an inequality for the equality",
    u=box(1, low=0, high=1),
    v=box(1, low=0, high=1),
)
@mutants({"the power 2/3": dict(power=16), "the power 1": dict(power=24)})
def upper_bound_of_the_error(u, v, power=8):
    """The error (30) against that with another power, as powers of the 24th roots."""
    return at_most(u**12 + v**12, u**12 + v**power)


def outside(top: Number, e: Vector) -> Number:
    return sum(relu(top) + abs(e))


@theorem(
    PAPER,
    "after (102)",
    id="lemma-3/first-iterate",
    rank="step",
    at=lines(896, 899),
    pinned={"y": "$f = 0$ and no noise: nothing is random, so that what fails does so with probability 1"},
    n=dims(1, 4),
    N=dims(1, 4),
    lam=dyadics(0, 2, of="[0, inf)"),
    features=box("N", "n", low=-1, high=1),
    y=reals("N"),
    e=reals("n + 1"),
)
@printed(
    r"With probability at least $1-O(N^{-20})$, for $\rho_1=\mathsf{ST}_{\lambda\eta}\left(\frac{2"
    r"\eta}N\sum_iy_i\phi_i\right)+e_1$, which is (38b) from $\rho_0=0$, $\eta=\frac1{2n}$ and "
    r"$\lambda\ge2c\rate\sigma$: $\|\rho_1\|_1\le\sum_{k=1}^n\max\left\{\left\|\frac{2"
    r"\eta}N\sum_iy_i\phi_i\right\|_\infty+|e_{1,k}|-\lambda\eta,0\right\}$; refuted for $f=0$ and $z=0$, "
    r"where nothing is random and $\sigma$ is as small as one likes.",
    defect="proof-step",
    because="(38b) adds the error after the thresholding, and there are $n + 1$ entries: for $f = 0$, $z = 0$ "
    "and a positive penalty it fails for every error but 0.",
    fails_where=lambda e: l1(e) > 0,
    lam=dyadics(0.125, 2, of="(0, inf)"),
    features=box("N", "n", low=0, high=1),
    y=box("N", low=0, high=0),
    bound=lambda top, e: sum(relu(top + abs(e[:-1]))),
)
@amended(
    r"For any $y$, features in $[-1,1]$, $\rho_1=\mathsf{ST}_{\lambda\eta}\left(\frac{2"
    r"\eta}N\sum_iy_i\phi_i\right)+e_1$, $\eta=\frac1{2n}$ and $\lambda\ge0$: $\|\rho_1\|_1\le\sum_{k=1}^{n+1}"
    r"\left(\max\left\{\left\|\frac{2\eta}N\sum_iy_i\phi_i\right\|_\infty-\lambda\eta,0\right\}+|e_{1,k}|"
    r"\right)$.",
    because="The error stands outside, and all entries are summed.",
    adds="the error outside of the thresholding, all $n + 1$ entries, every sample",
    bound=outside,
)
@mutants(
    the_last_entry_left_out=dict(bound=lambda top, e: outside(top, e[:-1])),
    no_error=dict(bound=lambda top, e: outside(top, 0 * e)),
)
def first_iterate(n, N, lam, features, y, e, bound: Callable[[Number, Vector], Number]):
    """The first inexact iterate is bounded by its correlations and its error, thresholded together."""
    phi = design(features)
    top = max(abs(y @ phi)) / (N * n) - lam / (2 * n)
    return at_most(l1(step(phi, y, lam, zeros(n + 1), 2 * n) + e), bound(top, e))


def many(K: float) -> dict[str, Any]:
    """So many examples that the penalty is small beside 1 / K."""
    return dict(k=16 + 3 * math.ceil(math.log2(K)), K=K)


@theorem(
    PAPER,
    "Lemma 3, use of (37)",
    id="lemma-3/penalty/use-of-37",
    rank="step",
    origin="read",
    at=lines(891, 894),
    k=dims(1, 64),
    N=lambda k: 2**k,
    K=some(scales(0, 10), weaker="larger", fails_at=many),  # the constant of (40) over that of Lemma 2
    C=box(1, low=1 / 8, high=4, of="(0, inf)"),
    sigma=box(1, low=0, high=4, of="[0, inf)"),
    share=box(1, low=1 / 2, high=4, of="[1/2, inf)"),  # $\varepsilon_{\mathsf{dis}}$ over $C_{\mathcal F}$
    examples=[dict(k=64, K=1024.0)],
)
@printed(
    r"For some universal $K$, the quotient of the constants of (40) and of Lemma 2, and all $N\ge2$: "
    r"$\lambda=K\rate(\CF+\sigma)$ implies $\lambda\ge\rate\sigma+\CF^{-1}\edis^2$; here with $N=2^k$ and "
    r"$\cover\ge\frac n4$ (any other share that does not fall with $N$ fails alike), so that "
    r"$\edis\ge\frac12\CF$ by (30), $c_{\mathsf{dis}}\ge1$.",
    defect="proof-step",
    because="The discretisation error does not fall with N.",
    falls_with="universal_approximation/lemma-3/eq-42",
)
@amended(
    r"For all $K\ge1$ and $N\ge2$: $\lambda=K\left(\rate(\CF+\sigma)+\CF^{-1}\edis^2\right)$ implies "
    r"$\lambda\ge\rate\sigma+\CF^{-1}\edis^2$; here with $N=2^k$ and $\edis\ge\frac12\CF$.",
    because="(58a) has the missing term.",
    adds=r"$\varepsilon_{\mathrm{dis}}^2/C_F$ in $\lambda$",
    K=scales(0, 10, of="[1, inf)"),
    error=1,
)
@mutants(half_of_the_new_term=dict(error=Fraction(1, 2)), no_noise=dict(noise=0))
def penalty_is_large_enough(N, K, C, sigma, share, error=0, noise=1):
    """Every penalty that Lemma 3 allows is one that Lemma 2 allows."""
    root, eps_dis = sqrt(log(N) / N), C * share
    lam = K * (root * (C + sigma) * noise + eps_dis**2 / C * error)
    return at_least(lam, root * sigma + eps_dis**2 / C)
