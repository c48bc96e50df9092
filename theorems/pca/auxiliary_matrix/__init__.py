r"""The design of the auxiliary matrix P: three parts, and what each needs.

*Identity*: $[I_d\;0_{d\times(N-d)}]$ exists for $N\ge d$ only, a hypothesis that Algorithm 1 and Theorem 7 do
not state. (Assumption 1 has it, where $XX^\top$ is positive definite. Whoever takes the block as the hypothesis
has the amended reading.) Its products with the samples are $X^\top$ itself, in the first d columns (part
``screen``). *Random samples*: :mod:`theorems.pca.auxiliary_matrix.starts`. *Place holders* are counted in
:mod:`theorems.pca.shapes`.
"""

from collections.abc import Callable
from dataclasses import dataclass

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


enough = space(Shape, d=dims(1, 3), N=lambda s: dims(s.d, s.d + 2))
any_number = space(Shape, d=dims(1, 3), N=dims(1, 3))

block = PAPER.claim(
    "design of P, identity",
    part="that the block exists",
    id="auxiliary-matrix/identity",
    rank="slip",
    origin="read",
    at=lines(220),
    summary="The identity block exists for any number of features and samples",
    settings=any_number,
)
screen = PAPER.claim(
    "design of P, identity",
    part="products with the samples",
    id="auxiliary-matrix/screen",
    rank="step",
    origin="read",
    at=lines(220),
    summary="The products of the samples with the identity block are the samples",
    settings=enough,
    prompts=lambda s: space(X=reals(s.d, s.N)),
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
    r"For $N\ge d$ the identity helps to screen out all samples: $X^\top[\widetilde p_{2,1}\dots"
    r"\widetilde p_{2,N}]=[X^\top\;0]$.",
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
