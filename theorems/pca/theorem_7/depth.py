r"""The depth of the construction on which Theorem 7 rests.

With one covariance layer and four layers for each removal, as the theorem counts them, it has $1+k(2\tau+4)$
layers, where $2\tau+4k+1$ are stated. The working one, which is counted here, needs three layers for a removal.
"""

from constructions.pca import Shell, pca_transformer
from constructions.pca_printed import printed_depth
from lemmata import amended, at_most, dims, lines, mutants, printed, theorem
from lemmata.numbers import over_batches
from theorems.pca import PAPER


@over_batches
def depth(k: int, tau: int) -> int:
    """Of the working transformer."""
    return len(pca_transformer(k, k, k, tau, Shell(1.0, 2.0, 2)).layers)


@theorem(PAPER, "Theorem 7, number of layers", origin="read", at=lines(542), k=dims(1, 4), tau=dims(1, 6))
@printed(
    r"$1+2\tau+4k$ layers are enough for the covariance, for $\tau$ power iterations of two layers for each "
    "of the k eigenvectors, and for their removal (three layers in the working transformer; the slides count "
    "four).",
    defect="construction",
    because=r"Each of the k eigenvectors takes its own $2 \tau$ layers, one after the other: too many for $k "
    r"\ge 3$, and for $k = 2$ from two iterations on. (With the slides' four layers for a removal, in the "
    r"place of three, for all $k \ge 2$.)",
    fails_where=lambda k, tau: k >= 3 or (k == 2 and tau >= 2),
)
@amended(
    r"$1+k(2\tau+3)$ layers are enough for the covariance, for $\tau$ power iterations of two layers for each "
    "of the k eigenvectors, and for their removal (three layers in the working transformer).",
    adds=r"$2 \tau$ layers for each eigenvector, three for a removal: $1 + k(2 \tau + 3)$ layers",
    stated=lambda k, tau: 1 + k * (2 * tau + 3),
)
@mutants(
    {
        "one layer fewer": dict(stated=lambda k, tau: k * (2 * tau + 3)),
        "2 tau layers for all components together": dict(stated=lambda k, tau: 1 + 2 * tau + 3 * k),
        "two layers for a removal": dict(stated=lambda k, tau: 1 + k * (2 * tau + 2)),
    }
)
def layers_are_enough(k, tau, stated=printed_depth):
    r"""Finding k eigenvectors by $\tau$ power iterations each takes no more layers than the theorem states."""
    return at_most(depth(k, tau), stated)
