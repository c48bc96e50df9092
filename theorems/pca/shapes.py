r"""Shapes that the slides print and that do not fit, in one claim (some more are told where they occur).

$D=(k+4)d$ is what the design of P makes of it: X and the blocks 1 to $k+3$, without the row $\widetilde y$.

- An MLP layer needs $W_1\in\mathbb R^{D'\times D}$, $W_2\in\mathbb R^{D\times D'}$, and is so defined; the
  definitions of the encoder and of the decoder state the two the other way round (lines 62 and 126).
- The encoder's $p_i$, $D-(d+3)$ zeros and two more entries, fill the rows below $x_i$ and $y_i$; they are said
  to lie in the space of the whole input (lines 76 and 84).
- Algorithm 1 draws its starts from $\mathbb S^{N-1}$ and multiplies them by a $d\times d$ matrix (line 182).
- The blocks of P are vectors in $\mathbb R^d$, numbers 1 to $k+3$ in the design, so that its last block is
  number $(D-d)/d$; the display has $\widetilde p_{D-d}$ last (lines 194 and 218).
- The output stacks k vectors by transposes and brackets, a vector in $\mathbb R^{kd}$, as the read-out gives
  it; the display says $d\times k$ (line 204).
"""

from collections.abc import Callable

from lemmata import Margin, amended, dims, equal, lines, mutants, printed, theorem
from lemmata.numbers import Array
from theorems.pca import PAPER

Numbers = Callable[[int, int, int, int, int], list[int]]


def as_printed(d: int, N: int, k: int, D: int, D_prime: int) -> list[int]:
    """Rows and columns of $W_1$ and $W_2$; entries of $p_i$, of a start; blocks of P; rows, columns put out."""
    return [D, D_prime, D_prime, D, D * (N + 1), N, D - d, d, k]


def as_amended(d: int, N: int, k: int, D: int, D_prime: int) -> list[int]:
    """The same numbers, mended where the slides do not fit."""
    return [D_prime, D, D, D_prime, D - (d + 1), d, k + 3, k * d, 1]


def still_printed(*places: int) -> Numbers:
    """As amended, but for these places."""

    def stated(d: int, N: int, k: int, D: int, D_prime: int) -> list[int]:
        printed = as_printed(d, N, k, D, D_prime)
        mended = as_amended(d, N, k, D, D_prime)
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
    D_prime=dims(1, 4),  # the hidden dimension
    D=lambda k, d: (k + 4) * d,  # samples, placeholder, identity, starts and k blocks of results
)
@printed(
    r"The MLP layer $H+W_2\sigma(W_1H)$ on $H\in\mathbb R^{D\times N}$ has $W_1\in\mathbb R^{D\times D'}$ and "
    r"$W_2\in\mathbb R^{D'\times D}$; $p_i$, $D-(d+3)$ zeros and two more entries, lies in $\mathbb "
    r"R^{D\times(N+1)}$; Algorithm 1 multiplies starts $v_{0,\ell}\in\mathbb S^{N-1}$ by $A\in\mathbb "
    r"R^{d\times d}$; $P\in\mathbb R^{(D-d)\times N}$ has the blocks $\widetilde p_1,\dots,\widetilde "
    r"p_{D-d}$ with $\widetilde p_{\ell,i}\in\mathbb R^d$, $D=(k+4)d$ (by the design of P); $[\hat "
    r"v_1^\top\dots\hat v_k^\top]^\top\in\mathbb R^{d\times k}$.",
    defect="typo",
    because="$W_1$ and $W_2$ are exchanged; $p_i$ has $D - d - 1$ entries; a start needs d; P has $k + 3$ "
    "blocks of d rows; k stacked vectors are one column.",
)
@amended(
    r"The MLP layer $H+W_2\sigma(W_1H)$ on $H\in\mathbb R^{D\times N}$ has $W_1\in\mathbb R^{D'\times D}$ and "
    r"$W_2\in\mathbb R^{D\times D'}$; $p_i$, $D-(d+3)$ zeros and two more entries, lies in $\mathbb "
    r"R^{D-(d+1)}$; Algorithm 1 multiplies starts $v_{0,\ell}\in\mathbb S^{d-1}$ by $A\in\mathbb R^{d\times "
    r"d}$; $P\in\mathbb R^{(D-d)\times N}$ has the blocks $\widetilde p_1,\dots,\widetilde p_{k+3}$ with "
    r"$\widetilde p_{\ell,i}\in\mathbb R^d$, $D=(k+4)d$ (by the design of P); $[\hat v_1^\top\dots\hat "
    r"v_k^\top]^\top\in\mathbb R^{kd\times1}$.",
    adds=r"$W_1$ and $W_2$ exchanged; $D - (d + 1)$ for $p_i$; starts from the sphere of $\mathbb{R}^d$; $k + "
    "3$ blocks; k d x 1",
    stated=as_amended,
)
@mutants(
    {
        "W_1 as printed": dict(stated=still_printed(0, 1)),
        "W_2 as printed": dict(stated=still_printed(2, 3)),
        "p_i as printed": dict(stated=still_printed(4)),
        "starts as printed": dict(stated=still_printed(5)),
        "blocks as printed": dict(stated=still_printed(6)),
        "output as printed": dict(stated=still_printed(7, 8)),
    }
)
def shapes_fit(d: int, N: int, k: int, D: int, D_prime: int, stated: Array = as_printed) -> Margin:
    """The parameters, the parts of the input, the starts and the output have the printed shapes."""
    needed = [D_prime, D, D, D_prime, D - (d + 3) + 2, d, (D - d) // d, k * d, 1]
    return equal(stated, needed)
