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
from dataclasses import dataclass

from lemmata import Margin, dims, equal, lines, space
from lemmata.numbers import stack
from theorems.pca import PAPER


@dataclass(frozen=True)
class Setting:
    """d features, N samples, k components, tokens of D = (k + 4) d entries."""

    d: int
    N: int
    k: int
    D_prime: int  # the hidden dimension

    @property
    def D(self) -> int:
        """Samples, placeholder, identity, starts and k blocks of results."""
        return (self.k + 4) * self.d


Numbers = Callable[[Setting], list[int]]


def needed(s: Setting) -> list[int]:
    """Rows and columns of W_1 and W_2; entries of p_i and of a start; blocks of P; rows and columns put out."""
    return [s.D_prime, s.D, s.D, s.D_prime, s.D - (s.d + 3) + 2, s.d, (s.D - s.d) // s.d, s.k * s.d, 1]


def printed(s: Setting) -> list[int]:
    """The same numbers as the slides print them."""
    return [s.D, s.D_prime, s.D_prime, s.D, s.D * (s.N + 1), s.N, s.D - s.d, s.d, s.k]


def amended(s: Setting) -> list[int]:
    """The same numbers, mended where the slides do not fit."""
    return [s.D_prime, s.D, s.D, s.D_prime, s.D - (s.d + 1), s.d, s.k + 3, s.k * s.d, 1]


def still_printed(*places: int) -> Numbers:
    """As amended, but for these places."""
    return lambda s: [printed(s)[i] if i in places else number for i, number in enumerate(amended(s))]


SAID = (
    r"The MLP layer $H+W_2\sigma(W_1H)$ on $H\in\mathbb R^{D\times N}$ has $W_1\in\mathbb R^{%s}$ and "
    r"$W_2\in\mathbb R^{%s}$; $p_i$, $D-(d+3)$ zeros and two more entries, lies in $\mathbb R^{%s}$; Algorithm "
    r"1 multiplies starts $v_{0,\ell}\in\mathbb S^{%s}$ by $A\in\mathbb R^{d\times d}$; "
    r"$P\in\mathbb R^{(D-d)\times N}$ has the blocks $\widetilde p_1,\dots,\widetilde p_{%s}$ with "
    r"$\widetilde p_{\ell,i}\in\mathbb R^d$, $D=(k+4)d$ "
    r"(by the design of P); $[\hat v_1^\top\dots\hat v_k^\top]^\top\in\mathbb R^{%s}$."
)

shapes = PAPER.claim(
    "shapes",
    rank="slip",
    origin="read",
    at=lines(62, 204),
    summary="The parameters, the parts of the input, the starts and the output have the printed shapes",
    settings=space(Setting, d=dims(1, 3), N=dims(1, 4), k=lambda s: dims(1, s.d, most=s.d), D_prime=dims(1, 4)),
)


@shapes.printed(
    SAID % (r"D\times D'", r"D'\times D", r"D\times(N+1)", "N-1", "D-d", r"d\times k"),
    defect="typo",
    because="W_1 and W_2 are exchanged; p_i has D - d - 1 entries; a start needs d; P has k + 3 blocks of d "
    "rows; k stacked vectors are one column.",
    stated=printed,
)
@shapes.amended(
    SAID % (r"D'\times D", r"D\times D'", "D-(d+1)", "d-1", "k+3", r"kd\times1"),
    adds="W_1 and W_2 exchanged; D - (d + 1) for p_i; starts from the sphere of R^d; k + 3 blocks; k d x 1",
    stated=amended,
)
def shapes_fit(s: Setting, stated: Numbers) -> Margin:
    """The stated numbers of rows and columns are those that are needed."""
    return equal(stack(stated(s), 0), stack(needed(s), 0))


PLACES = {"W_1": (0, 1), "W_2": (2, 3), "p_i": (4,), "starts": (5,), "blocks": (6,), "output": (7, 8)}
for name, places in PLACES.items():
    shapes.mutant(f"{name} as printed", stated=still_printed(*places))
