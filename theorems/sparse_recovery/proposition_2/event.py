r"""Event A as printed is empty for $d \ge 2$, so that Proposition 2 as printed says nothing there.

Its third line, with i for j, bounds the diagonal by $\sqrt{\frac{\log d-\log\delta}{nc}}$. For $d\ge2$ and
$n\ge N_0$ that is at most $\frac1{4\sqrt2}<0.177$, and the first line wants at least $\frac
n{n+2}(1-0.177)\ge0.27$ on the support, for every c, n, S and $M^V$.
"""

from lemmata import amended, at_most, dims, lines, mutants, printed, theorem
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.event_a import LENGTHS, deviations


@theorem(
    PAPER,
    "Proposition 2",
    part="event A",
    rank="slip",
    origin="read",
    at=lines(662, 668),
    **(LENGTHS | dict(d=dims(2, 6))),
)
@printed(
    r"Event A as printed, with $X_{1:n,i}$ in its third line, can occur for $n\ge N_0$ (excess is $n/N_0$), "
    r"$d\ge2$: then some diagonal entry $D_{:,i}^\top X_{:,i}$, $i\in\mathbb S$, is at least $\frac "
    r"n{n+2}\left(1-\sqrt{\frac{\log S-\log\delta}{nc}}\right)$ and at most $\sqrt{\frac{\log "
    r"d-\log\delta}{nc}}$.",
    defect="typo",
    because="The third line, i for j, bounds the diagonal by at most 0.177, the first wants 0.27, for every c.",
    falls_with="sparse_recovery/lemma-3/off-diagonal",
)
@amended(
    r"Event A with $X_{1:n,j}$ in its third line can occur for $n\ge N_0$ (excess is $n/N_0$), $n\ge S$, "
    r"$d\ge2$: its three lines hold if $D_{:,i}^\top X_{:,i}=\frac n{n+2}$ for $i\in\mathbb S$, these columns "
    r"are orthogonal and the others 0.",
    adds=r"$X_j$ in the third line of (D.4), $n \ge S$",
    where=lambda n, S: n >= S,
    third="j",
)
@mutants({"1 more on the diagonal": dict(shift=1), "1 less on the diagonal": dict(shift=-1)})
def can_occur(d, S, n, delta, excess, third="i", shift=0):
    """Event A, whose third line bounds the diagonal, can occur for prompts of length $N_0$ and more."""
    dimension, support = deviations(d, S, delta, excess)
    low, high = (1 - support) * n / (n + 2), (1 + support) * n / (n + 2)
    if third == "i":
        return at_most(low, dimension)
    diagonal = n / (n + 2) + shift
    # The last pair: there are S orthogonal columns of n entries.
    return at_most([low, diagonal, 0, S], [diagonal, high, dimension, n])
