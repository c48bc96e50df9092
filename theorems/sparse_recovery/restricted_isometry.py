r"""The restricted isometry of rows with covariance diag(sigma_i^2): not unless the variances are equal.

Section 4.1: sub-Gaussian rows with covariance $\operatorname{diag}(\sigma_1^2,\dots,\sigma_d^2)$ "guarantee the
critical restricted isometry property under mild conditions on the sparsity level". Already of order 1: for
rows $\pm\sigma_i$ and any scaling t the constant is at least
$\max_i|t\sigma_i^2-1|\ge\frac{\rho^2-1}{\rho^2+1}$, $\rho =\sigma_1/\sigma_d$, however many rows there are and
whatever the level. With equal variances the order-S constant is at most $(S-1)\mu$, $\mu$ being the coherence
(Gershgorin), which falls with the number of rows.
"""

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, Prompt, at_most, dims, dyadics, lines, signs, space, sparse
from lemmata.numbers import Array, absolute, amax, eye, sum
from theorems.sparse_recovery import PAPER


@dataclass(frozen=True)
class Setting:
    d: int
    S: int
    n: int
    ratio: float  # sigma_1 / sigma_d


isometry = PAPER.claim(
    "section 4.1, restricted isometry",
    id="restricted-isometry",
    rank="step",
    origin="read",
    at=lines(101),
    settings=space(
        Setting,
        d=dims(2, 5),
        S=lambda s: dims(1, min(s.d, 3), most=s.d),
        n=dims(1, 12),
        ratio=dyadics(1.0, 4.0),
    ),
    prompts=lambda s: space(X=signs(s.n, s.d), v=sparse(s.d, s.S, 2.0)),
)
Sides = Callable[[Setting, Prompt], tuple[Array, Array]]


def order_one(s: Setting, _prompt: Prompt) -> tuple[Array, Array]:
    """The least constant of order 1 over all scalings, and (S - 1) mu at S = 1 (rho^2 + 1 times both)."""
    return s.ratio * s.ratio - 1, 0


def order_S(s: Setting, prompt: Prompt, multiple: float | None = None) -> tuple[Array, Array]:
    """| |Xv|^2 - n |v|^2 | and S - 1 or another ``multiple`` of n mu |v|^2, equal variances."""
    G = prompt.X.mT @ prompt.X
    coherence = amax(amax(absolute(G * (1 - eye(s.d, G))), -1), -1)
    image = (prompt.X @ prompt.v[..., None])[..., 0]
    square = sum(prompt.v * prompt.v, -1)
    bound = coherence * square * (s.S - 1 if multiple is None else multiple)
    return absolute(sum(image * image, -1) - square * s.n), bound


@isometry.printed(
    r"For rows $\pm\sigma_i$ and some scaling t the isometry constant of order S falls with the number of "
    r"rows as the coherence does, $(S-1)\mu$; at order 1: "
    r"$\frac{\rho^2-1}{\rho^2+1}\le\min_t\max_i|t\sigma_i^2-1|\le0$.",
    defect="statement",
    because="For every t it is at least (rho^2 - 1)/(rho^2 + 1), whatever the number of rows.",
    sides=order_one,
)
@isometry.amended(
    r"For equal variances, $t=1$: $\left|\frac1n\|Xv\|^2-\|v\|^2\right|\le(S-1)\mu\|v\|^2$ for S-sparse v, "
    r"$\mu=\max_{i\ne j}\frac1n|x_i^\top x_j|$.",
    adds="equal variances, rows of signs",
    because="Gershgorin.",
    sides=order_S,
)
def is_an_isometry(s: Setting, prompt: Prompt, sides: Sides) -> Margin:
    """Sparse vectors keep their length."""
    return at_most(*sides(s, prompt))


isometry.mutant("mu for every S", sides=lambda s, prompt: order_S(s, prompt, multiple=1 / 2))
isometry.mutant("no coherence", sides=lambda s, prompt: order_S(s, prompt, multiple=0))
isometry.mutant("unequal variances", sides=order_one)
