r"""Without a smallest curvature the values fall like 1/k.

Theorem 5 of the note, of kind `rate`: the constant is open, and the exponent is measured on a ladder of steps.
After k steps the worst curvature is $h=L/(2k+1)$, where $h(1-h/L)^{2k}$ is largest. (L scales out: it is 1.)
"""

from lemmata import Rate, at_most, dims, gaussian, lines, mutants, printed, theorem
from step_sizes import PAPER


@theorem(
    PAPER,
    "Theorem 5",
    kind=Rate(ladder=[dict(k=2**j) for j in range(4, 10)], size=lambda k: k),
    at=lines(26, 26),
    k=dims(16, 512),
    x=gaussian(),
)
@printed(r"$f(x_k)\lesssim\frac{L\|x_0\|^2}k$ for steps of length $\frac1L$.")
@mutants(**{"like 1 / k^2": dict(power=2)})
def values_fall(k, x, power=1):
    """Without a smallest curvature the values of gradient descent fall like 1 / k."""
    start, h = x, 1 / (2 * k + 1)
    for _ in range(k):
        x = x - h * x
    return at_most(h * x**2 / 2, start**2 / k**power)
