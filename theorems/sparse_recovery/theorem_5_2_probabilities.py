r"""The probabilities of Theorem E.1 and Corollary E.1 against those of the theorem that they rest on.

Theorem D.1 holds with probability $1-3\delta$. Theorem E.1 applies it to n tokens: (E.3) says $1-3n\delta$, the
theorem $1-n\delta$ (and defines $\delta'$ with $1-\frac22\gamma$ where $\epsilon$ has $1-\frac23\gamma$).
Corollary E.1 has $1-\delta$ by "Theorem 5.1", whose $c_1=\|\beta^*\|_1$ only Theorem D.1 defines; the read-out
adds no event. (That the two are not equivalent is `theorem-d.1-equivalence`. Corollary D.1 loses the 3, too.)
"""

from __future__ import annotations

from dataclasses import dataclass

from lemmata import Margin, Prompt, at_least, dims, space
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.instances_d_scalars import powers


@dataclass(frozen=True)
class Length:
    n: int


linear, query = (
    PAPER.claim(
        label, slug=slug, kind="forall", settings=space(Length, n=dims(1, most)),
        prompts=lambda _: space(delta=powers(-12, 0, open_high=True)),
    )
    for label, slug, most in (
        ("Theorem E.1", "theorem-5.2-linear-probability", 20),
        ("Corollary E.1, probability", "theorem-5.2-query-probability", 1),
    )
)  # fmt: skip


@linear.printed(
    r"(E.3), 'with probability at least $1-3n\delta$', gives the theorem its $1-n\delta$.",
    expect="refuted",
    defect="typo",
    because="Three events for each n by Theorem D.1; the last line has one.",
    count=1,
)
@linear.amended(r"It gives $1-3n\delta$.", count=3)
@query.printed(
    r"'Combining with Theorem 5.1' (its $c_1$ is Theorem D.1's) gives the label's bound with probability at "
    r"least $1-\delta$.",
    expect="refuted",
    defect="typo",
    because="Theorem D.1, which defines c_1, has three events of probability delta.",
    count=1,
)
@query.amended(r"It gives $1-3\delta$.", count=3)
def promised(s: Length, prompt: Prompt, count: int) -> Margin:
    """The probability of the statement is that of its proof (one length n for Corollary E.1)."""
    return at_least(1 - prompt.delta * (3 * s.n), 1 - prompt.delta * (count * s.n))


for claim in (linear, query):
    claim.mutant("two", count=2)
    claim.mutant("none", count=0)
