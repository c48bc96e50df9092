r"""With two features or more the printed step will do: (41) without errors, for $\eta=\frac1{2n}$ and $n\ge2$.

(41) fails at $n=1$ (claim ``lemma-3``, which amends the step). For $n\ge2$ nothing but the constant has to
change. The smoothness constant of g is $2(n+1)$, so that a step from $\rho$ to $\rho^+$ has
$\ell(\rho^+)\le\ell(\rho^\star)+n(\|\rho-\rho^\star\|_2^2-\|\rho^+-\rho^\star\|_2^2)+\|\rho^+-\rho\|_2^2$
and $(n-1)\|\rho^+-\rho\|_2^2\le\ell(\rho)-\ell(\rho^+)$; the sum over all steps is the statement. Its last
term is of the order of $C_{\mathcal F}^2/T$, whatever the noise, where
$\lambda\ge2\|\frac1N\sum_iz_i\phi_i\|_\infty$: the mean of $z_i^2$ cancels in $\ell(0)-\ell(\rho^\star)$.
Errors $e_t$ are not in this claim.
"""

from collections.abc import Callable

from lemmata import Margin, at_most, box, dims, dyadics, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, Matrix, Number, Vector, relu, zeros
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lasso import design, objective, step


@theorem(
    PAPER,
    "Lemma 3, (41), n at least 2",
    rank="step",
    origin="ours",
    at=lines(371, 375),
    n=dims(2, 3),
    N=dims(1, 3),
    T=dims(1, 4),
    lam=dyadics(0, 2, of="[0, inf)"),
    features=box("N", "n", low=-1, high=1),
    y=reals("N"),
    rho_star=reals("n + 1"),
)
@printed(
    r"For $\ell$ of (32), $n\ge2$, features in $[-1,1]$, $\rho_0=0$, $\eta=\frac1{2n}$, $e_t=0$ and any "
    r"$\rho^\star$: $\ell(\rho_T)\le\ell(\rho^\star)+\frac1T\left(n\|\rho^\star\|_2^2+\frac{\max\{\ell(0)-"
    r"\ell(\rho^\star),0\}}{n-1}\right)$."
)
@mutants(a_quarter=dict(share=4), twice_the_step=dict(k=lambda n: n))
def objective_after_T_exact_steps(
    n: int,
    T: int,
    lam: Number,
    features: Matrix,
    y: Vector,
    rho_star: Vector,
    answer: Callable[..., Array],
    k: Number = lambda n: 2 * n,
    share: int = 1,
) -> Margin:
    r"""With two features or more exact steps of size 1/(2n) reach the objective of $\rho^*$ at the rate 1/T."""
    phi = design(features)
    rho = zeros(n + 1)
    at_0, aim = objective(phi, y, lam, rho), objective(phi, y, lam, rho_star)
    for _ in range(T):
        rho = step(phi, y, lam, rho, k)
    bound = aim + (n * (rho_star @ rho_star) + relu(at_0 - aim) / (n - 1)) / T / share
    return at_most(objective(phi, y, lam, answer(rho)), bound).trivial_where(bound - at_0)
