r"""The depth of the construction on which Theorem 7 rests.

It runs $\tau$ power iterations of two layers for *each* of the k eigenvectors, one after the other, and
removes what it has: with one covariance layer and four layers for each removal, as the theorem counts them,
these are $1+k(2\tau+4)$ layers, where $2\tau+4k+1$ are stated: too many for $k\ge2$. The working one, which is
counted here, needs three layers for a removal, and still has more than stated from three components on, and for
two from two iterations on.
"""

from collections.abc import Callable
from dataclasses import dataclass

from constructions.pca import Shell, pca_transformer
from constructions.pca_printed import printed_depth
from lemmata import Margin, at_most, dims, lines, space
from theorems.pca import PAPER


@dataclass(frozen=True)
class Depth:
    k: int
    tau: int


depth = PAPER.claim(
    "Theorem 7, number of layers",
    id="theorem-7/depth",
    origin="read",
    at=lines(542),
    summary="Finding k eigenvectors one after the other by tau power iterations each takes no more layers "
    "than the theorem states",
    settings=space(Depth, k=dims(1, 4), tau=dims(1, 6)),
)


@depth.printed(
    r"$1+2\tau+4k$ layers are enough for the covariance, for $\tau$ power iterations of two layers for each "
    r"of the k eigenvectors, and for their removal (three layers in the working transformer; the slides count "
    r"four).",
    defect="construction",
    because="Each of the k eigenvectors takes its own 2 tau layers, one after the other: too many for "
    "k >= 3, and for k = 2 from two iterations on. (With the slides' four layers for a removal, in the place "
    "of "
    "three, for all k >= 2.)",
    fails_where=lambda s: s.k >= 3 or (s.k == 2 and s.tau >= 2),
    stated=lambda s: printed_depth(s.tau, s.k),
)
@depth.amended(
    r"$1+k(2\tau+3)$ layers are enough for the covariance, for $\tau$ power iterations of two layers for "
    r"each of the k eigenvectors, and for their removal (three layers in the working transformer).",
    adds="2 tau layers for each eigenvector, three for a removal: 1 + k (2 tau + 3) layers",
    stated=lambda s: 1 + s.k * (2 * s.tau + 3),
)
def layers_are_enough(s: Depth, stated: Callable[[Depth], int]) -> Margin:
    """The working construction has at most the stated number of layers."""
    tf = pca_transformer(s.k, s.k, s.k, s.tau, Shell(1.0, 2.0, 2))
    return at_most(len(tf.layers), stated(s))


depth.mutant("one layer fewer", stated=lambda s: s.k * (2 * s.tau + 3))
depth.mutant("2 tau layers for all components together", stated=lambda s: 1 + 2 * s.tau + 3 * s.k)
depth.mutant("two layers for a removal", stated=lambda s: 1 + s.k * (2 * s.tau + 2))
