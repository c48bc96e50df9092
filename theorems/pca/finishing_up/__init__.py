r"""Section 4 of the proof of Theorem 7: from the errors of one component to those of all.

``readout`` is what the transformer returns, the blocks $p_4,\dots,p_{k+3}$ of results. ``recursion`` bounds the
errors of a component by those of the earlier ones, ``algebra`` solves it, ``final_bounds`` is where it ends.
Recursion and final bounds are put to the test in real deflation (``deflation``), the algebra on any sequences
of errors (``sequences``).
"""

from collections.abc import Callable

from constructions.pca import readout
from constructions.pca_printed import printed_stream
from lemmata import equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, over_batches, stack
from theorems.pca import PAPER
from theorems.pca.tokens import TOKENS


def first_rows(H: Array, k: int, d: int) -> Array:
    return H[:, : k * d, 0].reshape(H.shape[0], k, d)


def last_token(H: Array, k: int, d: int) -> Array:
    return readout(H[..., -1:], k, d)


@theorem(
    PAPER,
    "read-out",
    part="the selected tokens",
    id="finishing-up/readout",
    rank="step",
    origin="read",
    at=lines(498, 502),
    **{name: TOKENS[name] for name in ("d", "N", "k", "examples")},
    H=lambda d, N, k: reals(printed_stream(d, k).size, N),
)
@printed(
    r"$\widetilde W_0=[0,I_{kd}]$, $\widetilde W_1=(1,0_{N-1})^\top$: $\widetilde W_0H\widetilde W_1$ is the "
    r"vector $(p_{4,1};\dots;p_{k+3,1})$."
)
@mutants(the_first_rows=dict(read=first_rows), the_last_token=dict(read=last_token))
def outputs_are_read(d, k, H, read: Callable[[Array, int, int], Array] = readout):
    """The read-out matrices select the first token of the last k blocks."""
    block = over_batches(printed_stream(d, k).read)
    return equal(over_batches(read)(H, k, d), stack([block(H, f"p{i + 4}")[:, 0] for i in range(k)]))
