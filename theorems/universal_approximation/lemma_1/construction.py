r"""The coefficients that the proof of Lemma 1 takes do not serve: a cover of pairs (f, x) covers no functions.

The proof (before (74)) draws $(t_i,\omega_i)$ from (79) and takes "for any f some $(\widehat f,\widehat x)$
of the cover, such that for all x" $|f(x)-f(0)-\frac1n\sum_i\rho_{\widehat f}(t_i,\omega_i)\phi_i(x)|$ is of
the order of (27), by the definition (23) of the cover; so (27) would hold with
$\rho^\star_{f,i}=\rho_{\widehat f}(t_i,\omega_i)$. But (23) compares $\widehat f(\widehat x)-\widehat f(0)$
with $f(x)-f(0)$ for one pair: nothing else of $\widehat f$ counts. In every smallest cover each $\widehat f$
may be replaced by the multiple of the member that is largest at $\widehat x$ with the same value there. For
$\mathcal F=\{b_1\sin\pi x+b_2\sin2\pi x:|b_k|\le1\}$, $C_{\mathcal F}=3\pi$, all $\widehat f$ are then
$a(\sin\pi x\pm\sin2\pi x)$ with $|a|\le1$, and none of them is near $\sin\pi x$. As n grows the sums tend to
$\widehat f^{\mathsf{approx}}$, which Lemma 5 keeps near $\widehat f$, and (27) with $\varepsilon=\tau^{-2}$
is as small as one likes.

With an $\widehat f$ that is near f at all inputs at once the proof goes through, and $|\mathcal N_\varepsilon|$
is then a covering number of $\mathcal F$ in the supremum norm (times that of the ball), which can be much
larger than that of (23). Lemma 1 as it stands is true with other coefficients (claim ``lemma-1``).
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from lemmata import Margin, Prompt, Space, at_most, box, dims, dyadics, lines, scales, some, space
from lemmata.numbers import Array, absolute, maximum, pi, sqrt, sum
from theorems.universal_approximation import PAPER, cosines


@dataclass(frozen=True)
class Limit:
    tau: float
    K: float


def steep(K: float) -> Limit:
    """So steep that (27) with the constant K is far below 1."""
    return Limit(tau=64 * (K + 2), K=K)


def shifted(s: cosines.Setting) -> Space:
    """A member of the cover, an input, and what f has beside that member."""
    return space(
        omega=box(s.K, low=0.125, high=8.0, of="(0, inf)"),
        theta=box(s.K, low=0.0, high=6.25, of="(-inf, inf)"),
        b=box(s.K, low=-1.0, high=1.0, of="(-inf, inf)"),
        s=box(s.K, low=-1.0, high=1.0, of="(-inf, inf)"),
        z=box(s.K, low=-1.0, high=1.0),
    )


weights = PAPER.claim(
    "Lemma 1, coefficients of the proof",
    id="lemma-1/construction",
    origin="read",
    summary="The coefficients that the proof takes from the cover serve every function of the class",
    at=lines(570, 600),
    uses=["universal_approximation/lemma-5"],
    settings=space(
        Limit,
        tau=dyadics(4, 2048, open_low=True, of="(4, inf)"),
        K=some(scales(0, 4), weaker="larger", fails_at=steep),
    ),
    prompts=lambda s: space(a=box(1, low=-1.0, high=1.0)),
    examples=[steep(16.0), cosines.Setting(K=1, tau=4.0), cosines.Setting(K=1, tau=16.0)],
)


@weights.printed(
    r"For some $K$ and any smallest cover, with $\varepsilon=\tau^{-2}$: for any $f\in\mathcal F$ there is "
    r"some "
    r"$(\widehat f,\widehat x)\in\mathcal N_\varepsilon$ such that (27) holds for all $\|x\|_2\le1$ with the "
    r"constant "
    r"$K$ and $\rho^\star_{f,i}=\rho_{\widehat f}(t_i,\omega_i)$, features drawn from (79); refuted as "
    r"$n\to\infty$ for $\mathcal F=\{b_1\sin\pi x+b_2\sin2\pi x:|b_k|\le1\}$, $C_{\mathcal F}=3\pi$, and a "
    r"cover of "
    r"multiples of the members that are largest at their inputs, $\widehat f(x)=a(\sin\pi x\pm\sin2\pi x)$, by "
    r"$f(x)=\sin\pi x$: the largest of $|f-\widehat f|$ at $\frac14,\frac12,\frac34$, which is "
    r"$\max\left\{|1-a|,\sqrt{\tfrac12}|1-a|+|a|\right\}$, would be at most $3\pi\frac{2K+3}\tau$, that bound "
    r"and "
    r"the $\frac{3C_{\mathcal F}}\tau$ of (70) for $\widehat f$.",
    defect="construction",
    because="(23) compares values for one pair (f, x): an element that is near f at one input says nothing of "
    "f "
    "at the others.",
)
def nearest_element_of_the_cover(s: Limit, prompt: Prompt) -> Margin:
    """The largest distance of f from an element of the cover at three inputs."""
    miss, other = absolute(1 - prompt.a), absolute(prompt.a)
    return at_most(maximum(miss, miss * sqrt(Fraction(1, 2)) + other), pi(miss) * 3 * (s.K * 2 + 3) / s.tau)


@weights.amended(
    r"If $|f(x)-f(0)-\widehat f(x)+\widehat f(0)|\le e$ for all $\|x\|_2\le1$, then "
    r"$|f(x)-f(0)-\widehat f^{\mathsf{approx}}(x)|\le e+\frac{\widetilde C}{4\tau}$ for all of them, which is "
    r"what the sums "
    r"with $\rho_{\widehat f}(t_i,\omega_i)$ tend to; here for $\widehat f(x)=\sum_{k\le "
    r"K}b_k\cos(\omega_k^\top "
    r"x+\theta_k)$, $\widetilde C=\sum_k|b_k|\|\omega_k\|_2$ (with their mass at the $\omega_k$, as in "
    r"lemma-5), in any dimension, at the projections "
    r"$z_k$ of $x$ on the directions of the $\omega_k$, $f$ with $b_k+s_k$ for $b_k$, "
    r"$e=\sum_k|s_k|\|\omega_k\|_2$ and $\tau\ge\frac12$.",
    because="Such an element is near f at all inputs at once.",
    adds="an element that is near f at all inputs, e for its distance, the constant 1/4 of Lemma 5",
    settings=space(cosines.Setting, K=dims(1, 3), tau=dyadics(0.5, 2048, of="[1/2, inf)")),
    prompts=shifted,
    share=Fraction(1, 4),
    apart=1,
)
def ramps_of_a_near_element(
    s: cosines.Setting, prompt: Prompt, answer: Callable[..., Array], share: Fraction, apart: int
) -> Margin:
    """The distance of f from the mixture of ramps of a function that is near it."""
    exact = sum(cosines.g(prompt, prompt.z) * (prompt.b + prompt.s) * prompt.omega, -1)
    ramps = sum(cosines.mixture(prompt, s.tau, prompt.z) * prompt.b * prompt.omega, -1)
    distance, moment = (sum(absolute(x) * prompt.omega, -1) for x in (prompt.s, prompt.b))
    allowed = distance * apart + moment * share / s.tau
    # No function of the class changes by more than its moment.
    most = sum(absolute(prompt.b + prompt.s) * prompt.omega, -1)
    return at_most(absolute(exact - answer(ramps)), allowed).trivial_where(allowed - most)


weights.mutant("1/5 for 1/4", share=Fraction(1, 5))
weights.mutant("without the distance", apart=0)
