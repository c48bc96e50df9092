r"""The steepness $\tau=1/\sqrt\varepsilon$ of (30), Section 4, is not always one that Lemma 1 allows.

Lemma 1 wants $\tau>4$, that is $\varepsilon<\frac1{16}$, and Theorem 1 allows every
$\varepsilon\lesssim\sqrt{\log N/N}+n/L$, which nothing keeps small. The other half of (30) is the
discretisation error $\varepsilon_{\mathsf{dis}}=c_{\mathsf{dis}}C_{\mathcal
F}(\sqrt\varepsilon+\sqrt{\log|\mathcal N_\varepsilon|/n})$; its uses are the claims ``eq-31``,
``lemma-3/eq-100/exponent`` and ``step-5/eq-61/b``.
"""

from dataclasses import dataclass

from lemmata import Margin, Prompt, Space, at_least, box, dims, lines, space
from theorems.universal_approximation import PAPER


@dataclass(frozen=True)
class Setting:
    n: int
    L: int


settings = space(Setting, n=dims(1, 4), L=dims(1, 96))


def roots(s: Setting) -> Space:
    """C_F, the square root p of eps (here: eps over n/L), the sixth root r of log |N| / n."""
    return space(C=box(1, low=0.0, high=4.0), p=box(1, low=0.015625, high=1.0), r=box(1, low=0.0, high=1.0))


steepness = PAPER.claim(
    "(30), tau", id="eq-30", rank="step", origin="read", at=lines(311, 313), settings=settings, prompts=roots
)


@steepness.printed(
    r"$\tau=1/\sqrt\varepsilon\ge4$ (for Lemma 1) for every $\varepsilon\le\frac nL$ (which Theorem 1 allows).",
    defect="proof-step",
    because="Nothing keeps n/L below 1/16.",
    limit=4,
)
@steepness.amended(
    r"The same for $16n<L$.",
    because="At other depths (24) is at least a sixteenth of the trivial bound.",
    adds="16 n < L",
    settings=space(Setting, n=dims(1, 4), L=dims(17, 96), where=lambda s: 16 * s.n < s.L),
    limit=4,
)
def ramps_are_steep_enough(s: Setting, prompt: Prompt, limit: int) -> Margin:
    """The steepness of the features is one that Lemma 1 allows."""
    eps = prompt.p * s.n / s.L
    return at_least(1 / eps, limit * limit)


steepness.mutant("5", limit=5)
steepness.mutant("8", limit=8)
