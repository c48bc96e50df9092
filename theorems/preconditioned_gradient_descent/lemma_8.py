r"""Lemma 8: on S the order of the layers does not matter.

Data and task of Theorem 4: $x\sim N(0,\Sigma)$, $w_\star\sim N(0,\Sigma^{-1})$, $A_i=a_i\Sigma^{-1}$; the
loss is exact, with the $\frac1n$ of (4), which (23) drops into A. The layers are those that the loss sees.
``commute`` is the display in the proof, for one prompt at a time.

``last-index``: the lemma lists $A_0,\dots,A_k$ and lets any two of $0,\dots,k$ change places. Its proof has
the loss of (23), which sees all of them. The $f$ of (5), which the lemma names, predicts with $Z_k$ and does
not see $A_k$: exchanging it with another one brings a new matrix into play. At $d=n=1$, $k=1$,
$A=(-\frac12,-\frac14)$ the loss goes from $\frac34$ to $\frac{11}{16}$.

``critical-points``: what section 7 concludes, "the in-context loss can have multiple critical points". Two
orders of one critical point are two points only if the $a_i$ differ, which the lemma does not say. They do:
for $d=1$ and two layers the loss is a quadratic function of $e_1=a_0+a_1$ and $e_2=a_0a_1$, whose minimiser has
$e_1^2>4e_2$ for every n (``distinct``), and both orders of its roots are critical. Where
$a_0\ne a_1$, the slopes in $a_0$ and $a_1$ vanish only if those in $e_1$ and $e_2$ do: so it is the minimiser.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from baselines.in_context_loss import in_context_loss
from lemmata import Expectation, Margin, Prompt, Space, dims, dyadics, equal, lines, reals, space
from lemmata.numbers import Array, concatenate, eye, full, ones, sign, sqrt, stack
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
    "d": dims(1, 2),
    "n": dims(1, 3),
    "spectrum": lambda s: drawn_box(s.d, low=0.0625, high=16.0),
    "tilt": lambda s: drawn(2, s.d - 1),
}


def settings(unused: int = 0) -> Space:
    """``L = k + 1`` matrices; both indices leave out the last ``unused`` of them."""
    return space(
        Setting,
        **COVARIANCES,
        L=dims(2 + unused, 3 + unused),
        i=lambda s: dims(0, s.L - 2 - unused, most=s.L - 2 - unused),
        j=lambda s: dims(s.i + 1, s.L - 1 - unused, most=s.L - 1 - unused),
    )


LARGE = Setting(
    d=6, n=40, L=3, i=0, j=2, spectrum=drawn_box(6, low=0.0625, high=16.0).seeded(1), tilt=drawn(2, 5).seeded(2)
)


def scalars(s: Setting) -> Space:
    """The a_i, and where A goes outside of S."""
    return space(a=reals(s.L), off=drawn_symmetric(s.L, s.d))


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
    r"Let $x\sim N(0,\Sigma)$, $w_\star\sim N(0,\Sigma^{-1})$, the weights (9), and $A_\ell=a_\ell\Sigma^{-1}$ "
    r"for "
    r"$\ell=0,\dots,k$, $L=k+1$. "
)


@lemma.printed(
    LAW + r"If $\tilde A$ is A with $A_i$ and $A_j$ in each other's places, for any two of its matrices, then "
    r"$f(\tilde A)=f(A)$ for the loss of (23), which all matrices of A take part in.",
    outside=0,
    flip=1,
)
def order_does_not_matter(s: Setting, prompt: Prompt, outside: int, flip: int) -> Margin:
    """On S the loss does not depend on the order of the layers."""
    precision = s.precision
    A = prompt.a[..., None, None] * precision + prompt.off * outside
    order = list(range(s.L))
    order[s.i], order[s.j] = s.j, s.i
    exchanged = stack([A[:, m] * (flip if place == s.i else 1) for place, m in enumerate(order)], 1)
    losses = [in_context_loss(B, s.Sigma, s.n, task="inverse", precision=precision) for B in (A, exchanged)]
    return equal(losses[1], losses[0])


lemma.mutant("outside of S", outside=1)
lemma.mutant("one of the two takes the other sign", flip=-1)
lemma.mutant("one of the two is doubled", flip=2)

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


@last_index.printed(
    LAW + r"If $\tilde A$ is A with $A_i$ and $A_j$ in each other's places, for any $i,j\in\{0,\dots,k\}$, "
    r"then "
    r"$f(\tilde A)=f(A)$ for the loss (5), which predicts with $Z_k$.",
    defect="typo",
    because="Z_k does not depend on A_k: exchanged with another matrix, it comes into play.",
    fails_where=lambda s: s.j == s.L - 1,
    outside=0,
    factor=1,
)
@last_index.amended(
    LAW + r"If $\tilde A$ is A with $A_i$ and $A_j$ in each other's places, for any $i,j\in\{0,\dots,k-1\}$, "
    r"then "
    r"$f(\tilde A)=f(A)$ for the loss (5), which predicts with $Z_k$.",
    adds="i, j < k",
    outside=0,
    factor=1,
    settings=settings(unused=1),
)
def order_of_the_layers_in_use(s: Setting, prompt: Prompt, outside: int, factor: int) -> Margin:
    """On S the loss (5) does not depend on the order of the layers."""
    precision = s.precision
    A = prompt.a[..., None, None] * precision + prompt.off * outside
    order = list(range(s.L))
    order[s.i], order[s.j] = s.j, s.i
    law: dict[str, Any] = {"task": "inverse", "precision": precision}
    before, after = (in_context_loss(B[:, : s.L - 1], s.Sigma, s.n, **law) for B in (A, A[:, order] * factor))
    return equal(after, before)


last_index.mutant("outside of S", outside=1)
last_index.mutant("with other signs", factor=-1)
last_index.mutant("twice the matrices", factor=2)


@dataclass(frozen=True)
class Scalar:
    n: int


def optimum(n: int, like: Array) -> tuple[Array, Array]:
    """e_1, e_2 of the minimiser for d = 1 and two layers, from the moments of chi-square over n."""
    m_2 = full(n + 2, like=like) / n
    m_3, m_4 = m_2 * (n + 4) / n, m_2 * (n + 4) * (n + 6) / n**2
    below = m_2 * m_4 - m_3 * m_3
    return (m_2 * m_3 - m_4) / below, (m_3 - m_2 * m_2) / below


ON_SIZES: dict[str, Any] = {
    "rank": "step",
    "at": lines(314),
    "kind": Expectation(),
    "settings": space(Scalar, n=dims(1, 12)),
    "prompts": lambda s: space(step=dyadics(0.125, 2)),
}
critical = PAPER.claim(
    "section 7, critical points",
    id="lemma-8/critical-points",
    summary="The loss can have two critical points that are orders of the same numbers.",
    origin="read",
    uses=[lemma],
    **ON_SIZES,
)
distinct = PAPER.claim(
    "section 7, distinct",
    id="lemma-8/critical-points/distinct",
    summary="The two orders of the minimiser are different points.",
    origin="ours",
    **ON_SIZES,
)
Root = Callable[[Array, Array], Array]
MINIMISER = (
    r"the minimiser $e_1=\frac{m_2m_3-m_4}{m_2m_4-m_3^2}$, $e_2=\frac{m_3-m_2^2}{m_2m_4-m_3^2}$, $m_k$ the "
    r"k-th moment of $\frac1n\sum_{i\le n}x_i^2$"
)


@critical.printed(
    r"The loss f can have multiple critical points: for $d=1$, $x,w_\star\sim N(0,1)$ and two layers with "
    r"$A_i=a_i$, "
    r"where f is a quadratic function of $e_1=a_0+a_1$ and $e_2=a_0a_1$ with " + MINIMISER + r", the roots of "
    r"$z^2-e_1z+e_2$ "
    r"at its minimiser differ, and both orders of them are critical points of f: at both, central differences "
    r"of f in $a_0$ and in $a_1$ vanish (of any width, since f is quadratic in each).",
    square=lambda e_1, e_2: e_1 * e_1 - e_2 * 4,
)
def both_orders_are_critical(s: Scalar, prompt: Prompt, square: Root) -> Margin:
    """Two orders of one minimiser are two critical points."""
    h, unit = prompt.step, ones((1, 1), prompt.step)
    e_1, e_2 = optimum(s.n, h)
    half = sqrt(square(e_1, e_2)) / 2
    a, b = e_1 / 2 - half, e_1 / 2 + half
    pairs = [(a + h, b), (a - h, b), (a, b + h), (a, b - h)]
    points = stack([stack(list(p), 1) for p in [*pairs, *(p[::-1] for p in pairs)]], 1)
    # Quadratic in each a_i: a central difference of any width is the derivative.
    f = in_context_loss(points[..., None, None], unit, s.n, task="inverse", precision=unit)
    order = sign(b - a)[:, None]  # 1 where the two differ
    return equal(concatenate([f[:, 0::2], order], 1), concatenate([f[:, 1::2], full(1, like=order)], 1))


@distinct.printed(
    r"For $d=1$, $x,w_\star\sim N(0,1)$ and two layers with $A_i=a_i$, the loss as a function of $e_1=a_0+a_1$ "
    r"and $e_2=a_0a_1$ has " + MINIMISER + r", and the roots of $z^2-e_1z+e_2$ there differ: "
    r"$e_1^2-4e_2=\frac{8n^2}{(n+4)(n+2)^2}>0$.",
    over=lambda n: (n + 4) * (n + 2) ** 2,
)
def the_two_differ(s: Scalar, prompt: Prompt, over: Callable[[int], int]) -> Margin:
    """The two orders are different points."""
    e_1, e_2 = optimum(s.n, prompt.step)
    return equal((e_1 * e_1 - e_2 * 4) * over(s.n), 8 * s.n**2)


critical.mutant("2 e_2 for 4 e_2 under the root", square=lambda e_1, e_2: e_1 * e_1 - e_2 * 2)
critical.mutant("a double root", square=lambda e_1, e_2: full(0, like=e_1))
distinct.mutant("n + 2 in place of n + 4", over=lambda n: (n + 2) ** 3)
distinct.mutant("n + 4 twice", over=lambda n: (n + 4) ** 2 * (n + 2))
