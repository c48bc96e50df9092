r"""(C.11): what an odd token $i$ gathers from all tokens before it in the heads $\pm2$.

The sum is $\gamma MX_{1:n}^\top y_{1:n}$ with $n=\frac{i-1}2$, for any labels (section 4.3: noise). (Its
middle line has $y_{j/2}$, which only even $j$ have, and is not evaluated. The display is read with a last block
of one row; its blocks are counted in `block-sizes/eq-c.11`.)
"""

from lemmata import Prompt, lines
from lemmata.numbers import Array
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.layer import STATE, Setting, attending, attention, column, prompts
from theorems.sparse_recovery.proposition_1.eq_c_6 import c6
from theorems.sparse_recovery.proposition_1.eq_c_10 import SUM, before, token_gathers

c11 = PAPER.claim(
    "(C.11)",
    id="proposition-1/eq-c.11",
    rank="step",
    origin="read",
    at=lines(485, 487),
    summary="The heads 2 and -2 gather M times the sum of the rows before the token, weighted by their labels",
    settings=attending,
    prompts=prompts,
    uses=[c6],
)
c11.construction(attention)


def moments(s: Setting, p: Prompt) -> Array:
    """``M X_{1:n}^T y_{1:n}`` in the beta block."""
    weights = p.y[:, None] * before(s, 0, p.X)[:, :-1]
    return column(s, weights @ p.X @ s.M.mT)


c11.printed(
    STATE + rf"for odd $i$, $n=\frac{{i-1}}2$: ${SUM % (2, 2)}=(0;\gamma M^VX_{{1:n}}^\top y_{{1:n}};0)$ "
    r"(the first and the last line, the last block read as one row).",
    head=2,
    right=moments,
)(token_gathers)
c11.mutant("heads +-1", head=1)
c11.mutant("the labels change sign", right=lambda s, p: -moments(s, p))
