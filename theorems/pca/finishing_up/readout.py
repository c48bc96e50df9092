r"""What the read-out returns: the k blocks of results, from the first token.

Section 4 of the slides takes $\widetilde W_0=[0,I_{kd}]$ and $\widetilde W_1=(1,0,\dots,0)^\top$, which
selects the last $kd$ rows of the first token: the blocks $p_4,\dots,p_{k+3}$. That works. (The stated shape of
the output does not fit: :mod:`theorems.pca.shapes`.)
"""

from collections.abc import Callable

from constructions.pca import readout
from lemmata import Margin, Prompt, Space, equal, lines, reals, space
from lemmata.numbers import Array, stack
from theorems.pca import PAPER
from theorems.pca.tokens import TWO, Setting, settings, stream_with_y


def prompts(s: Setting) -> Space:
    return space(H=reals(stream_with_y(s).size, s.N))


Read = Callable[[Array, int, int], Array]

output = PAPER.claim(
    "read-out",
    part="the selected tokens",
    id="finishing-up/readout",
    rank="step",
    origin="read",
    at=lines(498, 502),
    summary="The read-out matrices select the first token of the last k blocks",
    settings=settings,
    prompts=prompts,
    examples=[TWO],
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


output.mutant("the first rows", read=first_rows)
output.mutant("the last token", read=lambda H, k, d: readout(H[..., -1:], k, d))
