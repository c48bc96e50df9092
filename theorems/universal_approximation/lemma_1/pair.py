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

from collections.abc import Callable
from dataclasses import dataclass

from baselines.barron import phi
from lemmata import Margin, Probability, Prompt, Space, at_most, choices, dyadics, lines, signs, space, uniform
from lemmata.numbers import Array, absolute, constant, full, log, sqrt, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.cosines import g, gamma


@dataclass(frozen=True)
class Setting:
    n: int
    tau: float
    omega: float
    theta: float
    b: float
    x: float
    delta: float


settings = space(
    Setting,
    n=choices(4, 64, 1024),
    tau=dyadics(5, 64, of="(4, inf)"),
    omega=dyadics(0.25, 4, of="(0, inf)"),
    theta=dyadics(0, 6, of="(-inf, inf)"),
    b=dyadics(-1, 1),
    x=dyadics(-1, 1),
    delta=choices(0.25, 0.0625),
)


def prompts(s: Setting) -> Space:
    """The draws of (79): offsets, a coin for each size of a frequency, and one for its sign."""
    return space(t=uniform(s.n, low=-2.0, high=1.0), coin=signs(s.n), side=signs(s.n))


Level = Callable[[Setting], Array]
pair = PAPER.claim(
    "Lemma 1, (27) for one pair",
    id="lemma-1/pair",
    rank="step",
    origin="read",
    summary="Random ramps represent a sum of two cosines at a point, with the weights (80)",
    at=lines(539, 541),
    kind=Probability(failure=lambda s: s.delta),
    settings=settings,
    prompts=prompts,
    examples=[Setting(n=1024, tau=64.0, omega=1.0, theta=1.5, b=1.0, x=1.0, delta=0.25)],
)


def level(s: Setting) -> Array:
    """The bound of Lemma 5 plus Hoeffding's: C tilde is 2 omega, and C_F adds B_1 + B_2."""
    moment = s.omega * 2
    fluctuation = sqrt(log(2 / s.delta) * 2 / s.n)
    return (moment + 1.5) * 3 / s.tau + moment * 3 * fluctuation


@pair.printed(
    r"For $\tau>4$ and $n$ features (29) drawn from (79), with probability at least $1-\delta$: "
    r"$\left|f(x)-f(0)-\frac1n\sum_i\rho_f(t_i,\omega_i)\phi_i^{\mathsf{feature}}(x)\right|\le"
    r"\frac{3C_{\mathcal F}}\tau+3\widetilde C_{\mathcal F}\sqrt{\frac{2\log(2/\delta)}n}$ with the weights "
    r"(80), by (70) and Hoeffding's inequality, for one pair $(f,x)$ and not yet for all of a cover: "
    r"$f(x)=b\cos(\omega x+\theta)+\frac b2\cos(2\omega x+\theta)$ of the class with $|b|\le1$ and any "
    r"$\theta$, and $|x|\le1$; $\widetilde C_{\mathcal F}=2\omega$ and $C_{\mathcal F}=2\omega+\frac32$.",
    level=level,
    factor=3,
)
def ramps_represent_at_a_point(s: Setting, prompt: Prompt, level: Level, factor: int) -> Margin:
    """The error of random ramps at a point, against Lemma 5 and Hoeffding's inequality."""
    t, both = prompt.t, constant([[1.0, 2.0]], prompt.t)
    # f has the amplitudes b and b / 2 on the frequencies omega and 2 omega; both B_k omega_k are omega.
    two = Prompt(omega=both * s.omega, theta=full(s.theta, like=both))
    exact = sum(g(two, s.x) * two.omega / both, -1) * s.b
    # At -omega the phase is -theta, and the ramp looks the other way.
    drawn = Prompt(omega=((prompt.coin + 1) / 2 + 1) * s.omega, theta=prompt.side * s.theta)
    rho = gamma(drawn, t) * s.omega * 2 * factor * s.b
    mixture = sum(rho * phi((prompt.side * s.x - t) * s.tau), -1) / s.n
    # No such function changes by more than its moment.
    return at_most(absolute(mixture - exact), level(s)).trivial_where(level(s) - s.omega * 2)


pair.mutant("1 for 3 in the weights", factor=1)
pair.mutant("a quarter of the bound", level=lambda s: level(s) / 4)
