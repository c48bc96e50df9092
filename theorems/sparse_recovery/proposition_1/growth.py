r"""How large an estimate can be after $k$ layers: the growth bound of Proposition 1.

$|\beta^{(k-1)}_{2n+1}|\le C_\beta^k$, where $C_\beta=1+b_x^2d\gamma_{\max}\|M^V\|+b_\beta b_x
\gamma_{\max}\|M^V\|$. The label term $M^VX^\top y$ with $y=X\beta^*$ is of size $b_x^2b_\beta$, not
$b_xb_\beta$ ((C.9) loses a factor $\|X\|$), so that the bound fails where $b_x$ and $b_\beta$ are large and
$\gamma$ small: at $d=N=1$, $b_x=b_\beta=64$ and $\gamma M^V=2^{-13}$ it is $C_\beta=2$, $C_\beta^3=8$, and
the first layer reaches $\frac{32}3$. The bars are read as the Euclidean norm and that of $M^V$ as Frobenius'
(at $d=1$ it is the operator norm, too).

With $b_x^2$ there it would hold, but nothing comes near. Amended: a layer makes of a length $r$ at most
$r+a(r+b_\beta)$, $a=\frac N{2N+1}b_x^2\gamma_{\max}\|M^V\|$ (for every norm at least the operator norm), so
that k layers make of 0 at most $b_\beta((1+a)^k-1)$, as at $d=1$, $x=b_x$ and $\gamma^{(k)}M^V=-1$ they do.
"""

from collections.abc import Callable
from dataclasses import replace

import torch

from lemmata import Margin, Prompt, at_most, lines
from lemmata.numbers import Array, sqrt, stack, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.proposition_1.setting import (
    Setting,
    example,
    path,
    printed,
    prompts,
    radius,
    settings,
)

growth = PAPER.claim(
    "Proposition 1, growth",
    id="proposition-1/growth",
    origin="read",
    at=lines(461, 463),
    summary="The estimate that enters layer k - 1 is at most C_beta^k, where C_beta has "
    "b_beta b_x in its label term",
    settings=settings,
    prompts=prompts,
    examples=[
        example(1, 2.0**-13, 64.0, 64.0),
        example(1, 2.0**-16, 64.0, 256.0),
        example(3, 2.0, 2.5, 1.0),
        replace(example(3, 2.0, 2.5, 1.0), steps=-torch.ones(3).double()),
    ],
)
Growth = Callable[[Setting, int], Array]
"""What bounds the estimate that enters layer k - 1."""
RECURSION = (
    r"Under Assumption 1 (rows of norm at most $b_x$, $\|\beta^*\|_1\le b_\beta$, no noise), for the recursion "
    r"(4.4) from 0 with $M^{(k)}=\gamma^{(k)}M^V$, $\theta^{(k)}\ge0$ and "
    r"$\gamma_{\max}=\max_k|\gamma^{(k)}|$: "
)


@growth.printed(
    RECURSION + r"$\|\beta^{(k-1)}_{2n+1}\|\le C_\beta^k$ for $k\ge2$, "
    r"$C_\beta=1+b_x^2d\gamma_{\max}\|M^V\|_F+b_\beta b_x\gamma_{\max}\|M^V\|_F$.",
    defect="constant",
    because="The label term is of size b_x^2 b_beta.",
    fails_where=lambda s: s.b_x > 1,
    most=lambda s, k: printed(s) ** k,
)
@growth.amended(
    RECURSION + r"$\|\beta^{(k-1)}_{2n+1}\|\le b_\beta((1+a)^{k-2}-1)$ for $k\ge2$, "
    r"$a=\frac N{2N+1}b_x^2\gamma_{\max}\|M^V\|_F$.",
    because="A layer makes of a length r at most r + a (r + b_beta).",
    adds="b_x^2 in the label term; what then follows from layer to layer for the power of C_beta",
    most=lambda s, k: radius(s, k - 1),
)
def estimates_stay_small(s: Setting, prompt: Prompt, most: Growth) -> Margin:
    """The estimate that enters layer k - 1 is at most the bound."""
    beta = path(s, prompt)
    squares = stack(list(sum(beta * beta, -1)), 1)  # of beta^(1), ..., beta^(K + 1)
    bounds = stack([most(s, k) * most(s, k) for k in range(2, s.K + 3)], 0)
    return at_most(squares, bounds[:, None])


growth.mutant("b_x for its square", most=lambda s, k: radius(replace(s, b_x=sqrt(s.b_x)), k - 1))
growth.mutant("a tenth less", most=lambda s, k: radius(s, k - 1) * 9 / 10)
growth.mutant("one layer less", most=lambda s, k: radius(s, max(k - 2, 1)))
