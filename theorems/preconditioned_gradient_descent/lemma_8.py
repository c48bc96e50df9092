r"""Lemma 8: on S the order of the layers does not matter.

Data and task of Theorem 4: $x\sim N(0,\Sigma)$, $w_\star\sim N(0,\Sigma^{-1})$, $A_i=a_i\Sigma^{-1}$; the
loss is exact. The layers are those that the loss sees. ``commute`` is the display in the proof, for one
prompt at a time.

``last-index``: the lemma lists $A_0,\dots,A_k$ and lets any two of $0,\dots,k$ change places. Its proof has
the loss of (23), which sees all of them. The $f$ of (5), which the lemma names, predicts with $Z_k$ and does
not see $A_k$: exchanging it with another one brings a new matrix into play. At $d=n=1$, $k=1$,
$A=(-\frac12,-\frac14)$ the loss goes from $\frac34$ to $\frac{11}{16}$.

``critical-points``: what section 7 concludes, "the in-context loss can have multiple critical points". Two
orders of one critical point are two points only if the $a_i$ differ, which the lemma does not say. They do:
for $d=1$ and two layers the loss is a quadratic function of $e_1=a_0+a_1$ and $e_2=a_0a_1$, whose minimiser has
$e_1^2>4e_2$ for every n (``distinct``), and both orders of its roots are critical.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from torch import Tensor

from baselines.in_context_loss import in_context_loss
from lemmata import Expectation, Margin, Prompt, Space, at_least, dims, dyadics, equal, lines, reals, space
from lemmata.numbers import Array, concatenate, diag_embed, eye, full, ones, rotation, sqrt, stack
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn_box, drawn_symmetric
from theorems.preconditioned_gradient_descent.equivariance import AnywhereWithoutB, InSWithoutB
from theorems.preconditioned_gradient_descent.equivariance import Setting as Layers
from theorems.preconditioned_gradient_descent.equivariance import prompts as covariates
from theorems.preconditioned_gradient_descent.equivariance import settings as layers
from theorems.preconditioned_gradient_descent.layers import mask, model


@dataclass(frozen=True)
class Setting:
    d: int
    n: int
    L: int
    i: int
    j: int
    spectrum: Tensor  # (d,)
    tilt: Tensor  # (2, d - 1)

    def power(self, p: int) -> Array:
        U, lam = rotation(self.tilt), self.spectrum if p > 0 else 1 / self.spectrum
        matrix = U @ diag_embed(lam) @ U.mT
        return (matrix + matrix.mT) / 2


def settings(unused: int = 0) -> Space:
    """``L = k + 1`` matrices; both indices leave out the last ``unused`` of them."""
    return space(
        Setting,
        d=dims(1, 2),
        n=dims(1, 3),
        L=dims(2 + unused, 3 + unused),
        i=lambda s: dims(0, s.L - 2 - unused, most=s.L - 2 - unused),
        j=lambda s: dims(s.i + 1, s.L - 1 - unused, most=s.L - 1 - unused),
        spectrum=lambda s: drawn_box(s.d, low=0.5, high=2.0),
        tilt=lambda s: drawn_box(2, s.d - 1, low=-1.0, high=1.0),
    )


def scalars(s: Setting) -> Space:
    return space(a=reals(s.L))


def scalars_and_matrices(s: Setting) -> Space:
    return space(a=reals(s.L), off=drawn_symmetric(s.L, s.d))


def in_S(s: Setting, prompt: Prompt) -> Array:
    """A_l = a_l Sigma^-1."""
    return prompt.a[..., None, None] * s.power(-1)


def outside_of_S(s: Setting, prompt: Prompt) -> Array:
    """A_l = a_l Sigma^-1 plus any symmetric matrix."""
    return in_S(s, prompt) + prompt.off


Point = Callable[[Setting, Prompt], Array]
lemma = PAPER.claim(
    "Lemma 8",
    summary="On S the loss does not depend on the order of the layers.",
    origin="read",
    at=lines(1440),
    kind=Expectation(),
    settings=settings(),
    prompts=scalars,
)


LAW = (
    r"Let $x\sim N(0,\Sigma)$, $w_\star\sim N(0,\Sigma^{-1})$, the weights (9), and $A_\ell=a_\ell\Sigma^{-1}$ "
    r"for $\ell=0,\dots,k$, $L=k+1$. "
)


@lemma.printed(
    LAW + r"If $\tilde A$ is A with $A_i$ and $A_j$ in each other's places, for any two of its matrices, then "
    r"$f(\tilde A)=f(A)$ for the loss of (23), which all matrices of A take part in.",
    A=in_S,
    flip=1,
)
def order_does_not_matter(s: Setting, prompt: Prompt, A: Point, flip: int) -> Margin:
    """On S the loss does not depend on the order of the layers."""
    precision, matrices = s.power(-1), A(s, prompt)
    order = list(range(s.L))
    order[s.i], order[s.j] = s.j, s.i
    losses = [
        in_context_loss(B, s.power(1), s.n, task="inverse", precision=precision)
        for B in (matrices, concatenate([matrices[:, order[:1]] * flip, matrices[:, order[1:]]], 1))
    ]
    return equal(losses[1], losses[0])


lemma.mutant(
    "outside of S",
    why="The statement draws no matrices outside of S.",
    prompts=scalars_and_matrices,
    A=outside_of_S,
)
lemma.mutant("one of the two takes the other sign", flip=-1)
lemma.mutant("one of the two is doubled", flip=2)

commute = PAPER.claim(
    "proof of Lemma 8",
    id="lemma-8/commute",
    summary="On S neighbouring factors of G commute.",
    rank="step",
    at=lines(1450, 1466),
    settings=layers(InSWithoutB, below=1),
    prompts=covariates,
)


@commute.printed(
    r"For any $X_0\in\mathbb R^{d\times(n+1)}$, $M=\operatorname{diag}(1,\dots,1,0)$, "
    r"$A_\ell=a_\ell\Sigma^{-1}$: "
    r"$(I+MX_0^\top A_\ell X_0)(I+MX_0^\top A_{\ell+1}X_0)=I+MX_0^\top A_\ell X_0+MX_0^\top A_{\ell+1}X_0"
    r"+MX_0^\top A_\ell X_0MX_0^\top A_{\ell+1}X_0=(I+MX_0^\top A_{\ell+1}X_0)(I+MX_0^\top A_\ell X_0)$.",
    masking=mask,
)
def factors_commute(s: Layers, prompt: Prompt, masking: Callable[[int, Array], Array]) -> Margin:
    """Neighbouring factors commute."""
    first, second = (F.value for F in model(s).factors(prompt.X)[s.j : s.j + 2])
    M = masking(s.n, prompt.X)
    one, two = (M @ prompt.X.mT @ A @ prompt.X for A in s.A[s.j : s.j + 2])
    expanded = eye(s.n + 1, prompt.X) + one + two + one @ two
    return equal(stack([first @ second] * 2, 1), stack([expanded, second @ first], 1))


commute.mutant("without the mask", masking=lambda n, X: eye(n + 1, X))
commute.mutant("outside of S", settings=layers(AnywhereWithoutB, below=1))

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
    A=in_S,
    factor=1,
)
@last_index.amended(
    LAW + r"If $\tilde A$ is A with $A_i$ and $A_j$ in each other's places, for any $i,j\in\{0,\dots,k-1\}$, "
    r"then "
    r"$f(\tilde A)=f(A)$ for the loss (5), which predicts with $Z_k$.",
    adds="i, j < k",
    A=in_S,
    factor=1,
    settings=settings(unused=1),
)
def order_of_the_layers_in_use(s: Setting, prompt: Prompt, A: Point, factor: int) -> Margin:
    """On S the loss (5) does not depend on the order of the layers."""
    precision, matrices = s.power(-1), A(s, prompt)
    order = list(range(s.L))
    order[s.i], order[s.j] = s.j, s.i
    law: dict[str, Any] = {"task": "inverse", "precision": precision}
    before, after = (
        in_context_loss(B[:, : s.L - 1], s.power(1), s.n, **law)
        for B in (matrices, matrices[:, order] * factor)
    )
    return equal(after, before)


last_index.mutant(
    "outside of S",
    why="The statement draws no matrices outside of S.",
    prompts=scalars_and_matrices,
    A=outside_of_S,
)
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
    "prompts": lambda s: space(h=dyadics(0.125, 2)),
    "uses": [lemma],
}
critical = PAPER.claim(
    "section 7, critical points",
    id="lemma-8/critical-points",
    summary="The loss can have two critical points that are orders of the same numbers.",
    origin="read",
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


@critical.printed(
    r"The loss can have multiple critical points: for $d=1$, any n, $x,w_\star\sim N(0,1)$ and two layers with "
    r"$A_i=a_i$, "
    r"where f is a quadratic function of $e_1=a_0+a_1$ and $e_2=a_0a_1$, both orders of the roots of "
    r"$z^2-e_1z+e_2$ "
    r"at its minimiser $(e_1,e_2)$ are critical points of f: central differences of any width h are 0 there.",
    square=lambda e_1, e_2: e_1 * e_1 - e_2 * 4,
)
def both_orders_are_critical(s: Scalar, prompt: Prompt, square: Root) -> Margin:
    """Two orders of one minimiser are two critical points."""
    h, unit = prompt.h, ones((1, 1), prompt.h)
    e_1, e_2 = optimum(s.n, h)
    half = sqrt(square(e_1, e_2)) / 2
    a, b = e_1 / 2 - half, e_1 / 2 + half
    pairs = [(a + h, b), (a - h, b), (a, b + h), (a, b - h)]
    points = stack([stack(list(p), 1) for p in [*pairs, *(p[::-1] for p in pairs)]], 1)
    # Quadratic in each a_i: a central difference of any width is the derivative.
    f = in_context_loss(points[..., None, None], unit, s.n, task="inverse", precision=unit)
    return equal(f[:, 0::2], f[:, 1::2])


@distinct.printed(
    r"For $d=1$, any n, $x,w_\star\sim N(0,1)$ and two layers, the roots of $z^2-e_1z+e_2$ at the minimiser "
    r"$(e_1,e_2)$ of f "
    r"in $e_1=a_0+a_1$ and $e_2=a_0a_1$ differ: $e_1^2-4e_2\ge\frac1{8n}$.",
    factor=8,
)
def the_two_differ(s: Scalar, prompt: Prompt, factor: int) -> Margin:
    """The two orders are different points."""
    e_1, e_2 = optimum(s.n, prompt.h)  # h lends its arithmetic alone
    return at_least((e_1 * e_1 - e_2 * 4) * factor * s.n, 1)


critical.mutant("2 e_2 for 4 e_2 in the root", square=lambda e_1, e_2: e_1 * e_1 - e_2 * 2)
critical.mutant("a double root", square=lambda e_1, e_2: full(0, like=e_1))
distinct.mutant("by 1 / n", factor=1)
distinct.mutant("at most - 1 / (8 n)", factor=-8)
