r"""The covering number of (23), Section 2.3, does not see the class: a grid of inputs and values covers it.

(23) compares an input and the value $f(x)-f(0)$, nothing else of f. In a class that holds $rf$ with f for
$|r|\le1$ the values at an input fill an interval, so that a grid of inputs and of values covers all pairs,
however many functions there are. In d dimensions $\log|\mathcal N_\varepsilon|$ is of the order of
$(d+1)\log\frac1\varepsilon$ in the same way. So "the model complexity needs to grow with the complexity of the
target function class" (after (25)) is not what $\log|\mathcal N_\varepsilon|$ measures; it is at least the
logarithm of the covering number of the ball.
"""

from lemmata import at_most, box, dims, mutants, printed, theorem
from lemmata.numbers import Array, Vector, abs, constant, cos, maximum, min, sum
from theorems.universal_approximation import PAPER


def grid(count: int) -> Vector:
    """The middles of ``count`` equal parts of [-1, 1]."""
    return constant([2 * k + 1 for k in range(count)]) / count - 1


@theorem(
    PAPER,
    "(23), number of elements",
    id="eq-23/size",
    rank="step",
    origin="ours",
    K=dims(1, 3),
    m=dims(1, 12),  # two over $\varepsilon$
    B=box("K", low=0, high=2, of="[0, inf)"),
    omega=box("K", low=0.125, high=8, of="(0, inf)"),
    theta=box("K", low=0, high=6.25, of="(-inf, inf)"),
    share=box("K", low=-1, high=1),
    x=box(1, low=-1, high=1),
)
@printed(
    r"For every class $\{\sum_{k\le K}b_k\cos(\omega_kx+\theta_k):|b_k|\le B_k\}$ on $[-1,1]$ and "
    r"$\varepsilon=\frac2m$, a set of $m^2$ elements satisfies (23): for every f of the class and every x "
    r"some element has $|x-\widehat x|\le\varepsilon$ and $|f(x)-f(0)-(\widehat f(\widehat x)-\widehat "
    r"f(0))|\le \CF\varepsilon$; it is made of $m$ inputs, and at each of them $m$ multiples of the member "
    "that is largest there."
)
@mutants(
    a_third_of_the_inputs=dict(inputs=lambda m: -(-m // 3)),
    a_third_of_the_values=dict(values=lambda m: -(-m // 3)),
    one_value=dict(values=1),
)
def few_elements_cover_all_pairs(m, B, omega, theta, share, x, inputs=lambda m: m, values=lambda m: m):
    """A grid of inputs and values is a cover of all pairs of functions and inputs, however many there are."""

    def terms(x: Array) -> Array:  # of f(x) - f(0) at their bounds, a row for each point
        return B * (cos(x[:, None] * omega + theta) - cos(theta))

    places = grid(inputs)
    largest = sum(abs(terms(places)), axis=1)  # the largest member of the class at each place
    # What (23) compares at an element: the values, and the inputs (times C_F, as the bound is).
    miss = abs(largest[:, None] * grid(values) - sum(terms(x) * share))
    C = sum(B * (abs(cos(theta)) + omega))
    worst = maximum(miss, C * abs(x - places)[:, None])
    return at_most(min(worst), 2 * C / m)
