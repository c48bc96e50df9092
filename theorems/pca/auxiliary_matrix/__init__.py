r"""The design of the auxiliary matrix P: three parts, and what each needs.

*Identity*: $[I_d\;0_{d\times(N-d)}]$ exists for $N\ge d$ only, a hypothesis that Algorithm 1 and Theorem 7 do
not state. (Assumption 1 has it, where $XX^\top$ is positive definite. Whoever takes the block as the hypothesis
has the amended reading.) Its products with the samples are $X^\top$ itself, in the first d columns (part
``screen``). *Random samples*: :mod:`theorems.pca.auxiliary_matrix.starts`. *Place holders* are counted in
:mod:`theorems.pca.shapes`.
"""

from lemmata import Margin, amended, at_least, dims, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, concat, eye, zeros
from theorems.pca import PAPER


@theorem(
    PAPER,
    "design of P, identity",
    part="that the block exists",
    id="auxiliary-matrix/identity",
    rank="slip",
    origin="read",
    at=lines(220),
    d=dims(1, 3),
    N=dims(1, 3),
)
@printed(
    r"For all d and N: $[\widetilde p_{2,1}\dots\widetilde p_{2,N}]=[I_d\;0_{d\times(N-d)}]$ is a matrix.",
    defect="statement",
    because="For $N < d$ the block of zeros has a negative number of columns; Algorithm 1 and Theorem 7 take "
    r"any d and N (who reads the block as the hypothesis $N \ge d$ has the amended statement).",
    fails_where=lambda d, N: d > N,
)
@amended(
    r"For $N\ge d$: $[\widetilde p_{2,1}\dots\widetilde p_{2,N}]=[I_d\;0_{d\times(N-d)}]$ is a matrix.",
    adds=r"$N \ge d$",
    N=lambda d: dims(d, d + 2),
)
@mutants({"one column of zeros at least": dict(spare=1), "N < d, too": dict(N=dims(1, 3))})
def zeros_have_columns(d: int, N: int, spare: int = 0) -> Margin:
    """The identity block exists for any number of features and samples."""
    return at_least(N - d, spare)


@theorem(
    PAPER,
    "design of P, identity",
    part="products with the samples",
    id="auxiliary-matrix/screen",
    rank="step",
    origin="read",
    at=lines(220),
    d=dims(1, 3),
    N=lambda d: dims(d, d + 2),
    X=reals("d", "N"),
)
@printed(
    r"For $N\ge d$ the identity helps to screen out all samples: $X^\top[\widetilde p_{2,1}\dots\widetilde "
    r"p_{2,N}]=[X^\top\;0]$."
)
@mutants(one_feature_fewer=dict(rank=lambda d: max(d - 1, 1)), the_first_feature=dict(rank=1))
def products_are_the_samples(d: int, N: int, X: Array, rank: Array = lambda d: d) -> Margin:
    """The products of the samples with the identity block are the samples."""
    block = concat([eye(d), zeros((d, N - d))], 1)
    return equal(X[:rank].T @ block[:rank], concat([X.T, zeros((N, N - d))], 1))
