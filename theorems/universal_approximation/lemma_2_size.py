r"""The l1 norm of whoever does as well as rho* in the Lasso objective, (37) of Lemma 2.

It fails and is amended as :mod:`theorems.universal_approximation.lemma_2` says.
"""

from __future__ import annotations

from collections.abc import Callable

from lemmata import Margin, Prompt, at_most
from lemmata.numbers import Array
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.instances_every_pattern import coins, every_pattern, overfit
from theorems.universal_approximation.instances_lasso_fits import (
    Fit,
    Setting,
    candidate,
    data,
    l1,
    some_features,
)
from theorems.universal_approximation.lemma_2 import CLAIM, GIVEN, Bound

size = PAPER.claim(
    "Lemma 2, (37)", slug="lemma-2-eq-37", kind="forall", settings=every_pattern, prompts=coins
)


def explicit_size(s: Setting, fit: Fit) -> Array:
    return l1(fit.star) * 3 + fit.eps_opt * 2 / fit.lam


@size.printed(
    CLAIM + r"$\|\widehat\rho\|_1\lesssim C_{\mathcal F}+\lambda^{-1}\varepsilon_{\mathsf{opt}}$.",
    expect="refuted",
    defect="statement",
    because="Nothing bounds n from above: exponentially many features fit the noise.",
    fit=overfit,
    bound=lambda s, fit: (fit.eps_opt / fit.lam + 1) * s.K,
)
@size.amended(
    GIVEN + r"$\|\widehat\rho\|_1\le3\|\rho^\star\|_1+2\varepsilon_{\mathsf{opt}}/\lambda$.",
    because="What the proof wants of the penalty, stated.",
    settings=some_features,
    prompts=data,
    fit=candidate,
    bound=explicit_size,
)
def size_of_near_minimisers(
    s: Setting, prompt: Prompt, fit: Callable[[Setting, Prompt], Fit], bound: Bound
) -> Margin:
    """An estimate that nearly minimises the Lasso objective is small."""
    found = fit(s, prompt)
    margin = at_most(l1(found.rho), bound(s, found))
    return margin if fit is overfit else margin.given(found.lam - found.noise * 4)


size.mutant("without the error", bound=lambda s, fit: l1(fit.star) * 3)
size.mutant("without rho*", bound=lambda s, fit: fit.eps_opt * 2 / fit.lam)
