r"""The empirical risk is near the true one for all rho at once: with log(Nn), not with log N.

Lemma 6: with probability $1-O(N^{-11})$, for every $\rho$, (83) and (84). The proof applies Hoeffding's
inequality to each of $n+1$ features (and of their products) and forgets the union bound; nothing bounds $n$
from above. With $n$ so large that every pattern of the examples is a feature
(:mod:`theorems.universal_approximation.instances_every_pattern`), $f=0$ and $\rho$ on the pattern of the
more frequent sign, (84) and (83) fail for every noise vector, for $N$ large beside the constants.

What the proof shows before it uses Hoeffding's inequality is deterministic and survives, for every f: (83)
with the sample moments of (91) and (92) as they are, and (84) with
$2\|\frac1N\sum_i(y_i-\phi_i^\top\rho^\star)\phi_i\|_\infty\|\rho-\rho^\star\|_1$. And for given features
$\|\frac1N\sum_iz_i\phi_i\|_\infty\le\sigma\sqrt{22\log(2(n+1)N)/N}$ with probability $1-N^{-11}$ (suffix
``noise``). In (91) the factor $\frac1N$ of $\mathcal E_3$ is missing; (96) has it
(claim ``lemma-6-eq-96``).
"""

from __future__ import annotations

from lemmata import Margin, Prompt, at_most
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.instances_every_pattern import coins, every_pattern
from theorems.universal_approximation.instances_lasso_fits import Setting, data, some_features
from theorems.universal_approximation.instances_lemma_6 import (
    Sides,
    any_function,
    before_hoeffding,
    deviation,
    side_83,
    side_84,
)

above = PAPER.claim(
    "Lemma 6, (83)", slug="lemma-6", kind="forall", settings=every_pattern, prompts=coins
)
below = PAPER.claim(
    "Lemma 6, (84)", slug="lemma-6-eq-84", kind="forall", settings=every_pattern, prompts=coins
)


@above.printed(
    r"With probability at least $1-O(N^{-11})$, for any $\rho$: "
    r"$\left|\frac1N\sum_i[(y_i-\phi_i^\top\rho)^2-z_i^2]-\mathbb "
    r"E(f(x_{N+1})-\phi_{N+1}^\top\rho)^2\right|\lesssim"
    r"\sqrt{\frac{\log N}N}(\varepsilon_{\mathsf{dis}}^2+\|\rho-\rho^\star\|_1^2+\sigma("
    r"\varepsilon_{\mathsf{dis}}+\|\rho-\rho^\star\|_1))$.",
    expect="refuted",
    defect="statement",
    because="The union bound over n + 1 features is missing; exponentially many fit the noise.",
    sides=side_83,
)
@above.amended(
    r"For any $\rho$, with $r=f-\phi^\top\rho^\star$, the left side is at most "
    r"$\left\|\frac1N\sum_i\phi_i\phi_i^\top-\mathbb E\phi\phi^\top\right\|_\infty\|\rho-\rho^\star\|_1^2+"
    r"2\left\|\frac1N\sum_ir_i\phi_i-\mathbb Er\phi\right\|_\infty\|\rho-\rho^\star\|_1+"
    r"\left|\frac1N\sum_ir_i^2-\mathbb Er^2\right|+2\left|\frac1N\sum_iz_ir_i\right|+"
    r"2\left\|\frac1N\sum_iz_i\phi_i\right\|_\infty\|\rho-\rho^\star\|_1$.",
    because="What the proof has before it uses Hoeffding's inequality.",
    settings=some_features,
    prompts=any_function,
    sides=deviation(),
)
def empirical_and_true_risk(s: Setting, prompt: Prompt, sides: Sides) -> Margin:
    """The empirical risk of every rho is near the true one."""
    return at_most(*sides(s, prompt))


@below.printed(
    r"With probability at least $1-O(N^{-11})$, for any $\rho$: "
    r"$\frac1N\sum_i[(y_i-\phi_i^\top\rho)^2-(y_i-\phi_i^\top\rho^\star)^2]\gtrsim-"
    r"\varepsilon_{\mathsf{dis}}^2-"
    r"\sqrt{\frac{\log N}N}\sigma\|\rho-\rho^\star\|_1$.",
    expect="refuted",
    defect="statement",
    because="The union bound over n + 1 features is missing; exponentially many fit the noise.",
    sides=side_84,
)
@below.amended(
    r"For any $\rho$: $\frac1N\sum_i[(y_i-\phi_i^\top\rho)^2-(y_i-\phi_i^\top\rho^\star)^2]\ge-2\left\|"
    r"\frac1N\sum_i(y_i-\phi_i^\top\rho^\star)\phi_i\right\|_\infty\|\rho-\rho^\star\|_1$.",
    because="What the proof has before it bounds the correlation with the noise.",
    settings=some_features,
    prompts=data,
    sides=before_hoeffding(),
)
def excess_empirical_risk(s: Setting, prompt: Prompt, sides: Sides) -> Margin:
    """No rho has a much smaller empirical risk than rho*."""
    return at_most(*sides(s, prompt))


above.mutant("no spread, half the noise", sides=deviation(spread=0, slack=1))
above.mutant("no cross term", sides=deviation(cross=0))
above.mutant("no noise", sides=deviation(slack=0))
below.mutant("half the correlation", sides=before_hoeffding(1))
below.mutant("none", sides=before_hoeffding(0))
