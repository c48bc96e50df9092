r"""Theorem 1 for some n: at the smallest n the transformer that always predicts 0 satisfies (24).

There the last term of (24) is at least $\frac12C_{\mathcal F}^2$, and $f(x)^2\le C_{\mathcal F}^2$ on the ball.
What is meant is every $n\gtrsim\log|\mathcal N_\varepsilon|$ (the remark on parameter choices and (25) read it
so).
"""

from fractions import Fraction

from lemmata import at_most, box, dims, dyadics, lines, mutants, printed, theorem
from lemmata.numbers import abs, cos, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.cosines import WAVES


@theorem(
    PAPER,
    "Theorem 1, some n",
    origin="read",
    at=lines(217, 227),
    K=dims(1, 2),
    n=dims(1, 6),
    # At least log 2 where $\varepsilon<1$; n is the next whole number.
    log_cover=lambda n: dyadics(max(n - 1, 0.625), n, open_low=True),
    **WAVES,
    x=box(1, low=-1, high=1),
)
@printed(
    r"There is a transformer with $D=d+2n+7$ for some $n\ge\cover$ such that $(\widehat "
    r"y_{N+1}-f(x_{N+1}))^2\le2\left[\left(\rate+\frac nL\right)\CF(\CF+\sigma)+\frac{\CF^2\cover}n\right]$ "
    r"for all $f$ of the class and $\|x\|_2\le1$: the one that predicts 0 for $n=\lceil\cover\rceil$, by the "
    r"last term alone; here for $f(x)=\sum_{k\le K}b_k\cos(\omega_kx+\theta_k)$ and $\CF=\sum_k|b_k|(1+"
    r"\omega_k)$."
)
@mutants(
    {
        "1/4 for 2": dict(factor=Fraction(1, 4)),
        "the prediction C_F": dict(prediction=1),
        "the prediction 4 C_F": dict(prediction=4),
    }
)
def zero_satisfies_the_theorem(
    n,
    log_cover,
    omega,
    theta,
    b,
    x,
    factor=2,
    prediction=0,  # in units of $C_{\mathcal F}$
):
    """At the smallest n that Theorem 1 allows the transformer that predicts 0 satisfies it."""
    C = sum(abs(b) * (1 + omega))
    error = sum(b * cos(omega * x + theta)) - C * prediction
    return at_most(error**2, C**2 * log_cover * factor / n)
