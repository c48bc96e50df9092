r"""Random ramps represent a function at a point: Lemma 1 with explicit constants, for one pair (f, x).

The features (29) are drawn from the measure (79); for $f=\sum_kb_k\cos(\omega_kx+\theta_k)$ with $|b_k|\le
B_k$ in one dimension everything is known: $\Lambda$ draws a frequency with probability proportional to
$B_k\omega_k$, its sign by a coin, and t evenly from $[-2,1]$, and (80) is
$\rho_f=3\widetilde C\,\gamma(t)\,b_k/B_k$ with $\widetilde C=\sum_kB_k\omega_k$. For a fixed pair $(f,x)$, by
Lemma 5 and Hoeffding's inequality (before (74)),
$|f(x)-f(0)-\frac1n\sum_i\rho_f\phi_i|\le3C_{\mathcal F}/\tau+3\widetilde C\sqrt{2\log(2/\delta)/n}$ with
probability $1-\delta$. (27), in the proof (74), follows by a union bound over a cover of pairs; that its
coefficients then depend on $x$ is the claim ``lemma-1/construction``, and the claim ``lemma-1`` has all pairs
at once. (28) needs no probability: $|\rho_f|\le3\widetilde C$.

Two frequencies, $\omega_2=2\omega_1$ and $B_1\omega_1=B_2\omega_2$, so that a fair coin chooses.
"""

from baselines.barron import phi
from lemmata import Probability, at_most, choices, dyadics, lines, mutants, printed, signs, theorem, uniform
from lemmata.numbers import abs, constant, log, sqrt, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.cosines import g, gamma


@theorem(
    PAPER,
    "Lemma 1, (27) for one pair",
    rank="step",
    origin="read",
    at=lines(539, 541),
    kind=Probability(failure=lambda delta: delta),
    n=choices(4, 64, 1024),
    tau=dyadics(5, 64, of="(4, inf)"),
    omega=dyadics(0.25, 4, of="(0, inf)"),
    theta=dyadics(0, 6, of="(-inf, inf)"),
    b=dyadics(-1, 1),
    x=dyadics(-1, 1),
    delta=choices(0.25, 0.0625),
    t=uniform("n", low=-2, high=1),
    coin=signs("n"),  # for the size of a frequency
    side=signs("n"),  # for its sign
    examples=[dict(n=1024, tau=64.0, omega=1.0, theta=1.5, b=1.0, x=1.0, delta=0.25)],
)
@printed(
    r"For $\tau>4$ and $n$ features (29) drawn from (79), with probability at least $1-\delta$: "
    r"$\left|f(x)-f(0)-\frac1n\sum_i\rho_f(t_i,\omega_i)\phi_i^{\mathsf{feature}}(x)\right|\le\frac{3\CF}"
    r"\tau+3\widetilde \CF\sqrt{\frac{2\log(2/\delta)}n}$ with the weights (80), by (70) and Hoeffding's "
    r"inequality, for one pair $(f,x)$ and not yet for all of a cover: $f(x)=b\cos(\omega x+\theta)+\frac "
    r"b2\cos(2\omega x+\theta)$ of the class with $|b|\le1$ and any $\theta$, and $|x|\le1$; $\widetilde "
    r"\CF=2\omega$ and $\CF=2\omega+\frac32$."
)
@mutants({"1 for 3 in the weights": dict(factor=1), "a quarter of the bound": dict(share=4)})
def ramps_represent_at_a_point(n, tau, omega, theta, b, x, delta, t, coin, side, factor=3, share=1):
    """Random ramps represent a sum of two cosines at a point, with the weights (80)."""
    moment = 2 * omega
    exact = b * omega * sum(g(omega * constant([1, 2]), theta, x))
    # At -omega the phase is -theta, and the ramp looks the other way.
    rho = factor * moment * b * gamma(omega * (coin + 3) / 2, side * theta, t)
    mixture = sum(rho * phi((side * x - t) * tau)) / n
    bound = (3 * (moment + 3 / 2) / tau + 3 * moment * sqrt(2 * log(2 / delta) / n)) / share
    # No such function changes by more than its moment.
    return at_most(abs(mixture - exact), bound).trivial_where(bound - moment)
