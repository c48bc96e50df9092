r"""The iterates stay small, (42) of Lemma 3: again not if the features can fit the noise.

(42): $\|\rho_t\|_1\lesssim C_{\mathcal F}+nC_{\mathcal F}^2/(t\lambda)+\dots$ with probability
$1-O(N^{-10})$, for $\lambda\gtrsim\sqrt{\log N/N}(C_{\mathcal F}+\sigma)$, as (40) has it. It rests on (37),
which fails for n so large that every pattern of the examples is a feature
(:mod:`theorems.universal_approximation.lemma_2`). With exact steps and $t\to\infty$ the objective tends to
its minimum, where no feature is correlated with the residual r by more than $\lambda/2$; the pattern of the
signs of r gives $\frac1N\sum_i|r_i|\le\lambda$, so that for $f=0$ and noise of size $\sigma$ every minimiser
has $\|\rho\|_1\ge\sigma-\lambda$. For $\sigma$ large beside $C_{\mathcal F}=1$ and N large beside the
constants, that exceeds every multiple of $C_{\mathcal F}$.

With $\eta=\frac1{2(n+1)}$ and $\lambda\ge4\|\frac1N\sum_i(y_i-\phi_i^\top\rho^\star)\phi_i\|_\infty$ it
holds for all data: $\|\rho_T\|_1\le3\|\rho^\star\|_1+\frac2\lambda B$, where B is the excess of (41) with
explicit constants.
"""

from collections.abc import Callable

from lemmata import Margin, Prompt, at_most, choices, dims, lines, reals, space
from lemmata.numbers import Array, absolute, amax, log, sqrt
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lasso import correlations, l1, products
from theorems.universal_approximation.lemma_3 import setting
from theorems.universal_approximation.lemma_3.setting import Run, Setting

# c1 is the constant of (42), C the size of the noise beside C_F = 1.
fitting = space(
    Setting,
    n=choices(1),
    N=choices(256, 1024),
    T=choices(1),
    lam=choices(0.0),
    C=choices(1.0, 8.0, 64.0),
    c1=dims(1, 8),
)
bounded = PAPER.claim(
    "Lemma 3, (42)",
    id="lemma-3/eq-42",
    origin="read",
    at=lines(369, 379),
    settings=fitting,
    prompts=lambda s: space(noise=reals(1)),
)
Sides = Callable[[Setting, Prompt], tuple[Array, Array, Array]]


def limit(s: Setting, prompt: Prompt) -> tuple[Array, Array, Array]:
    """The least norm of a minimiser, c1 C_F, and a hypothesis that is met."""
    lam = sqrt(log(s.N) / s.N) * (s.C + 1)
    return s.C - lam, s.c1, 0


def explicit(bound: Callable[[Setting, Run, Array], Array], stars: int = 3) -> Sides:
    """The last iterate, the bound, and by how much the penalty exceeds what it has to."""

    def sides(s: Setting, prompt: Prompt) -> tuple[Array, Array, Array]:
        run = setting.of_anything(s, prompt)
        path = setting.iterates(s, run, 2 * (s.n + 1))
        residual = run.y - products(run.phi, run.star)
        top = amax(absolute(correlations(run.phi, residual)), -1) / s.N
        allowed = l1(run.star) * stars * s.lam + bound(s, run, path) * 2
        return l1(path[:, -1]) * s.lam, allowed, s.lam - top * 4

    return sides


@bounded.printed(
    r"$\|\rho_t\|_1\lesssim C_{\mathcal F}+\frac{nC_{\mathcal F}^2}{t\lambda}+\sqrt "
    r"N(t+n)\max_k\|e_k\|_1+\frac{t+n}\lambda\max_k\{\|e_k\|_1\|\rho_k\|_1\}$ for every $t\le T$; as "
    r"$t\to\infty$, without errors.",
    defect="statement",
    because="It rests on (37): exponentially many features fit the noise, at any step size.",
    sides=limit,
)
@bounded.amended(
    r"For $\lambda\ge4\left\|\frac1N\sum_i(y_i-\phi_i^\top\rho^\star)\phi_i\right\|_\infty$ and "
    r"$\eta=\frac1{2(n+1)}$: $\lambda\|\rho_T\|_1\le3\lambda\|\rho^\star\|_1+2B$ with the excess B "
    r"of (41), as amended.",
    because="What the proof of (37) wants of the penalty, stated.",
    adds="lambda at least four times the largest correlation of a feature, the step 1/(2(n+1)), the excess "
    "of (41) as amended, every sample",
    settings=setting.any_data,
    prompts=setting.anything,
    sides=explicit(setting.explicit_bound),
)
def iterates_stay_small(s: Setting, prompt: Prompt, sides: Sides) -> Margin:
    """The last iterate is bounded in the l1 norm."""
    left, right, excess = sides(s, prompt)
    return at_most(left, right).given(excess)


bounded.mutant("no errors in the bound", sides=explicit(setting.first_term))
bounded.mutant("nothing but rho*", sides=explicit(lambda s, r, p: 0, 1))
