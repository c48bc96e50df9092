r"""The coefficients that the proof of Lemma 1 takes do not serve: a cover of pairs (f, x) covers no functions.

The proof (before (74)) takes coefficients of some $\widehat f$ of the cover. But the definition (23) compares
$\widehat f(\widehat x)-\widehat f(0)$ with $f(x)-f(0)$ for one pair: nothing else of $\widehat f$ counts. In
every smallest cover each $\widehat f$ may be replaced by the multiple of the member that is largest at
$\widehat x$ with the same value there. For two sines all $\widehat f$ are then $a(\sin\pi x\pm\sin2\pi x)$ with
$|a|\le1$, and none of them is near $\sin\pi x$. As n grows the sums tend to $\widehat f^{\mathsf{approx}}$,
which Lemma 5 keeps near $\widehat f$, and (27) with $\varepsilon=\tau^{-2}$ is as small as one likes.

With an $\widehat f$ that is near f at all inputs at once the proof goes through, and $|\mathcal N_\varepsilon|$
is then a covering number of $\mathcal F$ in the supremum norm (times that of the ball), which can be much
larger than that of (23). Lemma 1 as it stands is true with other coefficients (claim ``lemma-1``).
"""

from fractions import Fraction
from typing import Any

from lemmata import amended, at_most, box, dims, dyadics, lines, mutants, printed, scales, some, theorem
from lemmata.numbers import abs, pi, sqrt, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.cosines import WAVES, g, mixture


def steep(K: float) -> dict[str, Any]:
    """So steep that (27) with the constant K is far below 1."""
    return dict(tau=64 * (K + 2), K=K)


@theorem(
    PAPER,
    "Lemma 1, coefficients of the proof",
    origin="read",
    at=lines(570, 600),
    uses=["universal_approximation/lemma-5"],
    tau=dyadics(4, 2048, open_low=True, of="(4, inf)"),
    K=some(scales(0, 4), weaker="larger", fails_at=steep),
    examples=[steep(16.0)],
)
@printed(
    r"For some $K$ and any smallest cover, with $\varepsilon=\tau^{-2}$: for any $f\in\mathcal F$ there is "
    r"some $(\widehat f,\widehat x)\in\mathcal N_\varepsilon$ such that (27) holds for all $\|x\|_2\le1$ with "
    r"the constant $K$ and $\rho^\star_{f,i}=\rho_{\widehat f}(t_i,\omega_i)$, features drawn from (79); "
    r"refuted as $n\to\infty$ for $\mathcal F=\{b_1\sin\pi x+b_2\sin2\pi x:|b_k|\le1\}$, $\CF=3\pi$, and a "
    r"cover of multiples of the members that are largest at their inputs, $\widehat f(x)=a(\sin\pi "
    r"x\pm\sin2\pi x)$, by $f(x)=\sin\pi x$: the largest of $|f-\widehat f|$ at $\frac14,\frac12,\frac34$, "
    r"which is $\max\left\{|1-a|,\sqrt{\tfrac12}|1-a|+|a|\right\}\ge\frac1{2-\sqrt{1/2}}$ for every a, would "
    r"be at most $3\pi\frac{2K+3}\tau$, that bound and the $\frac{3\CF}\tau$ of (70) for $\widehat f$.",
    defect="construction",
    because="(23) compares values for one pair (f, x): an element that is near f at one input says nothing of "
    "f at the others.",
)
def coefficients_of_the_proof(tau, K):
    """The coefficients that the proof takes from the cover serve every function of the class."""
    # In [0, 1] the first of the two falls with a and the second grows: their maximum is least where they meet.
    return at_most(1 / (2 - sqrt(Fraction(1, 2))), 3 * pi() * (2 * K + 3) / tau)


@amended(
    r"If $|f(x)-f(0)-\widehat f(x)+\widehat f(0)|\le e$ for all $\|x\|_2\le1$, then $|f(x)-f(0)-\widehat "
    r"f^{\mathsf{approx}}(x)|\le e+\frac{\widetilde C}{4\tau}$ for all of them, which is what the sums with "
    r"$\rho_{\widehat f}(t_i,\omega_i)$ tend to; here for $\widehat f(x)=\sum_{k\le K}b_k\cos(\omega_k^\top "
    r"x+\theta_k)$, $\widetilde C=\sum_k|b_k|\|\omega_k\|_2$ (with their mass at the $\omega_k$, as in "
    r"lemma-5), in any dimension, at the projections $z_k$ of $x$ on the directions of the $\omega_k$, $f$ "
    r"with $b_k+c_k$ for $b_k$, $e=\sum_k|c_k|\|\omega_k\|_2$ and $\tau\ge\frac12$.",
    of=coefficients_of_the_proof,
    because="Such an element is near f at all inputs at once.",
    adds="an element that is near f at all inputs, e for its distance, the constant 1/4 of Lemma 5",
    K=dims(1, 3),
    tau=dyadics(0.5, 2048, of="[1/2, inf)"),
    **WAVES,
    c=box("K", low=-1, high=1, of="(-inf, inf)"),  # what f has beside the element of the cover
    z=box("K", low=-1, high=1),
    examples=[dict(K=1, tau=4.0), dict(K=1, tau=16.0)],
)
@mutants({"1/5 for 1/4": dict(share=Fraction(1, 5)), "without the distance": dict(apart=0)})
def ramps_of_a_near_element(tau, omega, theta, b, c, z, answer, share=Fraction(1, 4), apart=1):
    """The distance of f from the mixture of ramps of a function that is near it."""
    ramps = answer(sum(b * omega * mixture(omega, theta, tau, z)))
    error = abs(sum((b + c) * omega * g(omega, theta, z)) - ramps)
    allowed = sum(abs(c) * omega) * apart + sum(abs(b) * omega) * share / tau
    # No function of the class changes by more than its moment.
    return at_most(error, allowed).trivial_where(allowed - sum(abs(b + c) * omega))
