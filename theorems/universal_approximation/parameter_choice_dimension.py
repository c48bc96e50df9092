r"""The dimension (25a) cannot be of the stated order: $D-d=2n+7$ is at least 9.

(25a) has $D-d\asymp C_{\mathcal F}^2\varepsilon_{\mathsf{pred}}^{-1}\log|\mathcal N_\varepsilon|$, which is
below any number for small $C_{\mathcal F}$ (or large $\varepsilon_{\mathsf{pred}}$). What is meant is a
dimension that suffices, of the order of $1+C_{\mathcal F}^2\varepsilon_{\mathsf{pred}}^{-1}\log|\mathcal
N_\varepsilon|$: n the next whole number. Nor does (25a) give $n\gtrsim\log|\mathcal N_\varepsilon|$, which
Theorem 1 wants, unless $\varepsilon_{\mathsf{pred}}\lesssim C_{\mathcal F}^2$; for larger
$\varepsilon_{\mathsf{pred}}$ the prediction 0 will do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, Prompt, Space, at_most, box, dims, space
from lemmata.numbers import Array, absolute
from theorems.universal_approximation import PAPER


@dataclass(frozen=True)
class Setting:
    n: int
    k: int


def sizes(s: Setting) -> Space:
    """C_F, and log |N| over eps_pred between the two quotients that make n the next whole number."""
    return space(C=box(1, low=0.0625, high=2.0), part=box(1, low=0.0, high=1.0))


def dimension(s: Setting) -> int:
    """D - d."""
    return 2 * s.n + 7


wide = PAPER.claim(
    "(25a)",
    slug="parameter-choice-25a",
    kind="forall",
    settings=space(Setting, n=dims(1, 8), k=dims(1, 64)),
    prompts=sizes,
)
Order = Callable[[Setting, Prompt], Array]


@wide.printed(
    r"$D-d\le kC_{\mathcal F}^2\varepsilon_{\mathsf{pred}}^{-1}\log|\mathcal N_\varepsilon|$ for a "
    r"universal $k$ and some $n\ge1$ (with $n=1$, which is "
    r"the least, and $\varepsilon_{\mathsf{pred}}^{-1}\log|\mathcal N_\varepsilon|=1$).",
    expect="refuted",
    defect="typo",
    because="The left side is at least 9, the right side can be small.",
    order=lambda s, prompt: prompt.C * prompt.C * s.k,
    size=lambda s: 9,
)
@wide.amended(
    r"$D-d\le11\max\{1,C_{\mathcal F}^2\varepsilon_{\mathsf{pred}}^{-1}\log|\mathcal "
    r"N_\varepsilon|\}$ for n the next whole number.",
    because="A dimension of that order suffices.",
    order=lambda s, prompt: 11 * (prompt.part * (1 if s.n > 1 else 0) + max(s.n - 1, 1)),
    size=dimension,
)
def dimension_is_of_the_order(
    s: Setting, prompt: Prompt, order: Order, size: Callable[[Setting], int]
) -> Margin:
    """The dimension of the transformer is of the stated order."""
    right = order(s, prompt)
    return at_most(size(s) + absolute(right) * 0, right)


wide.mutant("5 times", order=lambda s, p: 5 * (p.part + max(s.n - 1, 1)), size=dimension)
wide.mutant("twice", order=lambda s, p: 2 * (p.part + max(s.n - 1, 1)), size=dimension)
