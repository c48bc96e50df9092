r"""Two power iterations are normalised by the norm of the second product.

The display for $\tau=2$ has $(XX^\top)^2p/\|XX^\top p\|_2^2$ after "another layer of normalization", up to
$2\epsilon\|XX^\top\|_2$. It is not a unit vector.
"""

from __future__ import annotations

from collections.abc import Callable

from baselines.pca import power_method
from lemmata import Margin, Prompt, at_most
from lemmata.numbers import Array, as_array, norm, sum
from theorems.pca import PAPER
from theorems.pca.instances_power_error import Setting, common, matrix

third = PAPER.claim("power iterations", slug="power-error", suffix="third-layer", **common)


@third.printed(
    r"After another layer and normalisation, $p_4=\frac{(XX^\top)^2p}{\|XX^\top p\|_2^2}$ up to "
    r"$2\epsilon\|XX^\top\|_2$.",
    expect="refuted",
    defect="typo",
    because="Two normalised steps give (XX^T)^2 p over its own norm; the printed vector has another length.",
    size=lambda once, twice: sum(once * once, -1),
)
@third.amended(
    r"After another layer and normalisation, $p_4=\frac{(XX^\top)^2p}{\|(XX^\top)^2p\|_2}$ up to "
    r"$2\epsilon\|XX^\top\|_2$.",
    size=lambda once, twice: norm(twice),
)
def two_steps(s: Setting, prompt: Prompt, size: Callable[[Array, Array], Array]) -> Margin:
    """Two normalised steps give the displayed vector."""
    A = matrix(s, prompt.start)
    once = sum(A * prompt.start[:, None, :], -1)
    twice = sum(A * once[:, None, :], -1)
    left = norm(power_method(A, prompt.start, 2)[-1] - twice / size(once, twice)[:, None])
    right = as_array(s.eps * s.first * 2, like=left)
    return at_most(left, right).given(norm(prompt.start) - 1 / 128)


third.mutant("the square of the norm", size=lambda once, twice: sum(once * once, -1))
third.mutant("the norm of the first product", size=lambda once, twice: norm(once))
third.mutant("no normalisation", size=lambda once, twice: norm(twice) * 0 + 1)
