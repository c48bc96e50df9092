r"""The second power iteration: as printed, its queries and keys never meet either.

pow,3 of the slides is pow,1 (:mod:`theorems.pca.power_iterations.pow_1`) with $p_4$ in the place of $p_3$; here
$Q$ writes the rows of $p_3$, $K$ those of $p_4$. With one set of rows it computes $XX^\top v$, and
the placeholder $p_4$ still holds the old $v$ beside it, since attention adds.
"""

from constructions.attention import Attention
from lemmata import Margin, Prompt, Space, equal, lines, reals, space
from theorems.pca import PAPER
from theorems.pca.power_iterations.pow_1 import layer
from theorems.pca.tokens import COVARIANCE, ON_TOKENS, Setting, gram, tokens


def prompts(s: Setting) -> Space:
    """X by columns, the starts, and the vector in p4."""
    return space(X=reals(s.d, s.N), starts=reals(s.k, s.d), v=reals(s.d))


third = PAPER.claim(
    "pow,3",
    id="power-iterations/pow-3",
    rank="step",
    origin="read",
    at=lines(367, 373),
    summary="The third power layer replaces the iterate by its product with X X^T",
    **{**ON_TOKENS, "prompts": prompts},
)


@third.printed(
    COVARIANCE
    + r"With pow,3 as printed and a vector $v$ in $p_{4,1}$: $p_{4,1}$ becomes $XX^\top v$, the rest stays.",
    defect="construction",
    because="Q and K write different rows, so the layer is the identity; and attention adds.",
    construction=layer(writes="p3", query="p3", key="p4", vector="p4"),
    keeps=0,
)
@third.amended(
    COVARIANCE
    + r"With $Q$ and $K$ writing the same rows and $V$ writing $p_4$: $p_{4,1}$ becomes $v+XX^\top v$, the "
    r"rest stays.",
    adds="V writes p_4; Q and K write the same rows; the old vector stays beside",
    construction=layer(query="p4", key="p4", vector="p4"),
    keeps=1,
)
def matrix_is_applied_again(s: Setting, tf: Attention, prompt: Prompt, keeps: int) -> Margin:
    """The third power layer multiplies the iterate by X X^T."""
    A, v = gram(prompt), prompt.v[..., None]
    output = tf(tokens(s, prompt, p1=A, p4=v))
    return equal(output, tokens(s, prompt, p1=A, p4=A @ v + v * keeps))


third.mutant("nothing is kept", keeps=0)
third.mutant("the starts are read", construction=layer(query="p4", key="p4", vector="p3"))
