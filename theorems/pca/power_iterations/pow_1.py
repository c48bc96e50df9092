r"""One power iteration by attention: as printed, the queries and keys never meet.

The displays pow,1 and pow,3 of the slides, offsets read as blocks of $(X;\widetilde y;p_1;p_2;\dots)$. pow,1
is to add $XX^\top p_{3,1}$ in token 1 of the placeholder $p_4$. But $Q$ writes the rows of $p_1$ and $K$ the
rows of $p_3$, so all scores are 0, and $V$ would write $p_3$. With $V$ writing $p_4$ and one set of rows for
$Q$ and $K$ the layer computes $XX^\top p_{3,j}$ in *every* token, so the display is right for $k=1$ only
(part ``first-token``). pow,3 is in :mod:`theorems.pca.power_iterations.pow_3`.
"""

from collections.abc import Callable

from constructions.attention import Attention
from constructions.pca_printed import power_layer
from lemmata import Margin, Prompt, equal, lines
from theorems.pca import PAPER
from theorems.pca.tokens import COVARIANCE, ON_TOKENS, TWO, Setting, gram, stream_with_y, tokens


def layer(
    writes: str = "p4", query: str = "p3", key: str = "p3", vector: str = "p3"
) -> Callable[[Setting], Attention]:
    """The layer as it must be, or with some rows as printed."""

    def build(s: Setting) -> Attention:
        return power_layer(stream_with_y(s), writes=writes, query=query, key=key, vector=vector)

    return build


first = PAPER.claim(
    "pow,1",
    part="the product",
    id="power-iterations/pow-1",
    rank="step",
    origin="read",
    at=lines(337, 341),
    summary="The first power layer multiplies a start by X X^T",
    **ON_TOKENS,
)
column = PAPER.claim(
    "pow,1",
    part="the first token alone",
    id="power-iterations/pow-1/first-token",
    rank="step",
    origin="read",
    at=lines(341),
    summary="The first power layer writes a product into the first token alone",
    **ON_TOKENS,
)


@first.printed(
    COVARIANCE + r"With pow,1 as printed: $p_4$ becomes $(XX^\top p_{3,1},0)$, the rest stays.",
    defect="construction",
    because="Q and K write different rows, so every score is 0 and the layer is the identity.",
    construction=layer(writes="p3", query="p1", key="p3"),
    components=lambda s: 1,
)
@first.amended(
    COVARIANCE + r"With $V$ writing $p_4$ and $Q$ writing the rows that $K$ writes: $p_4$ becomes "
    r"$XX^\top[p_{3,1},\dots,p_{3,N}]$, the rest stays.",
    adds="V writes p_4; Q and K write the same rows; the products of all starts",
    construction=layer(),
    components=lambda s: s.k,
)
def matrix_is_applied(
    s: Setting, tf: Attention, prompt: Prompt, components: Callable[[Setting], int]
) -> Margin:
    """The first power layer multiplies so many starts by X X^T."""
    A = gram(prompt)
    images = A @ prompt.starts.mT[..., : components(s)]
    return equal(tf(tokens(s, prompt, p1=A)), tokens(s, prompt, p1=A, p4=images))


@column.printed(
    COVARIANCE + r"With the rows of pow,1 repaired: $p_4$ becomes $(XX^\top p_{3,1},0)$.",
    defect="statement",
    because="Every token with a start receives its product, not only the first one: for two components and "
    "more.",
    fails_where=lambda s: s.k >= 2,
    construction=layer(),
    hypothesis=lambda s: 0,
)
@column.amended(
    COVARIANCE + r"With the rows of pow,1 repaired and $k=1$: $p_4$ becomes $(XX^\top p_{3,1},0)$.",
    adds="k = 1",
    construction=layer(),
    hypothesis=lambda s: 1 - s.k,
)
def only_the_first_token(
    s: Setting, tf: Attention, prompt: Prompt, hypothesis: Callable[[Setting], int]
) -> Margin:
    """The first power layer writes into the first token only."""
    A = gram(prompt)
    image = A @ prompt.starts.mT[..., :1]
    margin = equal(tf(tokens(s, prompt, p1=A)), tokens(s, prompt, p1=A, p4=image))
    return margin.given(hypothesis(s))


first.mutant("V writes the starts", construction=layer(writes="p3"))
first.mutant("the queries stay on p1", construction=layer(query="p1"))
first.mutant("the keys read X", construction=layer(vector="x"))
first.derive_mutants(at=TWO)
column.mutant("any k", hypothesis=lambda s: 0)
column.mutant("V writes the starts", construction=layer(writes="p3"))
column.mutant("the queries stay on p1", construction=layer(query="p1"))
