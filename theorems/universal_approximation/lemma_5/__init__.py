r"""Combinations of cosines are mixtures of steep ramps, with weights that are bounded: Lemma 5, (70) and (72).

For the class of all $f(x)=\sum_kb_k\cos(\omega_k^\top x+\theta_k)$ with $|b_k|\le B_k$: $F^{\mathsf{sup}}$ is
known, $C_{\mathcal F}=\sum_kB_k(1+\|\omega_k\|)$, (68) is the sum itself, and $f^{\mathsf{approx}}$ of (71)
is the sum of the mixtures (76) with weights $b_k\|\omega_k\|$. (70), in the proof (77), holds here, the
integrals being in closed form; for linear functions it fails (``lemma-5/linear``).

(72): the weights (80) are $\rho_f(t,\omega)=\Gamma_{\mathcal
F}\gamma_{\omega,\theta_f(\omega)}(t)|F_f(\omega)|/F^{\mathsf{sup}}(\omega)$. With given phases that is
$3\sum_jB_j\omega_j\,\gamma_{\omega_k,\theta_k}(t)\,b_k/B_k$ at $\omega_k$, with the $\gamma$ of (82) on
$[-2,1]$, and $C_{\mathcal F}=\sum_kB_k(|\cos\theta_k|+\omega_k)$ by (19). The bound on the expectation
follows from the one on the values, and (78) is an equality. (79) needs $\widetilde C_{\mathcal F}>0$: for a
class of constants it divides by 0. (72) holds, with equality at a phase of $\frac\pi2$;
(28) and the l1 norm before (74) rest on it.
"""

from collections.abc import Callable
from fractions import Fraction

from lemmata import Margin, Prompt, Space, at_most, box, dims, lines, space
from lemmata.numbers import Array, absolute, amax, sum
from theorems.universal_approximation import PAPER, cosines

CLASS = r"$f(x)=\sum_{k\le K}b_k\cos(\omega_k^\top x+\theta_k)$ with $|b_k|\le B_k$, in any dimension"
several = PAPER.claim(
    "Lemma 5, (70)",
    id="lemma-5",
    summary="Every function of the class is a mixture of steep ramps, up to three times C_F delta_tau",
    at=lines(527, 533),
    uses=["universal_approximation/lemma-5/eq-75"],
    settings=cosines.settings(3, open_low=True),
    prompts=cosines.prompts,
)
Terms = Callable[[Prompt], Array]


def barron(prompt: Prompt) -> Array:
    """C_F for the class with B_k = |b_k|."""
    return sum(absolute(prompt.b) * (prompt.omega + 1), -1)


@several.printed(
    r"For every $f\in\mathcal F$, $\|x\|_2\le1$ and $\tau>2$: "
    r"$|f(x)-f(0)-f^{\mathsf{approx}}(x)|\le3C_{\mathcal "
    r"F}\delta_\tau$ with $\delta_\tau=\frac1\tau$ and $f^{\mathsf{approx}}$ of (71); here for "
    + CLASS
    + r" at $z_k=\omega_k^\top x/\|\omega_k\|_2$ (with the whole mass of a cosine at $\omega_k$; the half of "
    r"it that stands at $-\omega_k$ has $-\theta_k$ and $-z_k$, which are drawn as well), where "
    r"$C_{\mathcal F}=\sum_kB_k(1+\|\omega_k\|_2)$ is least for $B_k=|b_k|$.",
    slack="A ramp averages over a window of width 1/tau, which misses a function of slope 1 by at most "
    "1/(4 tau): 1/4 would do for 3.",
    factor=3,
    parts=lambda prompt: prompt.b * prompt.omega,
)
def ramps_represent_the_class(
    s: cosines.Setting, prompt: Prompt, answer: Callable[..., Array], factor: Fraction | int, parts: Terms
) -> Margin:
    """The distance of a sum of cosines from its mixture of ramps (76)."""
    exact = sum(cosines.g(prompt, prompt.z) * prompt.b * prompt.omega, -1)
    ramps = sum(cosines.mixture(prompt, s.tau, prompt.z) * parts(prompt), -1)
    allowed = barron(prompt) * factor / s.tau
    # No function of the class changes by more than its moment.
    moment = sum(absolute(prompt.b) * prompt.omega, -1)
    return at_most(absolute(exact - answer(ramps)), allowed).trivial_where(allowed - moment)


several.mutant("1/6 for 3", factor=Fraction(1, 6))
several.mutant("b_k for b_k ||omega_k||", parts=lambda prompt: prompt.b)


def classes(s: cosines.Count) -> Space:
    """Bounds, frequencies and phases of a class, a function by its shares of the bounds, and a place."""
    return space(
        B=box(s.K, low=0.0, high=2.0, of="[0, inf)"),
        omega=box(s.K, low=0.125, high=8.0, of="(0, inf)"),
        theta=box(s.K, low=0.0, high=6.25, of="(-inf, inf)"),
        share=box(s.K, low=-1.0, high=1.0),
        t=box(1, low=-2.0, high=1.0),
    )


weights = PAPER.claim(
    "Lemma 5, (72)",
    id="lemma-5/eq-72",
    summary="The weights of the mixture, and so their mean, are at most three times C_F minus the largest "
    "|f(0)|",
    at=lines(535, 537),
    uses=["universal_approximation/lemma-5/eq-75"],
    settings=space(cosines.Count, K=dims(1, 3)),
    prompts=classes,
)
Slope = Callable[[Prompt, Array], Array]


@weights.printed(
    r"$|\rho_f(t,\omega)|\le3(C_{\mathcal F}-\sup_{\tilde f}|\tilde f(0)|)$ for the weights (80), all $t$ and "
    r"$\omega$, which "
    r"bounds $\mathbb E|\rho_f|$ as well; here for "
    + CLASS
    + r", $b_k$ a share of $B_k$, phases given and $C_{\mathcal "
    r"F}=\sum_kB_k(|\cos\theta_k|+\|\omega_k\|_2)$.",
    factor=3,
    slope=cosines.gamma,
)
def weights_are_bounded(s: cosines.Count, prompt: Prompt, factor: Fraction | int, slope: Slope) -> Margin:
    """The largest weight (80) at one t, against the Barron parameter."""
    total = sum(prompt.B * prompt.omega, -1) * 3
    rho = amax(absolute(slope(prompt, prompt.t) * prompt.share), -1) * total
    zero = cosines.cosine(prompt.theta)
    supremum = sum(prompt.B * absolute(zero), -1)
    C = sum(prompt.B * (absolute(zero) + prompt.omega), -1)
    return at_most(rho, (C - supremum) * factor)


weights.mutant("27/10 for 3", factor=Fraction(27, 10))
weights.mutant("1 for 3", factor=1)
weights.mutant("not over the norm", slope=lambda x, t: cosines.gamma(x, t) * x.omega)
