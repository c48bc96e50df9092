r"""The design of the auxiliary matrix P: three parts, and what each needs.

*Identity*: the block $[I_d\;0_{d\times(N-d)}]$ has $N\ge d$ as its hypothesis, which Assumption 1 has, too, and
Algorithm 1 and Theorem 7 do not say. *Random samples*: :mod:`theorems.pca.lemma_8`; how often they meet the
condition of Theorem 7 is ``theorem-7/random-starts``. *Place holders* are blocks of zeros.
"""

from lemmata import dims, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import concat, eye, zeros
from theorems.pca import PAPER


@theorem(
    PAPER,
    "design of P, identity",
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
def products_are_the_samples(d, N, X, rank=lambda d: d):
    """The products of the samples with the identity block are the samples."""
    block = concat([eye(d), zeros((d, N - d))], 1)
    return equal(X[:rank].T @ block[:rank], concat([X.T, zeros((N, N - d))], 1))
