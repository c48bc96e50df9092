r"""The depth of the construction on which Theorem 7 rests.

It runs $\tau$ power iterations of two layers for *each* of the k eigenvectors, plus one covariance layer and
four layers for each removal, as the theorem counts them: $1+k(2\tau+4)$ layers, where $2\tau+4k+1$ are
stated. The working one needs three layers for a removal.
"""

from collections.abc import Callable
from dataclasses import dataclass

from constructions.pca import Shell, pca_transformer
from constructions.pca_printed import printed_depth
from lemmata import Margin, dims, equal, lines, space
from theorems.pca import PAPER


@dataclass(frozen=True)
class Depth:
    k: int
    tau: int


depth = PAPER.claim(
    "Theorem 7",
    id="theorem-7/depth",
    origin="read",
    at=lines(542),
    settings=space(Depth, k=dims(1, 3), tau=dims(1, 5)),
)


@depth.printed(
    r"The construction (covariance, power iterations and removal for each eigenvector) has "
    r"$2\tau+4k+1$ layers.",
    defect="construction",
    because="Each of the k eigenvectors takes its own 2 tau layers, one after the other.",
    layers=lambda s: printed_depth(s.tau, s.k),
    spare=1,
)
@depth.amended(
    r"The working construction has $1+k(2\tau+3)$ layers.",
    adds="the working construction, with three layers for a removal; 1 + k (2 tau + 3) layers",
    layers=lambda s: 1 + s.k * (2 * s.tau + 3),
    spare=0,
)
def layers_of_the_construction(s: Depth, layers: Callable[[Depth], int], spare: int) -> Margin:
    """The construction has the stated number of layers (``spare`` more for each removal)."""
    tf = pca_transformer(s.k, s.k, s.k, s.tau, Shell(1.0, 2.0, 2))
    return equal(len(tf.layers) + spare * s.k, layers(s))


depth.mutant("one power iteration for all", layers=lambda s: 1 + 2 * s.tau + 3 * s.k)
depth.mutant("two layers for a removal", layers=lambda s: 1 + s.k * (2 * s.tau + 2))
