"""How far Attn2 is from an exact prediction, the residual of (110): (125), A.4.3. It holds as printed."""

from collections.abc import Callable

from lemmata import Margin, Prompt, at_most, lines
from lemmata.numbers import Array, absolute
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lemma_4 import layers
from theorems.universal_approximation.lemma_4.eq_120 import query_score

prediction = PAPER.claim(
    "(125)",
    id="lemma-4/eq-125",
    rank="step",
    summary="Attn2 misses the exact prediction by at most twice its square over the temperature",
    at=lines(1103, 1105),
    settings=layers.sizes,
    prompts=layers.parts,
)


@prediction.printed(
    r"$|\widetilde e^{(l)}|\le\frac{2\left(\phi_{N+1}^\top\rho\right)^2}\tau$ for $\widetilde e^{(l)}=\widehat "
    r"y^{(l+1/2)}-\widehat y^{(l)}-\phi_{N+1}^\top\rho$ and (124), at every state (50) with "
    + layers.MARKS
    + r" and features in $[0,1]$ beside the constant 1, $\tau>0$; that is the residual of (110), where "
    r"$\widehat y^{(l)}=0$ by (109b), and $\widehat y^{(l)}$ may be any number.",
    slack="As (119): 2/15 would do for 2.",
    bound=lambda score, tau: score * score * 2 / tau,
)
def error_of_the_prediction(s: layers.Sizes, prompt: Prompt, bound: Callable[[Array, Array], Array]) -> Margin:
    """The distance of (124) from the exact prediction."""
    p = layers.state(s, prompt)
    score = query_score(p)
    error = absolute(layers.display_124(s, p)[:, 0] - p.yhat[:, 0] - score)
    return at_most(error, bound(score, s.tau))


prediction.mutant("1/8 for 2", bound=lambda score, tau: score * score / 8 / tau)
prediction.mutant("(score / tau)^4 for (score / tau)^2", bound=lambda score, tau: score**4 * 2 / tau**3)
