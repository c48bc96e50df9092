r"""Whoever does as well as rho* in the Lasso objective predicts well: not if the features can fit the noise.

Lemma 2, Section 4, for $\lambda\ge c_\lambda(\sqrt{\log N/N}\,\sigma+C_{\mathcal
F}^{-1}\varepsilon_{\mathsf{dis}}^2)$: with probability $1-O(N^{-10})$ every $\widehat\rho$ with (34) has
(36), the bare id, and (37). The proof bounds $\|\frac1N\sum_iz_i\phi_i\|_\infty$ over $n+1$ features by
$\sqrt{\log N/N}\,\sigma$, which needs $\log n\lesssim\log N$; nothing bounds $n$ from above ($n\ge
c_0\log|\mathcal N_\varepsilon|$). As $n$ grows at fixed N every pattern of the examples becomes a feature
(:mod:`theorems.universal_approximation.every_pattern`), one is the more frequent sign of the noise, and the
estimate $2(\sigma-\lambda)$ on it beats $\rho^\star=0$ for every noise vector of signs. Its norm and its
risk are of the order of $\sigma$ and $\sigma^2$, and (37) and (36) are not, for $\sigma$ large beside
$C_{\mathcal F}=1$; for larger constants take larger $N$ and $\sigma$.

What survives is deterministic: if $\lambda\ge4\|\frac1N\sum_i(y_i-\phi_i^\top\rho^\star)\phi_i\|_\infty$,
then $\|\widehat\rho\|_1\le3\|\rho^\star\|_1+2\varepsilon_{\mathsf{opt}}/\lambda$, and for
$f=\phi^\top\rho^\star$ and $\Delta=\|\frac1N\sum_i\phi_i\phi_i^\top-\mathbb E\phi\phi^\top\|_\infty$ the
risk is at most
$\Delta(4\|\rho^\star\|_1+2\varepsilon_{\mathsf{opt}}/\lambda)^2+\frac32\lambda\|\rho^\star\|_1+
\varepsilon_{\mathsf{opt}}$.

The proof, appendix A.2, rests on ``lemma_6``: (37) is (85) to (88), ``eq_86``; (36) is (89), (90) and a
last line, ``eq_90``;
``explicit`` has the same for any f.
"""

from collections.abc import Callable

from lemmata import Margin, Prompt, at_most, lines
from lemmata.numbers import Array
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.every_pattern import coins, every_pattern, overfit, rate
from theorems.universal_approximation.lasso import l1
from theorems.universal_approximation.lasso_fits import Fit, Setting, candidate, data, some_features

Bound = Callable[[Setting, Fit], Array]
risk = PAPER.claim(
    "Lemma 2, (36)", id="lemma-2", rank="headline", at=lines(340, 345), settings=every_pattern, prompts=coins
)


def right_of_36(s: Setting, fit: Fit) -> Array:
    """With C_F = eps_dis = 1."""
    spread = fit.eps_opt * fit.eps_opt / (fit.lam * fit.lam) + s.sigma + 1
    return (rate(s) * spread + 1 + fit.lam + fit.eps_opt) * s.K


def without_spread(s: Setting, fit: Fit) -> Array:
    return fit.lam * l1(fit.star) * 3 / 2 + fit.eps_opt


def explicit_risk(s: Setting, fit: Fit) -> Array:
    distance = l1(fit.star) * 4 + fit.eps_opt * 2 / fit.lam
    return fit.spread * distance * distance + without_spread(s, fit)


AS_PRINTED = (
    r"For $\lambda\ge c_\lambda(\sqrt{\frac{\log N}N}\sigma+C_{\mathcal "
    r"F}^{-1}\varepsilon_{\mathsf{dis}}^2)$ and any $\widehat\rho$ with (34), with high probability "
)
FOR_LARGE_PENALTIES = (
    r"For $\lambda\ge4\left\|\frac1N\sum_i(y_i-\phi_i^\top\rho^\star)\phi_i\right\|_\infty$ and any "
    r"$\widehat\rho$ with (34): "
)


