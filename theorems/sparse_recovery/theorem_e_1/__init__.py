r"""Theorem E.1: Theorem 5.2's bound for the linear read-out, in full; here its probability.

For $n\ge N_0$ and K + 1 layers, with probability at least $1-\delta'-n\delta$: $|y_n-\hat y_n|\le b_x
(1-\frac23\gamma)^K+\frac{c_4K}{\sqrt n}(1-\frac23\gamma)^{K-1}$. The statement itself, with these constants, is
`theorem-5.2/linear`. Its parts:

- `last-layer`: the extra layer, weight by weight;
- `proof`: the probability p, (E.1), the sets $\mathcal O$ and (E.2);
- `linearisation`: from a K-th power to its linear part, (E.4) to (E.9);
- `real-sizes` and `sweeps`: the linear read-out measured.

Theorem D.1 holds with probability $1-3\delta$. Theorem E.1 applies it to n tokens: (E.3) says $1-3n\delta$, the
theorem $1-n\delta$ (and defines $\delta'$ with $1-\frac22\gamma$ where $\epsilon$ has $1-\frac23\gamma$).
"""

from dataclasses import dataclass

from lemmata import Margin, Prompt, at_least, dims, lines, space
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.powers import powers


@dataclass(frozen=True)
class Length:
    n: int


probability = PAPER.claim(
    "Theorem E.1, probability",
    rank="slip",
    origin="read",
    at=lines(870, 872),
    id="theorem-e.1/probability",
    summary="The proof of Theorem E.1 gives its bound with probability 1 - n delta, for its events of (E.3)",
    settings=space(Length, n=dims(1, 20)),
    prompts=space(delta=powers(-12, 0, open_high=True)),
)


@probability.printed(
    r"(E.3), 'with probability at least $1-3n\delta$', gives the theorem the $n\delta$ of its "
    r"$1-\delta'-n\delta$: $1-3n\delta\ge1-n\delta$.",
    defect="typo",
    because="Theorem D.1 may fail with probability 3 delta at each of n tokens; the theorem counts delta at "
    "each.",
    count=1,
)
@probability.amended(
    r"(E.3) gives the theorem $1-\delta'-3n\delta$ for its $1-\delta'-n\delta$. Evaluated is the part that "
    r"(E.3) has, $1-3n\delta\ge1-3n\delta$.",
    adds="1 - 3 n delta for 1 - n delta",
    count=3,
)
def promised(s: Length, prompt: Prompt, count: int) -> Margin:
    """The probability of the statement is at most that of its proof."""
    return at_least(1 - prompt.delta * (3 * s.n), 1 - prompt.delta * (count * s.n))


probability.mutant("2 n delta for 3 n delta", count=2)
probability.mutant("no delta", count=0)
