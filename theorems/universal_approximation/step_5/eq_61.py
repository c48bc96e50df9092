r"""What (61) takes for granted of the discretisation error: (a) its size, (b) its square.

(a) uses $\varepsilon_{\mathsf{dis}}\lesssim C_{\mathcal F}$, which does not "hold under our assumptions":
they allow $\varepsilon$ up to $\sqrt{\log N/N}+n/L$, however large. With $n\le L$ it holds: $\sqrt{\log
N/N}$ is largest at $N=3$, below 0.606, and $\log|\mathcal N_\varepsilon|\le n$. (b) uses
$\varepsilon_{\mathsf{dis}}^2\lesssim C_{\mathcal F}^2\varepsilon+C_{\mathcal F}^2\log|\mathcal
N_\varepsilon|/n$, which holds with the power $\frac12$ of (30); with the $\frac13$ that stands after (100)
it fails (a mutant), and Theorem 1 would have the power $\frac23$.
"""

from dataclasses import dataclass
from fractions import Fraction

from lemmata import Margin, Prompt, Space, at_most, box, choices, dims, lines, scales, some, space
from lemmata.numbers import as_array, log, sqrt
from theorems.universal_approximation import PAPER


@dataclass(frozen=True)
class Depth:
    N: int
    n: int
    L: int
    K: float | Fraction


def parts(s: Depth) -> Space:
    """Both as shares of their upper bounds: epsilon of sqrt(log N / N) + n/L, and log |N_eps| of n."""
    return space(share_of_eps=box(1, low=0.0, high=1.0), share_of_log=box(1, low=0.0, high=1.0))


def shallow(K: float) -> Depth:
    """More features for each layer than the square of K; three layers make one step."""
    return Depth(N=2, n=6 * int(K) ** 2, L=3, K=K)


N, n, L = dims(2, 64), dims(1, 1 << 20), dims(1, 1 << 20)
bounded = PAPER.claim(
    "(61), (a)",
    id="step-5/eq-61/a",
    rank="step",
    origin="read",
    summary="The discretisation error is at most of the order of the Barron parameter",
    at=lines(454),
    settings=space(Depth, N=N, n=n, L=L, K=some(scales(0, 6), weaker="larger", fails_at=shallow)),
    prompts=parts,
    examples=[shallow(64.0)],
    pinned={"K": "the amendment names the constant: 7/3"},
)


@bounded.printed(
    r"For some $K$ and all $\varepsilon\le\sqrt{\frac{\log N}N}+\frac nL$, $\log|\mathcal N_\varepsilon|\le "
    r"n$: "
    r"$\varepsilon_{\mathsf{dis}}=c_{\mathsf{dis}}C_{\mathcal "
    r"F}\left(\sqrt\varepsilon+\sqrt{\frac{\log|\mathcal "
    r"N_\varepsilon|}n}\right)\le Kc_{\mathsf{dis}}C_{\mathcal F}$.",
    defect="proof-step",
    because="Nothing bounds n/L, and epsilon may be as large.",
    fails_where=lambda s: s.n > s.L,
)
@bounded.amended(
    r"For $n\le L$, $N\ge2$, all $\varepsilon\le\sqrt{\frac{\log N}N}+\frac nL$ and $\log|\mathcal "
    r"N_\varepsilon|\le "
    r"n$: $\varepsilon_{\mathsf{dis}}=c_{\mathsf{dis}}C_{\mathcal "
    r"F}\left(\sqrt\varepsilon+\sqrt{\frac{\log|\mathcal "
    r"N_\varepsilon|}n}\right)\le\frac73c_{\mathsf{dis}}C_{\mathcal F}$.",
    because="Then epsilon is at most 1 + sqrt(log 3 / 3). Nothing is lost: with n > L (24) is above the "
    "trivial bound.",
    adds="n <= L, K = 7/3",
    settings=space(Depth, N=N, n=n, L=L, K=choices(Fraction(7, 3)), where=lambda s: s.n <= s.L),
)
def error_is_of_the_order_of_C(s: Depth, prompt: Prompt) -> Margin:
    """The discretisation error (30) over c_dis C_F."""
    eps = prompt.share_of_eps * (sqrt(log(s.N) / s.N) + as_array(s.n, prompt.share_of_eps) / s.L)
    return at_most(sqrt(eps) + sqrt(prompt.share_of_log), s.K)


bounded.mutant(
    "9/4 for 7/3", settings=space(Depth, N=N, n=n, L=L, K=choices(Fraction(9, 4)), where=lambda s: s.n <= s.L)
)
bounded.mutant(
    "n up to 2 L",
    settings=space(Depth, N=N, n=n, L=L, K=choices(Fraction(7, 3)), where=lambda s: s.n <= 2 * s.L),
)

square = PAPER.claim(
    "Step 5, (b)",
    id="step-5/eq-61/b",
    rank="step",
    origin="read",
    summary="The squared discretisation error is at most of the order of eps and log |N_eps| / n",
    at=lines(449, 454),
    settings=space(),
    # The square root of eps, and the sixth root of log |N_eps| / n, of which the powers are exact.
    prompts=lambda s: space(p=box(1, low=0.0, high=4.0), r=box(1, low=0.0, high=1.0)),
)


@square.printed(
    r"$\varepsilon_{\mathsf{dis}}^2\le2c_{\mathsf{dis}}^2\left(C_{\mathcal "
    r"F}^2\varepsilon+\frac{C_{\mathcal F}^2\log|\mathcal N_\varepsilon|}n\right)$ by (30), both sides over "
    r"$c_{\mathsf{dis}}^2C_{\mathcal F}^2$; drawn as $p=\sqrt\varepsilon$ and $r=\left(\frac{\log|\mathcal "
    r"N_\varepsilon|}n\right)^{1/6}$.",
    power=3,
    factor=2,
)
def square_of_the_error(prompt: Prompt, power: int, factor: Fraction | int) -> Margin:
    """The squared discretisation error against its squared parts, with the powers of the root of eps."""
    error = prompt.p + prompt.r**power
    return at_most(error * error, (prompt.p**2 + prompt.r**6) * factor)


square.mutant("the power 1/3, as after (100)", power=2)
square.mutant("19/10 for 2", factor=Fraction(19, 10))
