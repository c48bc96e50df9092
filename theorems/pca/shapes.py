r"""Shapes that the slides print and that do not fit, in one claim (some more are told where they occur).

The rows of P fit: $\widetilde p_{1,i},\dots,\widetilde p_{D-d,i}$ are numbers in line 194, and vectors, under
the same name, in the design of P (line 219), which has $k+3$ of them.
"""

from collections.abc import Callable

from lemmata import amended, dims, equal, lines, mutants, printed, theorem
from theorems.pca import PAPER

Numbers = Callable[[int, int, int, int, int], list[int]]


def as_printed(d: int, N: int, k: int, D: int, E: int) -> list[int]:
    """Rows and columns of $W_1$ and $W_2$; entries of $p_i$, of a start; rows and columns put out."""
    return [D, E, E, D, D * (N + 1), N, d, k]


def as_amended(d: int, N: int, k: int, D: int, E: int) -> list[int]:
    """The same numbers, mended where the slides do not fit."""
    return [E, D, D, E, D - (d + 1), d, k * d, 1]


def still_printed(*places: int) -> Numbers:
    """As amended, but for these places."""

    def stated(d: int, N: int, k: int, D: int, E: int) -> list[int]:
        printed = as_printed(d, N, k, D, E)
        mended = as_amended(d, N, k, D, E)
        return [printed[i] if i in places else number for i, number in enumerate(mended)]

    return stated


@theorem(
    PAPER,
    "shapes",
    rank="slip",
    origin="read",
    at=lines(62, 204),
    d=dims(1, 3),
    N=dims(1, 4),
    k=dims(1, "d", most="d"),
    E=dims(1, 4),  # the hidden dimension, D' of the slides
    D=lambda d: dims(d + 3, d + 9),
)
@printed(
    r"The MLP layer $H+W_2\sigma(W_1H)$ on $H\in\mathbb R^{D\times N}$ has $W_1\in\mathbb R^{D\times D'}$ and "
    r"$W_2\in\mathbb R^{D'\times D}$ (lines 62, 126); $p_i$, $D-(d+3)$ zeros and two more entries, lies in "
    r"$\mathbb R^{D\times(N+1)}$ (76, 84); Algorithm 1 multiplies starts $v_{0,\ell}\in\mathbb S^{N-1}$ by "
    r"$A\in\mathbb R^{d\times d}$ (182); $[\hat v_1^\top\dots\hat v_k^\top]^\top\in\mathbb R^{d\times k}$ "
    "(204).",
    defect="typo",
    because="$W_1$ and $W_2$ are exchanged; $p_i$ has $D - d - 1$ entries; a start needs d; k stacked vectors "
    "are one column.",
)
@amended(
    r"The MLP layer $H+W_2\sigma(W_1H)$ on $H\in\mathbb R^{D\times N}$ has $W_1\in\mathbb R^{D'\times D}$ and "
    r"$W_2\in\mathbb R^{D\times D'}$; $p_i$, $D-(d+3)$ zeros and two more entries, lies in $\mathbb "
    r"R^{D-(d+1)}$; Algorithm 1 multiplies starts $v_{0,\ell}\in\mathbb S^{d-1}$ by $A\in\mathbb R^{d\times "
    r"d}$; $[\hat v_1^\top\dots\hat v_k^\top]^\top\in\mathbb R^{kd\times1}$.",
    adds=r"$W_1$ and $W_2$ exchanged; $D - (d + 1)$ for $p_i$; starts from the sphere of $\mathbb{R}^d$; k d "
    "x 1",
    stated=as_amended,
)
@mutants(
    {
        "W_1 as printed": dict(stated=still_printed(0, 1)),
        "W_2 as printed": dict(stated=still_printed(2, 3)),
        "p_i as printed": dict(stated=still_printed(4)),
        "starts as printed": dict(stated=still_printed(5)),
        "output as printed": dict(stated=still_printed(6, 7)),
    }
)
def shapes_fit(d, N, k, D, E, stated=as_printed):
    """The parameters, the parts of the input, the starts and the output have the printed shapes."""
    needed = [E, D, D, E, D - (d + 3) + 2, d, k * d, 1]
    return equal(stated, needed)
