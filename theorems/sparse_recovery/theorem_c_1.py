r"""Is Theorem C.1 an equivalent form of Theorem 4.1? Not for two layers and more (and $d\ge2$).

Theorem C.1 fixes $M^{(k)}=\gamma^{(k)}M^V$ with one matrix $M^V$ for all layers (its display is that of
Proposition 1, amended). Theorem 4.1 leaves $M^{(1)},\dots,M^{(K)}$ free, and two matrices need not be
multiples of one: where they are not, some $2\times2$ minor $M^{(1)}_aM^{(2)}_b-M^{(1)}_bM^{(2)}_a$ is not 0.
The proof nowhere uses the restriction, so Theorem 4.1 loses nothing (see its own claim, with dense matrices).
If "$M^V$ is embedded in the k-th layer" means one for each layer, the two are equivalent: the superscript is
missing, then.
"""

from lemmata import Margin, amended, dims, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import Matrix, outer
from theorems.sparse_recovery import PAPER


@theorem(
    PAPER,
    "Theorem C.1, equivalence",
    id="theorem-c.1/equivalence",
    rank="step",
    origin="read",
    at=lines(397, 407),
    K=dims(1, 3),
    d=dims(1, 3),
    M=reals("K", "d", "d"),
)
@printed(
    r"All $M^{(1)},\dots,M^{(K)}\in\mathbb R^{d\times d}$ are $\gamma^{(k)}M^V$, read with one $M^V$ for all k "
    r"(so that Theorem C.1 is an equivalent form of Theorem 4.1). Evaluated is what then follows: "
    r"$M^{(1)}_aM^{(K)}_b=M^{(1)}_bM^{(K)}_a$ for any two entries a and b.",
    defect="typo",
    fails_where=lambda K, d: K > 1 and d > 1,
    because="Matrices of different layers need not be multiples of one another; an $M^V$ for each layer, "
    "which the words may mean, would be enough, and the proof needs no more.",
)
@amended(
    r"If $K=1$ or $d=1$, all $M^{(1)},\dots,M^{(K)}\in\mathbb R^{d\times d}$ are $\gamma^{(k)}M^V$ with one "
    r"$M^V$ (so that the two theorems are equivalent for one layer and for one column). Evaluated is what then "
    r"follows: $M^{(1)}_aM^{(K)}_b=M^{(1)}_bM^{(K)}_a$ for any two entries a and b.",
    because="A matrix is a multiple of itself, and numbers are multiples of 1.",
    adds="$K = 1$ or $d = 1$",
    where=lambda K, d: K == 1 or d == 1,
)
@mutants(two_layers_and_two_columns=dict(where=lambda K, d: K == 2 and d == 2))
def layers_share_a_matrix(d: int, M: Matrix) -> Margin:
    """Theorem C.1, with one matrix $M^V$ for all layers, is an equivalent form of Theorem 4.1."""
    minors = outer(M[0].reshape(d * d), M[-1].reshape(d * d))
    return equal(minors, minors.T)
