r"""From which dimension on Theorem 5.1 speaks of fewer rows than columns, which is what the paper is about.

$N_0=8(4S-2)^2\frac{\log d+\log S-\log\delta}c$ grows like $S^2\log d$, and its constant decides: with the
largest c of the amended reading, $\frac78$, and $\delta=\frac12$ it is below d from $d=224$ on for one nonzero
entry, from 3,103 on for two and from 10,065 on for three, which section 6 has ($d=20$ there). (A whole number
of rows from $N_0$ on is below d from 225, 3,104 and 10,067 on.)
"""

from lemmata import dims, equal, lines, mutants, printed, theorem
from lemmata.numbers import Number, constant, log, sign
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1 import convergence


@theorem(
    PAPER,
    "Theorem 5.1",
    part="fewer rows than columns",
    id="theorem-5.1/under-determined",
    rank="step",
    origin="ours",
    at=lines(187, 189),
    uses=[convergence],
    S=dims(1, 3, most=3),
    d=dims(1, 12_000),
    examples=[dict(S=S, d=d + around) for S, d in ((1, 224), (2, 3103), (3, 10065)) for around in (-1, 0)],
)
@printed(
    r"With $c=\frac78$, $\delta=\frac12$ the $N_0=8(4S-2)^2\frac{\log d+\log S-\log\delta}c$ of Theorem 5.1 "
    r"is below d for $d\ge224$ at $S=1$, for $d\ge3103$ at $S=2$, for $d\ge10065$ at $S=3$, and for no "
    "smaller d."
)
@mutants(one_later=dict(first=lambda S: (225, 3104, 10066)[S - 1]), half_of_it=dict(factor=4))
def is_below(d, S, first=lambda S: (224, 3103, 10065)[S - 1], factor=8):
    """Theorem 5.1 needs fewer rows than there are columns only in high dimensions."""
    N0: Number = factor * (4 * S - 2) ** 2 * log(constant([d * S * 2])[0]) * 8 / 7
    return equal(sign(d - N0), 1 if d >= first else -1)
