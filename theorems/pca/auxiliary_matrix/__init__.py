r"""The design of the auxiliary matrix P: three parts, and what each needs.

*Identity*: $[I_d\;0_{d\times(N-d)}]$ exists for $N\ge d$ only. Algorithm 1 and Theorem 7 have no such
hypothesis (only Assumption 1 has, where $XX^\top$ is positive definite), and the block is read as meant for all
$X\in\mathbb R^{d\times N}$ of theirs; whoever takes it as the hypothesis has the amended reading. Its products
with the samples are $X^\top$ itself, in the first d columns (part ``screen``). *Place holder* (part ``rows``):
the blocks $p_1,\dots,p_{k+3}$ are vectors in $\mathbb R^d$, so P has $(k+3)d$ rows and its last block is number
$(D-d)/d$; the display has $\widetilde p_{D-d}$ last. *Random samples*:
:mod:`theorems.pca.auxiliary_matrix.starts`.
"""

from collections.abc import Callable
from dataclasses import dataclass

from constructions.pca_printed import printed_stream
from lemmata import Margin, Prompt, at_least, dims, equal, lines, reals, space
from theorems.pca import PAPER
from theorems.pca.tokens import identity, padded


@dataclass(frozen=True)
class Shape:
    """The identity block's numbers of features and of tokens."""

    d: int
    N: int

    @property
    def missing(self) -> int:
        """Columns of the block of zeros."""
        return self.N - self.d


@dataclass(frozen=True)
class Setting:
    d: int
    k: int


enough = space(Shape, d=dims(1, 3), N=lambda s: dims(s.d, s.d + 2))
any_number = space(Shape, d=dims(1, 3), N=dims(1, 3))

block = PAPER.claim(
    "design of P, identity",
    id="auxiliary-matrix/identity",
    rank="step",
    origin="read",
    at=lines(220),
    summary="The identity block exists for any number of features and samples",
    settings=any_number,
)
screen = PAPER.claim(
    "design of P, identity",
    id="auxiliary-matrix/screen",
    rank="step",
    origin="read",
    at=lines(220),
    summary="The products of the samples with the identity block are the samples",
    settings=enough,
    prompts=lambda s: space(X=reals(s.d, s.N)),
)
rows = PAPER.claim(
    "design of P, placeholders",
    id="auxiliary-matrix/rows",
    rank="slip",
    origin="read",
    at=lines(194, 218),
    summary="The auxiliary matrix is made of D - d blocks of d rows each",
    settings=space(Setting, d=dims(1, 3), k=lambda s: dims(1, s.d, most=s.d)),
)


@block.printed(
    r"For all d and N: $[\widetilde p_{2,1}\dots\widetilde p_{2,N}]=[I_d\;0_{d\times(N-d)}]$ is a matrix.",
    defect="statement",
    because="For N < d the block of zeros has a negative number of columns; Algorithm 1 and Theorem 7 take any "
    "d and N (who reads the block as the hypothesis N >= d has the amended statement).",
    fails_where=lambda s: s.d > s.N,
    spare=0,
)
@block.amended(
    r"For $N\ge d$: $[\widetilde p_{2,1}\dots\widetilde p_{2,N}]=[I_d\;0_{d\times(N-d)}]$ is a matrix.",
    adds="N >= d",
    settings=enough,
    spare=0,
)
def zeros_have_columns(s: Shape, spare: int) -> Margin:
    """The identity block fits into the tokens."""
    return at_least(s.missing, spare)


@screen.printed(
    r"For $N\ge d$ the identity helps to screen out all samples: $X^\top[\widetilde p_{2,1}\dots\widetilde "
    r"p_{2,N}]="
    r"[X^\top\;0]$.",
    rank=lambda s: s.d,
)
def products_are_the_samples(s: Shape, prompt: Prompt, rank: Callable[[Shape], int]) -> Margin:
    """The products of the samples with the identity block are the samples."""
    X = prompt.X
    part = X[:, : rank(s)]
    products = part.mT @ identity(s, X)[:, : part.shape[1]]
    return equal(products, padded(X.mT, s.N))


block.mutant("one column of zeros at least", spare=1)
block.mutant("N < d, too", settings=any_number)
screen.mutant("one feature fewer", rank=lambda s: max(s.d - 1, 1))
screen.mutant("the first feature", rank=lambda s: 1)


def rows_of(s: Setting) -> int:
    """D - d of the stream on which the layers are written."""
    return printed_stream(s.d, s.k, y=False).size - s.d


@rows.printed(
    r"$P\in\mathbb R^{(D-d)\times N}$ has the blocks $\widetilde p_1,\dots,\widetilde p_{D-d}$ with "
    r"$\widetilde p_{\ell,i}\in\mathbb R^d$.",
    defect="typo",
    because="Blocks of d rows each: there are k + 3 of them, which is D - d only for d = 1.",
    fails_where=lambda s: s.d > 1,
    last=rows_of,
)
@rows.amended(
    r"$P\in\mathbb R^{(D-d)\times N}$ has the blocks $\widetilde p_1,\dots,\widetilde p_{k+3}$ with "
    r"$\widetilde p_{\ell,i}\in\mathbb R^d$, $D=(k+4)d$.",
    adds="k + 3 blocks in the place of D - d",
    last=lambda s: s.k + 3,
)
def blocks_fill_the_rows(s: Setting, last: Callable[[Setting], int]) -> Margin:
    """The blocks of P fill its rows."""
    return equal(last(s) * s.d, rows_of(s))


rows.mutant("one block more", last=lambda s: s.k + 4)
rows.mutant("no placeholders", last=lambda s: 3)
