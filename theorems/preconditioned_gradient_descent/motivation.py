r"""The motivating scenario of section 5.2: linear regression with a distorted view of the data.

$\bar x,\bar w_\star\sim N(0,I)$, $y=\langle\bar x,\bar w_\star\rangle$, $x=W\bar x$,
$\Sigma=WW^\top\succ0$. The instance is $W=V\operatorname{diag}(r)V^\top O$ with orthogonal V and O, so that
every root is rational; any invertible W has this form.

The bare id is "for $w_\star:=\Sigma^{-1/2}\bar w_\star$, $y^{(i)}=\langle x^{(i)},w_\star\rangle$", which fails
unless W is symmetric positive definite: $W=-1$ turns the labels around. It is $w_\star=W^{-\top}\bar w_\star$,
of the same law. ``law-of-x``, ``law-of-w`` are the covariances, ``inverse`` is
$\Sigma^{-1}=\mathbf E[XX^\top]^{-1}$, where $\frac1n$ is missing.
"""

from __future__ import annotations

from collections.abc import Callable

from baselines.gradient import labels
from lemmata import Claim, Margin, Prompt, equal
from lemmata.numbers import Array, constant, eye, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_motivation import Setting, prompts, settings
from theorems.preconditioned_gradient_descent.instances_nodes import WEIGHT, nodes


def display(part: str = "") -> Claim:
    slug = "motivation-5.2" + (f"-{part}" if part else "")
    label = "section 5.2" + (f", {part.replace('-', ' ')}" if part else "")
    return PAPER.claim(label, slug=slug, kind="forall", settings=settings, prompts=prompts)


scenario, inverse = display(), display("inverse")
law_x, law_w, law_own = (display(f"law-of-{part}") for part in ("x", "w", "w-amended"))
Matrix = Callable[[Setting], Array]


@scenario.printed(
    r"For $w_\star:=\Sigma^{-1/2}\bar w_\star$, $y^{(i)}=\langle x^{(i)},w_\star\rangle$.",
    expect="refuted",
    defect="statement",
    because="W^T Sigma^(-1/2) is the orthogonal factor of W, the identity only for W symmetric positive "
    "definite. W = -1 changes the sign of every label.",
    matrix=lambda s: s.power(-1),
)
@scenario.amended(
    r"For $w_\star:=W^{-\top}\bar w_\star$, $y^{(i)}=\langle x^{(i)},w_\star\rangle$.",
    because="It has the same law.",
    matrix=lambda s: s.W_inverse.mT,
)
def labels_of_the_distorted_view(s: Setting, prompt: Prompt, matrix: Matrix) -> Margin:
    """The labels are linear in the distorted covariates."""
    w_star = (matrix(s) @ prompt.w_bar[..., None])[..., 0]
    return equal(labels(prompt.X, prompt.w_bar), labels(prompt.X @ s.W.mT, w_star))


def mean_of_squares(s: Setting, matrix: Array, rows: int) -> Array:
    """E[X X^T] for ``rows`` columns ``matrix @ g`` with g standard normal, over a finite law."""
    points, weight = nodes(rows * s.d, 3)
    columns = constant(points, matrix).reshape(-1, rows, s.d) @ matrix.mT
    return sum(columns.mT @ columns * constant(weight, matrix)[:, None, None], 0)[None] / WEIGHT


@law_x.printed(r"$x^{(i)}\sim N(0,\Sigma)$.", matrix=lambda s: s.W, root=lambda s: s.power(2))
@law_w.printed(
    r"$w_\star=\Sigma^{-1/2}\bar w_\star\sim N(0,\Sigma^{-1})$.",
    matrix=lambda s: s.power(-1),
    root=lambda s: s.power(-2),
)
@law_own.printed(
    r"$w_\star=W^{-\top}\bar w_\star\sim N(0,\Sigma^{-1})$ (the amended $w_\star$).",
    matrix=lambda s: s.W_inverse.mT,
    root=lambda s: s.power(-2),
)
def covariance(s: Setting, prompt: Prompt, matrix: Matrix, root: Matrix) -> Margin:
    """The covariances of the distorted covariates and of the task."""
    found = mean_of_squares(s, matrix(s), 1) + prompt.X[:, :1, :1] * 0
    return equal(found, root(s)[None])


@inverse.printed(
    r"$\Sigma^{-1}=\mathbf E[XX^\top]^{-1}$ with $X=[x^{(1)}\dots x^{(n)}]$.",
    expect="refuted",
    defect="typo",
    because="The mean of X X^T is n Sigma.",
    over=lambda n: 1,
)
@inverse.amended(r"$\Sigma^{-1}=\mathbf E[\frac1nXX^\top]^{-1}$.", over=lambda n: n)
def inverse_of_the_mean(s: Setting, prompt: Prompt, over: Callable[[int], int]) -> Margin:
    """The inverse covariance as the inverse of a mean."""
    mean = mean_of_squares(s, s.W, s.n) / over(s.n)
    found = s.power(-2) @ mean + prompt.X[:, :1, :1] * 0
    return equal(found, eye(s.d, s.root)[None])


scenario.mutant("the root itself", matrix=lambda s: s.power(1))
scenario.mutant("the inverse of W", matrix=lambda s: s.W_inverse)
law_x.mutant("the root of Sigma", root=lambda s: s.power(1))
law_w.mutant("Sigma", root=lambda s: s.power(2))
law_own.mutant("Sigma", root=lambda s: s.power(2))
law_own.mutant("not transposed", matrix=lambda s: s.W_inverse)
law_w.mutant("the root of the inverse", root=lambda s: s.power(-1))
law_x.mutant("the inverse of W", matrix=lambda s: s.W_inverse)
inverse.mutant("over n squared", over=lambda n: n * n)
inverse.mutant("over n + 1", over=lambda n: n + 1)
