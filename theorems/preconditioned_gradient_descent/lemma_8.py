r"""Lemma 8: on S the order of the layers does not matter.

Data and task of Theorem 4: $x\sim N(0,\Sigma)$, $w_\star\sim N(0,\Sigma^{-1})$, $A_i=a_i\Sigma^{-1}$; the
loss is exact, with the $\frac1n$ of (4), which (23) drops into A. The layers are those that the loss sees.
``commute`` is the display in the proof, for one prompt at a time.

``last-index``: the lemma lists $A_0,\dots,A_k$ and lets any two of $0,\dots,k$ change places. Its proof has
the loss of (23), which sees all of them. The $f$ of (5), which the lemma names, predicts with $Z_k$ and does
not see $A_k$: exchanging it with another one brings a new matrix into play. At $d=n=1$, $k=1$,
$A=(-\frac12,-\frac14)$ the loss goes from $\frac34$ to $\frac{11}{16}$.

``critical-points``: what section 7 concludes, "the in-context loss can have multiple critical points". Two
orders of one critical point are two points only if the $a_i$ differ, which the lemma does not say. They do: for
two layers the loss on S is a quadratic function of $e_1=a_0+a_1$ and $e_2=a_0a_1$, and at its minimiser
$1+e_1s+e_2s^2$ is an orthogonal polynomial (footnote 1), whose roots are simple. So both orders are critical
points, in S and, by (25), in all directions, for every d, n and $\Sigma$. For $d=1$,
$e_1^2-4e_2=\frac{8n^2}{(n+4)(n+2)^2}$.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from baselines.in_context_loss import in_context_loss, slope
from baselines.in_context_loss_rule import spectral_moment
from lemmata import Expectation, Margin, Prompt, Space, dims, equal, lines, reals, space
from lemmata.numbers import Array, concatenate, constant, eye, full, sign, sqrt, stack
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.critical_points import Covariance
from theorems.preconditioned_gradient_descent.critical_points import Setting as Layers
from theorems.preconditioned_gradient_descent.draws import drawn, drawn_box, drawn_symmetric
from theorems.preconditioned_gradient_descent.layers import mask


@dataclass(frozen=True)
class Setting(Layers):
    i: int
    j: int


COVARIANCES: dict[str, Any] = {
    "d": dims(1, 4),
    "n": dims(1, 6),
    "spectrum": lambda s: drawn_box(s.d, low=0.0625, high=16.0, of="(0, inf)"),
    "tilt": lambda s: drawn(2, s.d - 1),
}


def settings(unused: int = 0) -> Space:
    """``L = k + 1`` matrices; both indices leave out the last ``unused`` of them."""
    return space(
        Setting,
        **COVARIANCES,
        L=dims(2 + unused, 4),
        i=lambda s: dims(0, s.L - 2 - unused, most=s.L - 2 - unused),
        j=lambda s: dims(s.i + 1, s.L - 1 - unused, most=s.L - 1 - unused),
    )


LARGE = Setting(
    d=6,
    n=40,
    L=3,
    i=0,
    j=2,
    spectrum=drawn_box(6, low=0.0625, high=16.0, of="(0, inf)").seeded(1),
    tilt=drawn(2, 5).seeded(2),
)


def scalars(s: Setting) -> Space:
    """The a_i."""
    return space(a=reals(s.L))


def anywhere(s: Setting) -> Space:
    """Any symmetric matrices."""
    return space(A=drawn_symmetric(s.L, s.d))


def neighbours(s: Covariance) -> Space:
    """X_0, and the numbers of A_l and A_(l + 1)."""
    return space(X=drawn(s.d, s.n + 1), a=drawn(2))


lemma = PAPER.claim(
    "Lemma 8",
    summary="On S the loss does not depend on the order of the layers.",
    origin="read",
    at=lines(1440),
    kind=Expectation(),
    settings=settings(),
    prompts=scalars,
    examples=[LARGE],
)


LAW = (
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, "
    r"$w_\star\sim N(0,\Sigma^{-1})$, $\Sigma\succ0$, the weights (9), and $A_\ell=a_\ell\Sigma^{-1}$ "
    r"for $\ell=0,\dots,k$, $L=k+1$. If $\tilde A$ is A with $A_i$ and $A_j$ in each other's places, for any "
    r"%s, then $f(\tilde A)=f(A)$ for the loss %s."
)
BY_5 = "(5), which predicts with $Z_k$"
Matrices = Callable[[Setting, Prompt], Array]


def in_S(s: Setting, prompt: Prompt) -> Array:
    """A_l = a_l Sigma^-1."""
    return prompt.a[..., None, None] * s.precision


def every_layer(s: Setting) -> int:
    return s.L


def all_but_one(s: Setting) -> int:
    return s.L - 1


last_index = PAPER.claim(
    "Lemma 8, last index",
    id="lemma-8/last-index",
    summary="On S any two of the k + 1 matrices may change places in the loss that predicts after layer k.",
    rank="slip",
    at=lines(1440),
    kind=Expectation(),
    settings=settings(),
    prompts=scalars,
    uses=[lemma],
)


@lemma.printed(
    LAW % ("two of its matrices", "of (23), which all matrices of A take part in"),
    matrices=in_S,
    flip=1,
    seen=every_layer,
)
@last_index.printed(
    LAW % (r"$i,j\in\{0,\dots,k\}$", BY_5),
    defect="typo",
    because="Z_k does not depend on A_k: exchanged with another matrix, it comes into play.",
    fails_where=lambda s: s.j == s.L - 1,
    matrices=in_S,
    flip=1,
    seen=all_but_one,
)
@last_index.amended(
    LAW % (r"$i,j\in\{0,\dots,k-1\}$", BY_5),
    adds="i, j < k",
    matrices=in_S,
    flip=1,
    seen=all_but_one,
    settings=settings(unused=1),
)
def order_does_not_matter(
    s: Setting, prompt: Prompt, matrices: Matrices, flip: int, seen: Callable[[Setting], int]
) -> Margin:
    """On S the loss of the matrices that it sees does not depend on the order of the layers."""
    A, order = matrices(s, prompt), list(range(s.L))
    order[s.i], order[s.j] = s.j, s.i
    exchanged = stack([A[:, m] * (flip if place == s.i else 1) for place, m in enumerate(order)], 1)
    law: dict[str, Any] = {"task": "inverse", "precision": s.precision}
    before, after = (in_context_loss(B[:, : seen(s)], s.Sigma, s.n, **law) for B in (A, exchanged))
    return equal(after, before)


for claim in (lemma, last_index):
    claim.mutant(
        "outside of S",
        why="Other prompts: any matrices, not numbers.",
        prompts=anywhere,
        matrices=lambda s, prompt: prompt.A,
    )
    claim.mutant("one of the two takes the other sign", flip=-1)
    claim.mutant("one of the two is doubled", flip=2)

commute = PAPER.claim(
    "proof of Lemma 8",
    id="lemma-8/commute",
    summary="On S neighbouring factors of G commute.",
    rank="step",
    at=lines(1450, 1466),
    settings=space(Covariance, **{**COVARIANCES, "d": dims(1, 3)}),
    prompts=neighbours,
)


@commute.printed(
    r"For any $X_0\in\mathbb R^{d\times(n+1)}$, $M=\operatorname{diag}(1,\dots,1,0)$, $\Sigma\succ0$, and "
    r"$A_\ell=a_\ell\Sigma^{-1}$, $A_{\ell+1}=a_{\ell+1}\Sigma^{-1}$: "
    r"$(I+MX_0^\top A_\ell X_0)(I+MX_0^\top A_{\ell+1}X_0)=I+MX_0^\top A_\ell X_0+MX_0^\top A_{\ell+1}X_0"
    r"+MX_0^\top A_\ell X_0MX_0^\top A_{\ell+1}X_0=(I+MX_0^\top A_{\ell+1}X_0)(I+MX_0^\top A_\ell X_0)$.",
    matrix=lambda s: s.precision,
    share=1,
)
def factors_commute(
    s: Covariance, prompt: Prompt, matrix: Callable[[Covariance], Array], share: Fraction | int
) -> Margin:
    """Neighbouring factors commute."""
    X, a = prompt.X, prompt.a[..., None, None]
    M, I = mask(s.n, X), eye(s.n + 1, X)  # noqa: E741
    first = M @ X.mT @ (a[:, 0] * s.precision) @ X
    second = M @ X.mT @ (a[:, 1] * matrix(s)) @ X
    product = (I + first) @ (I + second)
    expanded = I + first + second + first @ second * share
    return equal(stack([product, product], 1), stack([expanded, (I + second) @ (I + first)], 1))


commute.mutant("a multiple of Sigma for the second matrix", matrix=lambda s: s.Sigma)
commute.mutant("nine tenths of the product of the two", share=Fraction(9, 10))


def directions(s: Covariance) -> Space:
    return space(R=drawn(2, s.d, s.d))


critical = PAPER.claim(
    "section 7, critical points",
    id="lemma-8/critical-points",
    summary="The loss can have two critical points that are orders of the same numbers.",
    rank="step",
    origin="read",
    at=lines(314),
    kind=Expectation(),
    settings=space(Covariance, **{**COVARIANCES, "n": dims(1, 12)}),
    prompts=directions,
    uses=[lemma],
)


def optimum(s: Covariance, like: Array) -> Array:
    """e_1 and e_2 of the minimiser over S for two layers, from the mean traces m_1, ..., m_4."""
    m_1, m_2, m_3, m_4 = (spectral_moment(s.d, s.n, k) for k in (1, 2, 3, 4))
    below = m_2 * m_4 - m_3 * m_3
    return constant([(m_2 * m_3 - m_1 * m_4) / below, (m_1 * m_3 - m_2 * m_2) / below], like)


@critical.printed(
    r"The loss f can have multiple critical points, as that of two layers with the weights (9), "
    r"independent $x^{(i)}\sim N(0,\Sigma)$ and $w_\star\sim N(0,\Sigma^{-1})$, $\Sigma\succ0$, has: with "
    r"$m_k$ the mean of "
    r"$\operatorname{Tr}(\frac1n\sum_{i\le n}g_ig_i^\top)^k$ for independent standard normal "
    r"$g_i\in\mathbb R^d$, and the roots $a<b$ of $z^2-e_1z+e_2$ for "
    r"$e_1=\frac{m_2m_3-m_1m_4}{m_2m_4-m_3^2}$, $e_2=\frac{m_1m_3-m_2^2}{m_2m_4-m_3^2}$, which are real and "
    r"differ, both $A=(a\Sigma^{-1},b\Sigma^{-1})$ and $(b\Sigma^{-1},a\Sigma^{-1})$ are critical points: the "
    r"slope of f is 0 in every direction $R$ (of matrices that need not be symmetric).",
    under_the_root=lambda e_1, e_2: e_1 * e_1 - e_2 * 4,
)
def both_orders_are_critical(
    s: Covariance, prompt: Prompt, under_the_root: Callable[[Array, Array], Array]
) -> Margin:
    """Two orders of one minimiser are two critical points."""
    e_1, e_2 = optimum(s, prompt.R)
    half = sqrt(under_the_root(e_1, e_2)) / 2
    a, b = e_1 / 2 - half, e_1 / 2 + half
    points = stack([stack([a, b], 0), stack([b, a], 0)], 0)[..., None, None] * s.precision
    law: dict[str, Any] = {"task": "inverse", "symmetric": False, "precision": s.precision}
    slopes = slope(points, prompt.R[:, None], s.Sigma, s.n, **law)
    order = sign(b - a) * full(1, like=slopes[:, :1])  # 1 where the two differ
    # One on both sides gives the slopes a size.
    return equal(concatenate([slopes + 1, order], 1), full(1, like=concatenate([slopes, order], 1)))


critical.mutant("2 e_2 for 4 e_2 under the root", under_the_root=lambda e_1, e_2: e_1 * e_1 - e_2 * 2)
critical.mutant("a double root", under_the_root=lambda e_1, e_2: full(0, like=e_1))