@risk.printed(
    AS_PRINTED + r"$\mathbb E(\phi_{N+1}^\top\widehat\rho-f(x_{N+1}))^2\lesssim\sqrt{\frac{\log "
    r"N}N}(C_{\mathcal F}^2+\lambda^{-2}\varepsilon_{\mathsf{opt}}^2+\sigma\varepsilon_{\mathsf{dis}})+"
    r"\varepsilon_{\mathsf{dis}}^2+\lambda C_{\mathcal F}+\varepsilon_{\mathsf{opt}}$.",
    defect="statement",
    because="Nothing bounds n from above: exponentially many features fit the noise.",
    fit=overfit,
    bound=right_of_36,
)
@risk.amended(
    FOR_LARGE_PENALTIES
    + r"$\mathbb E(\phi^\top\widehat\rho-\phi^\top\rho^\star)^2\le\Delta(4\|\rho^\star\|_1+2"
    r"\varepsilon_{\mathsf{opt}}/\lambda)^2+\frac32\lambda\|\rho^\star\|_1+\varepsilon_{\mathsf{opt}}$, "
    r"$\Delta=\left\|\frac1N\sum_i\phi_i\phi_i^\top-\mathbb E\phi\phi^\top\right\|_\infty$.",
    because="What the proof wants of the penalty, stated; Hoeffding gives it with log(Nn) for log N.",
    adds="lambda at least four times the largest correlation of a feature, the sample's spread in the "
    "bound, phi^T rho* for f",
    settings=some_features,
    prompts=data,
    fit=candidate,
    bound=explicit_risk,
)
def risk_of_near_minimisers(
    s: Setting, prompt: Prompt, fit: Callable[[Setting, Prompt], Fit], bound: Bound
) -> Margin:
    """An estimate that nearly minimises the Lasso objective has a small risk."""
    x = fit(s, prompt)
    margin = at_most(x.risk, bound(s, x))
    return margin if fit is overfit else margin.given(x.lam - x.noise * 4)


risk.mutant("the spread left out", bound=without_spread)
risk.mutant("a tenth", bound=lambda s, fit: explicit_risk(s, fit) / 10)

size = PAPER.claim(
    "Lemma 2, (37)", id="lemma-2/eq-37", at=lines(340, 345), settings=every_pattern, prompts=coins
)


def explicit_size(s: Setting, fit: Fit) -> Array:
    return l1(fit.star) * 3 + fit.eps_opt * 2 / fit.lam


@size.printed(
    AS_PRINTED + r"$\|\widehat\rho\|_1\lesssim C_{\mathcal F}+\lambda^{-1}\varepsilon_{\mathsf{opt}}$.",
    defect="statement",
    because="Nothing bounds n from above: exponentially many features fit the noise.",
    fit=overfit,
    bound=lambda s, fit: (fit.eps_opt / fit.lam + 1) * s.K,
)
@size.amended(
    FOR_LARGE_PENALTIES + r"$\|\widehat\rho\|_1\le3\|\rho^\star\|_1+2\varepsilon_{\mathsf{opt}}/\lambda$.",
    because="What the proof wants of the penalty, stated.",
    adds="lambda at least four times the largest correlation of a feature",
    settings=some_features,
    prompts=data,
    fit=candidate,
    bound=explicit_size,
)
def size_of_near_minimisers(
    s: Setting, prompt: Prompt, fit: Callable[[Setting, Prompt], Fit], bound: Bound
) -> Margin:
    """An estimate that nearly minimises the Lasso objective is small."""
    x = fit(s, prompt)
    margin = at_most(l1(x.rho), bound(s, x))
    return margin if fit is overfit else margin.given(x.lam - x.noise * 4)


size.mutant("without the error", bound=lambda s, fit: l1(fit.star) * 3)
size.mutant("without rho*", bound=lambda s, fit: fit.eps_opt * 2 / fit.lam)
