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
from dataclasses import dataclass

from baselines.proximal import lasso_objective, proximal_gradient
from lemmata import Margin, Prompt, Space, at_most, box, dims, dyadics, lines, reals, space
from lemmata.numbers import Array, full, relu
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lasso import design, squared
from theorems.universal_approximation.lemma_3.step import OBJECTIVE


@dataclass(frozen=True)
class Setting:
    n: int
    N: int
    T: int
    lam: float


def prompts(s: Setting) -> Space:
    """Any features, labels and comparison vector."""
    return space(features=box(s.N, s.n, low=-1.0, high=1.0), y=reals(s.N), rho_star=reals(s.n + 1))


longer = PAPER.claim(
    "Lemma 3, (41), n at least 2",
    id="lemma-3/printed-step",
    rank="step",
    origin="ours",
    summary="With two features or more exact steps of size 1/(2n) reach the objective of rho* at the rate 1/T",
    at=lines(371, 375),
    settings=space(Setting, n=dims(2, 3), N=dims(1, 3), T=dims(1, 4), lam=dyadics(0, 2, of="[0, inf)")),
    prompts=prompts,
)


@longer.printed(
    "For "
    + OBJECTIVE
    + r", $n\ge2$, features in $[-1,1]$, $\rho_0=0$, $\eta=\frac1{2n}$, $e_t=0$ and any $\rho^\star$: "
    r"$\ell(\rho_T)\le\ell(\rho^\star)+\frac1T\left("
    r"n\|\rho^\star\|_2^2+\frac{\max\{\ell(0)-\ell(\rho^\star),0\}}{n-1}\right)$.",
    inverse_step=lambda s: 2 * s.n,
    share=1,
)
def objective_after_T_exact_steps(
    s: Setting, prompt: Prompt, answer: Callable[..., Array], inverse_step: Callable[[Setting], int], share: int
) -> Margin:
    """The objective after T exact steps against that of rho*."""
    phi, y, star = design(prompt.features), prompt.y, prompt.rho_star
    zero = full(0, like=star)
    path = proximal_gradient(phi, y, s.lam, zero, steps=s.T, inverse_step=inverse_step(s))
    reached, aim, start = (lasso_objective(phi, y, s.lam, r) for r in (answer(path[-1]), star, zero))
    bound = squared(star) * s.n + relu(start - aim) / (s.n - 1)
    allowed = aim + bound / s.T / share
    return at_most(reached, allowed).trivial_where(allowed - start)


longer.mutant("a quarter", share=4)
longer.mutant("twice the step", inverse_step=lambda s: s.n)
