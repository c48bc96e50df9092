r"""How large an estimate can be after $k$ layers: the growth bound of Proposition 1.

$|\beta^{(k-1)}_{2n+1}|\le C_\beta^k$, where $C_\beta=1+b_x^2d\gamma_{\max}\|M^V\|+b_\beta b_x
\gamma_{\max}\|M^V\|$. The label term $M^VX^\top y$ with $y=X\beta^*$ is of size $b_x^2b_\beta$, not
$b_xb_\beta$ ((C.9) loses a factor $\|X\|$), so that the bound fails where $b_x$ and $b_\beta$ are large and
$\gamma$ small: at $d=N=1$, $b_x=b_\beta=64$ and $\gamma M^V=2^{-13}$ it is $C_\beta=2$, $C_\beta^3=8$, and
the first layer reaches $\frac{32}3$. The bars are read as the Euclidean norm and that of $M^V$ as Frobenius'
(at $d=1$ it is the operator norm, too). With $b_x^2$ there it holds for every norm $\|M^V\|$ at least the
operator norm.
"""

from lemmata import Margin, Prompt, at_most, lines
from lemmata.numbers import stack, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.proposition_1.setting import (
    Growth,
    Setting,
    amended,
    example,
    path,
    printed,
    prompts,
    settings,
)

growth = PAPER.claim(
    "Proposition 1, growth",
    id="proposition-1/growth",
    origin="read",
    at=lines(461, 463),
    summary="After k - 2 layers an estimate is at most the k-th power of a constant linear in b_beta b_x",
    settings=settings,
    prompts=prompts,
    examples=[example(1, 2.0**-13, 64.0, 64.0), example(1, 2.0**-16, 64.0, 256.0), example(3, 2.0, 2.5, 1.0)],
)
BOUND = (
    r"Under Assumption 1 (rows of norm at most $b_x$, $\|\beta^*\|_1\le b_\beta$, no noise), for the recursion "
    r"(4.4) from 0 with $M^{(k)}=\gamma^{(k)}M^V$, $\theta^{(k)}\ge0$ and "
    r"$\gamma_{\max}=\max_k|\gamma^{(k)}|$: "
    r"$\|\beta^{(k-1)}_{2n+1}\|"
    r"\le C_\beta^k$ for $k\ge2$, $C_\beta=1+b_x^2d\gamma_{\max}\|M^V\|_F+b_\beta %s\gamma_{\max}\|M^V\|_F$."
)


@growth.printed(
    BOUND % "b_x",
    defect="constant",
    because="The label term is of size b_x^2 b_beta.",
    fails_where=lambda s: s.b_x > 1,
    C=printed,
)
@growth.amended(
    BOUND % "b_x^2",
    because="With a second factor b_x in the label term.",
    adds="b_x^2 in the label term of C_beta",
    C=amended,
)
def estimates_stay_below_a_power(s: Setting, prompt: Prompt, C: Growth) -> Margin:
    """The estimate that enters layer k - 1 is at most the k-th power of C_beta."""
    beta, constant = path(s, prompt), C(s)
    squares = stack(list(sum(beta * beta, -1)), 1)  # of beta^(1), ..., beta^(K + 1)
    powers = stack([constant ** (2 * (k + 2)) for k in range(s.K + 1)], 0)
    return at_most(squares, powers[:, None])


growth.mutant("no label term", C=lambda s: printed(s) - s.size * s.b_beta * s.b_x)
growth.mutant("no b_x at all", C=lambda s: s.size * s.d + s.size * s.b_beta + 1)
growth.mutant("a thirtieth of the label term", C=lambda s: amended(s) - s.size * s.b_beta * s.b_x**2 * 29 / 30)
