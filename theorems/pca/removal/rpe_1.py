r"""The first removal layer is to multiply the iterate by $XX^\top$; as printed it is the identity.

rpe,1 of the slides writes $XX^\top p_4$ for the next layer; the display of its output is missing in the text.
For $k=1$ there is no block for it: the design of P ends with $p_{k+3}=p_4$.
It is pow,1 (:mod:`theorems.pca.power_iterations.pow_1`) with other rows, and its queries and keys write
different ones, too. With one set of rows, and $V$ writing $p_5$, it does what it should.
"""

from constructions.attention import Attention
from constructions.pca_printed import power_layer
from lemmata import Margin, Prompt, Space, equal, lines, reals, space
from theorems.pca import PAPER
from theorems.pca.removal import ON_TWO_COMPONENTS, Build
from theorems.pca.tokens import COVARIANCE, TWO, Setting, gram, stream_with_y, tokens


def product(writes: str = "p5", query: str = "p3", vector: str = "p4") -> Build:
    """The layer as it must be, or with some rows as printed; keys write the rows of p4 then."""
    return lambda s: power_layer(
        stream_with_y(s), writes=writes, query=query, key="p3" if query == "p3" else "p4", vector=vector
    )


def prompts(s: Setting) -> Space:
    """X by columns, the starts, and the vector in p4."""
    return space(X=reals(s.d, s.N), starts=reals(s.k, s.d), p=reals(s.d))


first = PAPER.claim(
    "rpe,1",
    id="removal/rpe-1",
    rank="step",
    origin="read",
    at=lines(412, 418),
    summary="The first removal layer multiplies the iterate by X X^T",
    **{**ON_TWO_COMPONENTS, "prompts": prompts},
)


@first.printed(
    COVARIANCE
    + r"With $k\ge2$ (for $k=1$ the design has no $p_5$), rpe,1 as printed and $p$ in $p_{4,1}$: $p_{5,1}$ "
    r"becomes $XX^\top p$, the rest stays.",
    defect="construction",
    because="Q writes the rows of p_1 and K those of p_4, so the layer is the identity.",
    construction=product(writes="p3", query="p1"),
)
@first.amended(
    COVARIANCE
    + r"With $k\ge2$ (for $k=1$ the design has no $p_5$), one set of rows for $Q$ and $K$ and $V$ writing "
    r"$p_5$: "
    r"$p_{5,1}$ becomes $XX^\top p$, the rest stays.",
    adds="V writes p_5; Q and K write the same rows",
    construction=product(),
)
def product_is_written(s: Setting, tf: Attention, prompt: Prompt) -> Margin:
    """The first removal layer multiplies the vector in p_4 by the matrix."""
    A, p = gram(prompt), prompt.p[..., None]
    return equal(tf(tokens(s, prompt, p1=A, p4=p)), tokens(s, prompt, p1=A, p4=p, p5=A @ p))


first.mutant("the starts are read", construction=product(vector="p3"))
first.mutant("V writes the starts", construction=product(writes="p3"))
first.derive_mutants(at=TWO)
