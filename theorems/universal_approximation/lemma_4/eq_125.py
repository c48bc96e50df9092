"""How far Attn2 is from an exact prediction, the residual of (110): (125), A.4.3. It holds as printed."""

from lemmata import at_most, lines, mutants, printed, theorem
from lemmata.numbers import abs
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lasso import design
from theorems.universal_approximation.lemma_4.layers import DISPLAYS, display_124


@theorem(PAPER, "(125)", rank="step", at=lines(1103, 1105), **DISPLAYS)
@printed(
    r"$|\widetilde e^{(l)}|\le\frac{2\left(\phi_{N+1}^\top\rho\right)^2}\tau$ for $\widetilde e^{(l)}=\widehat "
    r"y^{(l+1/2)}-\widehat y^{(l)}-\phi_{N+1}^\top\rho$ and (124), at every state (50) with $w_i=1$ for $i\le "
    r"N$, $w_{N+1}=0$ and features in $[0,1]$ beside the constant 1, $\tau>0$; that is the residual of (110), "
    r"where $\widehat y^{(l)}=0$ by (109b), and $\widehat y^{(l)}$ may be any number.",
    slack="As (119): 2/15 would do for 2.",
)
@mutants({"1/8 for 2": dict(sixteenths=1), "(score / tau)^4 for (score / tau)^2": dict(power=4)})
def error_of_the_prediction(tau, phi, rho, yhat, sixteenths=16, power=2):
    """Attn2 misses the exact prediction by at most twice its square over the temperature."""
    score = design(phi[-1:]) @ rho
    error = display_124(tau, phi, rho, yhat) - yhat - score
    return at_most(abs(error), sixteenths * score**power / (8 * tau ** (power - 1)))
