r"""What the read-out returns: the right numbers in another shape than stated.

Section 4 of the slides takes $\widetilde W_0=[0,I_{kd}]$ and $\widetilde W_1=(1,0,\dots,0)^\top$, which
selects the last $kd$ rows of the first token: the blocks $p_4,\dots,p_{k+3}$. That works. The output is then
the stacked vector in $\mathbb R^{kd}$, as its transposes and brackets say, not the $d\times k$ matrix
of the display (part ``shape``, on the numbers of rows and columns).
"""

from collections.abc import Callable
from dataclasses import dataclass

import torch

from constructions.pca import readout
from lemmata import Margin, Prompt, Space, dims, equal, lines, reals, space
from lemmata.numbers import Array, stack
from theorems.pca import PAPER
from theorems.pca.tokens import TWO, Setting, settings, stream_with_y


def prompts(s: Setting) -> Space:
    return space(H=reals(stream_with_y(s).size, s.N))


Read = Callable[[Array, int, int], Array]

output = PAPER.claim(
    "read-out",
    id="finishing-up/readout",
    rank="step",
    origin="read",
    at=lines(498, 502),
    summary="The read-out matrices select the first token of the last k blocks",
    settings=settings,
    prompts=prompts,
    examples=[TWO],
)
shape = PAPER.claim(
    "read-out",
    id="finishing-up/readout/shape",
    rank="slip",
    at=lines(204),
    summary="The output of the transformer is a matrix with d rows and k columns",
    settings=space(Setting, d=dims(1, 9), N=lambda s: dims(s.d, s.d + 2), k=lambda s: dims(1, s.d, most=s.d)),
)


@output.printed(
    r"$\widetilde W_0=[0,I_{kd}]$, $\widetilde W_1=(1,0_{N-1})^\top$: $\widetilde W_0H\widetilde W_1$ is the "
    r"vector $(p_{4,1};\dots;p_{k+3,1})$.",
    read=readout,
)
def outputs_are_read(s: Setting, prompt: Prompt, read: Read) -> Margin:
    """The read-out matrices select the first token of the last k blocks."""
    stream = stream_with_y(s)
    blocks = [stream.read(prompt.H, f"p{i + 4}")[..., 0] for i in range(s.k)]
    return equal(read(prompt.H, s.k, s.d), stack(blocks, 1))


def first_rows(H: Array, k: int, d: int) -> Array:
    return H[:, : k * d, 0].reshape(H.shape[0], k, d)


@dataclass(frozen=True)
class Shape:
    """The numbers of rows and columns of a matrix."""

    rows: int
    columns: int


@shape.printed(
    r"$TF_\theta(H)=[\hat v_1^\top\dots\hat v_k^\top]^\top\in\mathbb R^{d\times k}$.",
    defect="typo",
    because="The k stacked vectors have kd rows and one column, and so has the output of W_0 and W_1: another "
    "shape for k >= 2.",
    fails_where=lambda s: s.k >= 2,
    stated=lambda s: Shape(s.d, s.k),
)
@shape.amended(
    r"$TF_\theta(H)=[\hat v_1^\top\dots\hat v_k^\top]^\top\in\mathbb R^{kd\times1}$.",
    adds="the shape k d x 1",
    stated=lambda s: Shape(s.k * s.d, 1),
)
def shape_of_the_output(s: Setting, stated: Callable[[Setting], Shape]) -> Margin:
    """The output has the stated shape."""
    vectors = readout(torch.zeros(1, stream_with_y(s).size, s.N, dtype=torch.float64), s.k, s.d)
    matrix = stated(s)
    return equal([[vectors[0].numel(), 1]], [[matrix.rows, matrix.columns]])


output.mutant("the first rows", read=first_rows)
output.mutant("the last token", read=lambda H, k, d: readout(H[..., -1:], k, d))
shape.mutant("transposed", stated=lambda s: Shape(1, s.k * s.d))
shape.mutant("one vector", stated=lambda s: Shape(s.d, 1))
