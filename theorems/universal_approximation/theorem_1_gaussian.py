r"""The risk of the transformer on Gaussian functions in the plane, with features drawn from (79).

Beside ``theorem-1``, ``-features`` and ``-depth``: a class of integrable functions in two dimensions,
$b\exp(-2\|x-c\|^2)$ with $|b|\le1$ and c in the disc, its features drawn as in A.1, noise of size
$\frac14$, and the transformer of A.4, repaired. The risk lies below the bound (24) with the constant 1 at
all sizes, by a factor of some hundreds: at these sizes the bound exceeds $C_{\mathcal F}^2$ and says
nothing, while the transformer learns all the same (``zero`` is the risk of the prediction 0). The printed
weights give a risk of $10^8$ (a mutant).
"""

from __future__ import annotations

from collections.abc import Callable

from torch import Tensor

from lemmata import Margin, Prompt, at_most, choices, dims, space
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.instances_features_ladders import (
    Configuration,
    all_bounds,
    all_risks,
    figures,
    measure,
)

gaussian = PAPER.claim(
    "Theorem 1, Gaussian functions",
    slug="theorem-1-gaussian",
    kind="experiment",
    settings=space(
        Configuration,
        N=dims(8, 64),
        n=dims(4, 16),
        L=choices(33),
        up=dims(0, 1),
        tasks=dims(1, 16),
        replicates=dims(1, 8),
    ),
)
gaussian.figure(figures)


@gaussian.experiment(
    standard=Configuration(32, 16, 33, 0, 8, 6),
    deep=Configuration(64, 16, 33, 1, 8, 6),
    paper={"risk": "of the order of the bound (24), up to a universal constant"},
)
def run(s: Configuration, seed: int) -> Prompt:
    return measure(s, seed)


@gaussian.printed(
    r"$\mathbb E(\widehat y_{N+1}-f(x_{N+1}))^2\le\left(\sqrt{\frac{\log N}N}+\frac nL\right)C_{\mathcal F}("
    r"C_{\mathcal F}+\sigma)+\frac{C_{\mathcal F}^2\log|\mathcal N_\varepsilon|}n$, (24) with the constant 1.",
    risk=all_risks,
    share=1,
)
def risk_on_gaussian_functions(
    s: Configuration, prompt: Prompt, risk: Callable[[Prompt], Tensor], share: int
) -> Margin:
    """The risk on Gaussian functions against the bound (24)."""
    found, limits = risk(prompt), all_bounds(s)
    allowed = limits[:, : found.shape[1]] / share
    constant = (all_risks(prompt) / limits).amax(1)
    return at_most(found, allowed + found * 0).report(
        risk=prompt.risk_N[:, -1], zero=prompt.zero[:, 0], constant=constant
    )


gaussian.mutant("the printed weights", risk=lambda prompt: prompt.printed, share=1)
gaussian.mutant("a hundred-thousandth", risk=all_risks, share=100_000)
