r"""What a function on the ball needs for (19): an extension whose transform is a finite measure (footnote 1).

Theorem 1 speaks of absolutely integrable functions on the ball, and footnote 1 says that nothing outside of the
ball matters. What the proofs use is (17b) on the ball for some finite measure $F_f$ with a first moment (as
Barron has it). The extension has to be chosen: by 0 it makes a jump of every function that does not vanish on
the boundary. For $f=1$ on $[-1,1]$ that gives $F_f(\omega)=\frac{\sin\omega}{\pi\omega}$, of which
$\int_{|\omega|\le k\pi}|\omega F_f(\omega)|\,\mathrm d\omega=\frac{4k}\pi$ grows without limit, so that
$C_{\mathcal F}<\infty$, a hypothesis of its own in Theorem 1, would leave out the examples of Section 2.3.
"""

from fractions import Fraction

from lemmata import at_most, box, dims, lines, mutants, printed, theorem
from lemmata.numbers import abs, cos, sum
from theorems.universal_approximation import PAPER


@theorem(
    PAPER,
    "Footnote 1",
    rank="step",
    origin="ours",
    at=lines(160),
    m=dims(1, 3),
    b=box("m", low=-1, high=1, of="(-inf, inf)"),
    omega=box("m", low=0.125, high=8, of="(0, inf)"),
    theta=box("m", low=0, high=6.25, of="(-inf, inf)"),
    z=box("m", low=-1, high=1),
)
@printed(
    r"If $f(x)=\int e^{j\omega^\top x}F_f(\mathrm d\omega)$ for $\|x\|_2\le1$ and a finite measure $F_f$: "
    r"$|f(x)-f(0)|\le\int\|\omega\|_2|F_f|(\mathrm d\omega)$ there; here $f(x)=\sum_{k\le "
    r"m}b_k\cos(\omega_k^\top x+\theta_k)$, with the moment $\sum_k|b_k|\|\omega_k\|_2$, at the projections "
    r"$z_k$ of $x$ on the directions of the $\omega_k$."
)
@mutants(nine_tenths=dict(share=Fraction(9, 10)), without_the_frequencies=dict(moment=lambda b: sum(abs(b))))
def change_of_the_function(b, omega, theta, z, moment=lambda b, omega: sum(abs(b) * omega), share=1):
    """On the ball a function changes by at most the first moment of any measure that it is the transform of."""
    return at_most(abs(sum(b * (cos(omega * z + theta) - cos(theta)))), moment * share)
