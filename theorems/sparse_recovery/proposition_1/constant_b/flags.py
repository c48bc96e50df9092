r"""Flags that are not exact: B times what an even token's flag is off is taken from its score.

B shuts odd tokens out, whose flag is 1, and leaves even ones alone, whose flag is 0. At a flag of $\epsilon$
the heads $\pm1$ draw $-\mathcal S_{B\epsilon}(\beta_i^\top x_j)Mx_j$ for $-\beta_i^\top x_jMx_j$: a large B,
such as the prescribed one, makes a network sensitive to it.
"""

from lemmata import at_most, box, dims, lines, mutants, printed, theorem
from lemmata.numbers import concat, norm, stack, sum, zeros
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.layer import ATTENTION, STATE, state
from theorems.sparse_recovery.proposition_1.constant_b import B_exceeds_every_score
from theorems.sparse_recovery.proposition_1.eq_c_10 import gathered


@theorem(
    PAPER,
    "C.2, inexact flags",
    id="proposition-1/constant-b/flags",
    rank="step",
    origin="ours",
    at=lines(469, 475),
    uses=[B_exceeds_every_score],
    **ATTENTION,
    off=box("N", low=0, high=1, of="[0, inf)"),  # the flags of the even tokens
)
@printed(
    STATE + r"with flags $\epsilon_j\ge0$ for 0 at the even tokens $2j$: what the heads $\pm1$ make the token "
    r"$2n+1$ gather changes by at most $B\sum_{j\le n}\epsilon_j\|Mx_j\|$."
)
@mutants(
    half_of_it=dict(
        share=1 / 2,
        why="In one dimension and at the first row it is attained most easily.",
        d=dims(1, 1),
        N=dims(1, 1),
    ),
    without_B=dict(factor=1),
)
def scores_lose(N, M, B, tf, X, y, query, beta, off, share=1, factor=lambda B: B):
    """A flag that is off by a little changes what a token gathers by B times as much at most."""
    H = state(X, y, query, beta)
    flags = concat([stack([0 * off, off], 1).reshape(2 * N), [0]])
    changed = H + concat([zeros(H[:-1].shape, H), flags[None]])
    moved = norm(gathered(tf, changed, 1)[: N + 1] - gathered(tf, H, 1)[: N + 1], axis=-1)
    sizes = off * norm(X @ M.T, axis=-1)
    return at_most(moved, stack([share * factor * sum(sizes[:n]) for n in range(N + 1)]))


scores_lose.waive("all weights zero", because="A layer that does nothing is changed by no flag.")
