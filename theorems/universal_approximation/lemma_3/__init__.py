r"""T inexact proximal gradient steps of size 1/(2n) bring the Lasso objective near that of $\rho^*$.

(41) of Lemma 3, under (40): a universal $c_1$ with $\ell(\rho_T)\le\ell(\rho^\star)+c_1nC_{\mathcal
F}^2/L+c_1(L+n)\varepsilon_{\mathsf{approx}}(\dots)$, where $T=(L-1)/2$. The lemma names no least n. It is read
with $n\ge2$: its features are those of Lemma 1, whose $n\ge c_0\log|\mathcal N_\varepsilon|$ is that for
$c_0\ge2$ and $\varepsilon<1$, where the cover has at least two elements.

The proof wants a step of at most one over the smoothness constant $2(n+1)$, and $\eta=\frac1{2n}$ is longer
(``lemma-3/eq-97/eq-104``). For $n\ge2$ it does all the same, for all data and with explicit constants, for
$R=\max_{k\le T}\|\rho_k\|_1$ and $Y=\frac1N\sum_i|y_i|$. An exact step from $\rho$ to $\rho^+$ has
$\ell(\rho^+)\le\ell(\rho^\star)+n(\|\rho-\rho^\star\|_2^2-\|\rho^+-\rho^\star\|_2^2)+\|\rho^+-\rho\|_2^2$ and
$(n-1)\|\rho^+-\rho\|_2^2\le\ell(\rho)-\ell(\rho^+)$; the sum over all steps, with (98) and (100) for the
errors, is the statement. (41) follows. The term beside that of the paper is at most of the order of
$C_{\mathcal F}^2/T$:
$\ell(0)-\ell(\rho^\star)\le\frac2N\sum_iy_i\phi_i^\top\rho^\star-\lambda\|\rho^\star\|_1$, where f is of the
order of $C_{\mathcal F}$, and the mean of $z_i\phi_i^\top\rho^\star$, a single one, at most $\sqrt{20\log
N/N}\,\sigma\|\rho^\star\|_1$ with probability $1-O(N^{-10})$, which $\lambda$ outweighs if the constant of
(40) is at least 9.

At $n=1$ the step is twice one over the smoothness constant, and the method need not converge: if f is a
constant $c$, the inputs are equal, the feature is 1 there and nothing is noisy, the iterates alternate
forever between 0 and $(c-\frac\lambda2,c-\frac\lambda2)$, and both have the objective $c^2$, while
$\ell(\rho^\star)=\lambda|c|$. With $\eta=\frac1{2(n+1)}$ it converges for every n (``lemma-3/shorter-step``).

The proof, appendix A.3, has one exact step (97), with its error (98), the sum over the steps (99), and the
way from the best step to the last, (100) to (102). Beyond the paper are the claims ``lemma-3/shorter-step``
and ``lemma-3/gap``.
"""

from typing import Any

from lemmata import at_most, box, dims, dyadics, lines, mutants, printed, reals, theorem
from lemmata.numbers import abs, max, relu, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lasso import design, excess, inexact_steps, l1, objective

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
