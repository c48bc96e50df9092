r"""What is made of (30): the choice of tau, (31), and the square of the error in Step 5.

With $\tau=1/\sqrt\varepsilon$ the right side of (27) is at most $2C_{\mathcal
F}(\sqrt\varepsilon+\sqrt{\log|\mathcal N_\varepsilon|/n})$, so that (31) holds for $c_{\mathsf{dis}}$ at
least twice the constant of (27). But Lemma 1 wants $\tau>4$, that is $\varepsilon<\frac1{16}$, and Theorem
1 allows every $\varepsilon\lesssim\sqrt{\log N/N}+n/L$. In Step 5, (b),
$\varepsilon_{\mathsf{dis}}^2\lesssim C_{\mathcal F}^2\varepsilon+C_{\mathcal F}^2\log|\mathcal
N_\varepsilon|/n$ needs the power $\frac12$ of (30); with the $\frac13$ that stands after (100) it fails (a
mutant), and Theorem 1 would have the power $\frac23$.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, Prompt, Space, at_least, at_most, box, dims, space
from lemmata.numbers import Array
from theorems.universal_approximation import PAPER


@dataclass(frozen=True)
class Setting:
    n: int
    L: int


settings = space(Setting, n=dims(1, 4), L=dims(1, 96))


def roots(s: Setting) -> Space:
    """C_F, the square root p of eps (first claim: its share of n/L), the sixth root r of log |N| / n."""
    return space(
        C=box(1, low=0.0, high=4.0),
        p=box(1, low=0.015625, high=1.0),
        r=box(1, low=0.0, high=1.0),
    )


steepness = PAPER.claim(
    "(30), tau", slug="error-exponent-tau", kind="forall", settings=settings, prompts=roots
)
every = PAPER.claim(
    "(31)", slug="error-exponent-31", kind="forall", settings=settings, prompts=roots
)
square = PAPER.claim(
    "Step 5, (b)", slug="error-exponent-step-5", kind="forall", settings=settings, prompts=roots
)


@steepness.printed(
    r"$\tau=1/\sqrt\varepsilon\ge4$ (for Lemma 1) for every $\varepsilon\le\frac nL$ (which Theorem 1 allows).",
    expect="refuted",
    defect="proof-step",
    because="Nothing keeps n/L below 1/16.",
    least=4,
)
@steepness.amended(
    r"The same for $16n<L$.",
    because="At other depths (24) is at least a sixteenth of the trivial bound.",
    settings=space(Setting, n=dims(1, 4), L=dims(17, 96), where=lambda s: 16 * s.n < s.L),
    least=4,
)
def ramps_are_steep_enough(s: Setting, prompt: Prompt, least: int) -> Margin:
    """The steepness of the features is one that Lemma 1 allows."""
    eps = prompt.p * s.n / s.L
    return at_least(1 / eps, least * least + eps * 0)


steepness.mutant("5", least=5)
steepness.mutant("8", least=8)


@every.printed(
    r"$C_{\mathcal F}\left(\frac1\tau+\tau\varepsilon+\sqrt{\frac{\log|\mathcal "
    r"N_\varepsilon|}n}\right)\le2C_{\mathcal F}\left(\sqrt\varepsilon+\sqrt{\frac{\log|\mathcal "
    r"N_\varepsilon|}n}\right)$ "
    r"for $\tau=1/\sqrt\varepsilon$.",
    factor=2,
    tau=lambda p: 1 / p,
)
def error_of_the_features(
    s: Setting, prompt: Prompt, factor: int, tau: Callable[[Array], Array]
) -> Margin:
    """The bound of Lemma 1 at the chosen steepness."""
    p, slow = prompt.p, prompt.r**3
    found = 1 / tau(p) + tau(p) * p * p + slow
    return at_most(prompt.C * found, prompt.C * (p + slow) * factor)


every.mutant("once", factor=1, tau=lambda p: 1 / p)
every.mutant("tau = 1 / eps", factor=2, tau=lambda p: 1 / (p * p))


@square.printed(
    r"$\varepsilon_{\mathsf{dis}}^2\le2c_{\mathsf{dis}}^2\left(C_{\mathcal "
    r"F}^2\varepsilon+\frac{C_{\mathcal F}^2\log|\mathcal N_\varepsilon|}n\right)$ by (30).",
    power=3,
    factor=2,
)
def square_of_the_error(s: Setting, prompt: Prompt, power: int, factor: int) -> Margin:
    """The squared discretisation error is of the order of its squared parts."""
    error = prompt.C * (prompt.p + prompt.r**power)
    parts = prompt.C * prompt.C * (prompt.p**2 + prompt.r**6)
    return at_most(error * error, parts * factor)


square.mutant("the power 1/3, as after (100)", power=2, factor=2)
square.mutant("once", power=3, factor=1)
