r"""A step of gradient descent lowers the value by at least a share of the squared gradient.

Lemma 1 of the note, for $f(x)=\frac12\sum_ih_ix_i^2$ with $0<\mu\le h_i\le L$. It holds, with equality
where all curvatures are $L$. The step size is not bounded: beyond $2/L$ the right side grows.
"""

from lemmata import at_most, lines, mutants, printed, theorem
from step_sizes import PAPER
from step_sizes.quadratics import STEP, curvatures, value


@theorem(PAPER, "Lemma 1", at=lines(8, 10), **STEP)
@printed(
    r"$f(x-\eta\nabla f(x))\le f(x)-\eta\left(1-\frac{L\eta}2\right)\|\nabla f(x)\|^2$ for every $x$ "
    r"and every $\eta\ge0$."
)
@mutants(a_third_in_place_of_the_half=dict(parts=3), twice_the_descent=dict(times=2))
def descent(L, share, step, x, place, parts=2, times=1):
    """A step lowers the value by a share of the squared gradient."""
    h, eta = curvatures(L, share, place), 4 * step / L
    gradient = h * x
    promised = eta * (1 - L * eta / parts) * times * (gradient @ gradient)
    return at_most(value(h, x - eta * gradient), value(h, x) - promised)
