r"""After T inexact proximal gradient steps the Lasso objective is near that of rho*. Not with the step 1/(2n).

(41) of Lemma 3, under (40): a universal $c_1$ with $\ell(\rho_T)\le\ell(\rho^\star)+c_1nC_{\mathcal
F}^2/L+c_1(L+n)\varepsilon_{\mathsf{approx}}(\dots)$, where $T=(L-1)/2$. At $n=1$ the step $\eta=\frac1{2n}$
is twice one over the smoothness constant $2(n+1)$, where the method need not converge: if $f$ is a constant
$c$, the inputs are equal, the feature is 1 there and nothing is noisy, the iterates alternate forever
between 0 and $(c-\frac\lambda2,c-\frac\lambda2)$, and both have the objective $c^2$, while
$\ell(\rho^\star)=\lambda|c|$. So (41) fails for every $c_1$ as soon as $L>c_1C_{\mathcal
F}^2/(c^2-\lambda|c|)$, with probability one, for every large $N$ ($\lambda\ge c_\lambda\sqrt{\log
N/N}\,C_{\mathcal F}$ can then be as small as one likes; $c_1$ and $c_\lambda$ are open, and one K serves for
both). The lemma is read as it stands, with any $n\ge1$, which (40) does not exclude. The $n\ge
c_0\log|\mathcal N_\varepsilon|$ of Lemma 1 does for $c_0\ge2$ and $\varepsilon<1$, where the cover has at least
two elements: whoever takes it for a hypothesis here has ``lemma-3/printed-step``.

With $\eta=\frac1{2(n+1)}$ it holds for all data, without any probability and with explicit constants, for
$R=\max_{k\le T}\|\rho_k\|_1$ and $Y=\frac1N\sum_i|y_i|$. With $n\ge2$ the printed step will do, with
another constant (claim ``lemma-3/printed-step``).

The proof, appendix A.3, has one exact step (97), with its error (98), the sum over the steps (99), and the
way from the best step to the last, (100) to (102). Beyond the paper are the claims ``lemma-3/printed-step``
and ``lemma-3/gap``.
"""

from collections.abc import Callable

from baselines.proximal import lasso_objective
from lemmata import Margin, Prompt, at_most, lines
from lemmata.numbers import Array
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lasso import squared
from theorems.universal_approximation.lemma_3 import setting
from theorems.universal_approximation.lemma_3.setting import Constant, Run, Setting

lemma_3 = PAPER.claim(
    "Lemma 3, (41)",
    id="lemma-3",
    rank="headline",
    origin="read",
    summary="Inexact proximal gradient steps of size 1/(2n) reach the Lasso objective of rho* at the rate n/L, "
    "for any number n >= 1 of features",
    at=lines(369, 377),
    settings=setting.constants,
    prompts=setting.one_input,
    examples=[setting.deep(2.0)],
)


@lemma_3.printed(
    r"For some $c_1$ and $c_\lambda$ and any $n\ge1$: if $\rho_0=0$, "
    r"$\|\rho^\star\|_1\lesssim C_{\mathcal F}$, $\lambda\ge c_\lambda\sqrt{\frac{\log N}N}(C_{\mathcal "
    r"F}+\sigma)$, "
    r"$\eta=\frac1{2n}$, $T=\frac{L-1}2$ and "
    r"$\|e_t\|_1\le\varepsilon_{\mathsf{approx}}\lesssim C_{\mathcal F}$, then with probability at least "
    r"$1-O(N^{-10})$: "
    r"$\ell(\rho_T)\le\ell(\rho^\star)+"
    r"\frac{c_1nC_{\mathcal F}^2}L+c_1(L+n)\varepsilon_{\mathsf{approx}}(C_{\mathcal "
    r"F}+\sigma+\max_k\|\rho_k\|_1+\lambda)$; refuted for constant $f$, $N=2^k$ equal inputs, $\sigma=0$, "
    r"$e_t=0$ and $c_1=c_\lambda=K$, which loses nothing: larger values of both say less.",
    defect="statement",
    because="The step 1/(2n) is too long: at n = 1, which (40) allows (the n >= c_0 log |N_eps| of Lemma 1 "
    "does not for c_0 >= 2 and eps < 1), the method can alternate between two points forever, so that "
    "for every c_1 a deep enough network refutes it. For n >= 2 and exact steps it survives "
    "(lemma-3/printed-step).",
    fails_where=lambda s: s.n == 1,
)
def objective_for_a_constant(s: Constant, prompt: Prompt) -> Margin:
    """The objective after T exact steps of size 1/(2n), for a constant function, against (41)."""
    run = setting.of_a_constant(s, prompt)
    path = setting.iterates(s, run, 2 * s.n)
    reached, star = (lasso_objective(run.phi, run.y, s.lam, rho) for rho in (path[:, -1], run.star))
    return at_most(reached, star + s.C * s.C * s.K * s.n / (2 * s.T + 1))


@lemma_3.amended(
    r"For $\rho_0=0$ and $\eta=\frac1{2(n+1)}$, features in $[0,1]$, any labels, $\lambda\ge0$ and "
    r"$\rho^\star$, with "
    r"$\varepsilon=\max_{k}\|e_k\|_1$: "
    r"$\ell(\rho_T)\le\ell(\rho^\star)+\frac{(n+1)\|\rho^\star\|_2^2}T+"
    r"\varepsilon\left(2(n+1)(R+\|\rho^\star\|_1)+T(2Y+2R+\lambda)\right)$, $R=\max_{k\le T}\|\rho_k\|_1$, "
    r"$Y=\frac1N\sum_i|y_i|$.",
    because="The step one over the smoothness constant, with the constants of the proof made explicit.",
    adds="the step 1/(2(n+1)); constants of the proof, from the run itself; every sample, any lambda",
    settings=setting.any_data,
    prompts=setting.anything,
    inverse_step=lambda s: 2 * (s.n + 1),
    bound=setting.explicit_bound,
)
def objective_after_T_steps(
    s: Setting,
    prompt: Prompt,
    answer: Callable[..., Array],
    inverse_step: Callable[[Setting], int],
    bound: Callable[[Setting, Run, Array], Array],
) -> Margin:
    """The objective after T inexact steps against that of rho*."""
    data = setting.of_anything(s, prompt)
    path = setting.iterates(s, data, inverse_step(s))
    last = answer(path[:, -1])
    reached, star = (lasso_objective(data.phi, data.y, s.lam, rho) for rho in (last, data.star))
    allowed = star + bound(s, data, path)
    return at_most(reached, allowed).trivial_where(allowed - squared(data.y) / s.N)  # the objective of 0


lemma_3.mutant("no term with epsilon", bound=setting.first_term)
lemma_3.mutant("a step four times as long", inverse_step=lambda s: (s.n + 1) / 2)
lemma_3.mutant(
    "no first term",
    bound=lambda s, r, path: setting.explicit_bound(s, r, path) - setting.first_term(s, r, path),
)
