r"""A step on a random coordinate lowers the value on average.

Lemma 3 of the note, of kind `expectation`: the mean over the d coordinates is computed, not drawn. It holds,
with equality where all curvatures are $L$.
"""

from lemmata import Expectation, at_most, lines, mutants, printed, theorem
from lemmata.numbers import diag, mean, sum
from step_sizes import PAPER
from step_sizes.quadratics import STEP, curvatures, value


@theorem(PAPER, "Lemma 3", kind=Expectation(), at=lines(18, 20), **STEP)
@printed(
    r"$\mathbb E f(x-\eta g)\le f(x)-\eta\left(1-\frac{dL\eta}2\right)\|\nabla f(x)\|^2$ for $g=d\,h_ix_ie_i$, "
    r"every $x$ and every $\eta\ge0$.",
    spread=lambda d: d,
)
@mutants(as_if_all_coordinates_moved=dict(spread=1))
def descent_on_average(d, L, share, step, x, place, spread):
    """A step on a random coordinate lowers the mean value by a share of the squared gradient."""
    h, eta = curvatures(L, share, place), 4 * step / L
    gradient = h * x
    after = x - eta * d * diag(gradient)  # (d, d): a row for each coordinate chosen
    promised = eta * (1 - spread * L * eta / 2) * (gradient @ gradient)
    return at_most(mean(sum(h * after**2, 1)) / 2, value(h, x) - promised)
