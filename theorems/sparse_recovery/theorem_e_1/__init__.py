r"""Theorem E.1: Theorem 5.2's bound for the linear read-out, in full; here its probability.

The statement itself, with these constants, is `theorem-5.2/linear`; `last-layer` is the extra layer, weight by
weight, `proof` goes up to (E.2), `linearisation` from (E.4) to (E.9), and `real-sizes` and `sweeps` measure.
(The theorem defines $\delta'$ with $1-\frac22\gamma$ where $\epsilon$ has $1-\frac23\gamma$.)
"""

from lemmata import amended, at_least, box, dims, lines, mutants, printed, theorem
from lemmata.numbers import sum
from theorems.sparse_recovery import PAPER


@theorem(
    PAPER,
    "Theorem E.1, probability",
    rank="slip",
    origin="read",
    at=lines(870, 872),
    id="theorem-e.1/probability",
    n=dims(1, 20),
    delta=box(low=2.0**-12, high=1, of="(0, 1)", scale="log"),
)
@printed(
    r"(E.3), 'with probability at least $1-3n\delta$', gives the theorem the $n\delta$ of its "
    r"$1-\delta'-n\delta$: $1-3n\delta\ge1-n\delta$.",
    defect="typo",
    because=r"Theorem D.1 may fail with probability $3 \delta$ at each of n tokens; the theorem counts "
    r"$\delta$ at each.",
)
@amended(
    r"(E.3) gives the theorem $1-\delta'-3n\delta$ for its $1-\delta'-n\delta$. Evaluated is the part that "
    r"(E.3) has, $1-3n\delta\ge1-3n\delta$.",
    adds=r"$1 - 3 n \delta$ for $1 - n \delta$",
    count=3,
)
@mutants({"2 n delta for 3 n delta": dict(count=2), "no delta": dict(count=0)})
def promised(n, delta, count=1):
    r"""The proof of Theorem E.1 gives its bound with probability $1 - n \delta$, for its events of (E.3)."""
    events = [delta] * (3 * n)  # of Theorem D.1, three at each token, by the union bound
    return at_least(1 - sum(events), 1 - count * n * delta)
