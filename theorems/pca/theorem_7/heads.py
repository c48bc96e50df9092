r"""How many heads Theorem 7 grants, and how many are enough.

$\lambda_1^dC/\epsilon^2$ is less than 1 for small $\lambda_1$, and without heads the output is a sum of
functions of one sample each. For such a sum the second difference over $x_1\in\{2se_1,\frac s2e_1\}$,
$x_2\in\{se_2,3se_2\}$ vanishes; that of $v_2$ has length $\sqrt2$. So one of the four errors is at least
$\sqrt2/4$, while the bounds, which do not change with the scale s, are as small as $\epsilon,\epsilon_0$ make
them: refuted for every C. The heads that are enough do not depend on $\lambda_1$ or d: $M=2+\lceil2\ln(R/r)
\sqrt{3/(64\epsilon)}\rceil$ for a relative error of $\epsilon$ on the shell $r\le\|u\|\le R$ (amended).

The eigenvalues are among $4s^2,\frac14s^2$ and $s^2,9s^2$, one of each pair: $\lambda_1\le9s^2$, and the gaps
$3s^2,5s^2,\frac34s^2,\frac{35}4s^2$ give $\Delta\ge\frac34s^2$.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from constructions.pca import relative_error
from lemmata import Margin, at_most, lines, reals, scales, space
from lemmata.numbers import Array, sqrt, values
from theorems.pca import PAPER


@dataclass(frozen=True)
class Heads:
    """lambda_1 <= 9 s^2, d = k = 2; ratio is R / r of the working shell."""

    C: float
    s: float
    eps: float
    eps0: float
    ratio: float


heads = PAPER.claim(
    "Theorem 7",
    id="theorem-7/heads",
    origin="read",
    at=lines(229, 231),
    settings=space(
        Heads,
        C=scales(-2, 8),
        s=scales(-60, -1),
        eps=scales(-20, -8),
        eps0=scales(-60, -20),
        ratio=scales(1, 6),
    ),
    prompts=space(u=reals(1)),
    examples=[Heads(C=1.0, s=2.0**-20, eps=2.0**-10, eps0=2.0**-40, ratio=2.0)],
)

Side = Callable[[Heads], Array]


def without_heads(s: Heads) -> Array:
    """Certificate: the least error of a transformer without attention on one of four inputs."""
    # The second difference of v_2 over the four inputs has length sqrt(2), that of the output is 0.
    return sqrt(2) / 4


def bound(s: Heads) -> Array:
    """The first bound of Theorem 7, at most; lambda_3, which there is not, counts as lambda_2."""
    ratio = 12  # lambda_1 / Delta at most
    first = s.C * s.eps * (9 * s.s**2) ** 2
    return first + s.C * ratio * sqrt(s.eps0) * (5 * ratio) ** 2


def granted(s: Heads) -> Array:
    """How many heads the theorem allows."""
    return (9 * s.s**2) ** 2 * s.C / s.eps**2


def enough(s: Heads) -> int:
    """Heads for a relative error of eps on the shell."""
    eps, span = float(values(s.eps)), math.log(float(values(s.ratio)))
    return 2 + math.ceil(2 * span * math.sqrt(3 / (64 * eps)))


def working_error(count: Callable[[Heads], int]) -> Side:
    """The relative error of the working normalisation with so many heads."""
    return lambda s: relative_error(s.ratio, count(s), 0.5)


@heads.printed(
    r"For $B_M\le\lambda_1^dC/\epsilon^2$, also where this is less than 1, some TF satisfies the bound.",
    defect="statement",
    because="For small lambda_1 no head is left, and sums of functions of single samples miss v_2 by "
    "sqrt(2)/4.",
    error=without_heads,
    bound=bound,
    where=lambda s: 1 - granted(s),
)
@heads.amended(
    r"$M=2+\lceil2\ln(R/r)\sqrt{3/(64\epsilon)}\rceil$ heads normalise with a relative error of at most "
    r"$\epsilon$ on the shell, for every d and $\lambda_1$.",
    adds="the normalisation alone, on a shell r <= |u| <= R; the number of heads by its ratio R/r",
    error=working_error(enough),
    bound=lambda s: s.eps,
    where=lambda s: 1,
)
def heads_are_enough(s: Heads, error: Side, bound: Side, where: Side) -> Margin:
    """The stated number of heads is enough for the stated error."""
    return at_most(error(s), bound(s)).given(where(s))


heads.mutant("half the heads", error=working_error(lambda s: enough(s) // 2 + 1))
heads.mutant("a tenth of the error", bound=lambda s: s.eps / 16)
