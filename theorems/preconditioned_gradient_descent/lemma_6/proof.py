r"""Proof of Lemma 6: the matrix C, and the means that vanish.

Every expectation is a sum over literal prompts (a finite law with the same moments); what is said of C and of
labels is checked for any samples. Convexity, the gradient and the moments (16) to (19) are checked for any
$\Lambda$, in the proof of Lemma 7.
In the order of the text: ``c-matrix``: the last entry of the displayed C is $y^{(i)\top}$ where the square is
meant. ``odd``: that $\mathbf E[w_\star[j]y^{(i)}]=0$ is true, but "because $w_\star\stackrel d=-w_\star$" is no
reason: the product does not change its sign with $w_\star$; the corner of C, which it is meant for, does.
``inner-product``: $\langle C,E_{d+1,j}\rangle$ is printed without the $\frac1n$ of C.
``vanishing``: the two displays before (18), of odd polynomials in $w_\star$; ``off-diagonal`` the one for
$j\ne j'$.
"""

from collections.abc import Callable

from baselines.gradient import labels
from lemmata import Margin, Prompt, Space, equal, lines, reals, space
from lemmata.numbers import Array, concatenate, full, stack, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.finite_law import (
    ISOTROPIC,
    LAWS,
    UNITS,
    Law,
    Setting,
    Sizes,
    law,
    settings,
    sizes,
)
from theorems.preconditioned_gradient_descent.lemma_6.setting import inner, unit

Value = Callable[[Law], Array]
LAW = LAWS % "I"


def samples(s: Sizes) -> Space:
    """Samples and task."""
    return space(X=reals(s.n, s.d), w_star=reals(s.d))


def matrix_C(s: Sizes, prompt: Prompt) -> Array:
    """C = (1/n) sum_i z_i z_i^T."""
    z = concatenate([prompt.X, labels(prompt.X, prompt.w_star)[..., None]], -1)
    return z.mT @ z / s.n


matrix = PAPER.claim(
    "C",
    id="lemma-6/proof/c-matrix",
    summary="The corner of C is a mean of labels.",
    rank="slip",
    at=lines(450, 454),
    possible_extraction=True,
    settings=sizes(),
    prompts=samples,
)


SAMPLES = (
    r"For any samples $x^{(i)}$ and $w_\star$, $y^{(i)}=\langle w_\star,x^{(i)}\rangle$, "
    r"$z^{(i)}=(x^{(i)},y^{(i)})$: $C=\frac1n\sum_iz^{(i)}z^{(i)\top}="
)


@matrix.printed(
    SAMPLES + r"\frac1n\sum_i\begin{bmatrix}x^{(i)}x^{(i)\top}&y^{(i)}x^{(i)}\\y^{(i)}x^{(i)\top}&y^{(i)\top}"
    r"\end{bmatrix}$.",
    defect="extraction",
    because="C = sum z z^T / n has the square of y in its corner.",
    power=1,
)
@matrix.amended(
    SAMPLES + r"\frac1n\sum_i\begin{bmatrix}x^{(i)}x^{(i)\top}&y^{(i)}x^{(i)}\\y^{(i)}x^{(i)\top}&(y^{(i)})^2"
    r"\end{bmatrix}$.",
    adds="the square of y in the corner",
    power=2,
)
def blocks_of_C(s: Sizes, prompt: Prompt, power: int) -> Margin:
    """The blocks of C."""
    X, y = prompt.X, labels(prompt.X, prompt.w_star)[..., None]
    cross = X.mT @ y
    top = concatenate([X.mT @ X, cross], -1)
    bottom = concatenate([cross.mT, sum(y**power, 1)[..., None]], -1)
    return equal(matrix_C(s, prompt), concatenate([top, bottom], -2) / s.n)


matrix.mutant("the cube", power=3)
matrix.mutant("the fourth power", power=4)

odd = PAPER.claim(
    "Lemma 6, odd",
    id="lemma-6/proof/odd",
    summary="A coordinate of the weights times a label changes its sign with the weights.",
    rank="step",
    origin="read",
    at=lines(456),
    settings=settings(),
    prompts=samples,
)


@odd.printed(
    r"For every $x^{(i)}$, $w_\star$ and $j$, with $y^{(i)}=\langle w_\star,x^{(i)}\rangle$: "
    r"$w_\star[j]y^{(i)}$ changes its sign with $w_\star$ (the reason given for "
    r"$\mathbf E[w_\star[j]y^{(i)}]=0$).",
    defect="proof-step",
    because="It is even in w. Its mean vanishes because that of x does; the corner of C has the square of y.",
    power=1,
)
@odd.amended(
    r"For every $x^{(i)}$, $w_\star$ and $j$, with $y^{(i)}=\langle w_\star,x^{(i)}\rangle$: "
    r"$w_\star[j](y^{(i)})^2$ changes its sign with $w_\star$.",
    adds="the square of y: the corner of C",
    power=2,
)
def odd_in_w(s: Setting, prompt: Prompt, power: int) -> Margin:
    """A coordinate of w times a label is odd in w."""
    w, j = prompt.w_star, slice(s.j - 1, s.j)
    at_w = labels(prompt.X, w) ** power * w[:, j]
    at_minus_w = labels(prompt.X, -w) ** power * -w[:, j]
    return equal(at_minus_w, -at_w)


odd.mutant("the cube", power=3)
odd.mutant("the fifth power", power=5)

product = PAPER.claim(
    "Lemma 6, inner product",
    id="lemma-6/proof/inner-product",
    summary="The entry of C in the last row is a sum over the samples, with no factor 1/n.",
    rank="slip",
    at=lines(470, 474),
    settings=settings(),
    prompts=samples,
)


PROMPT = (
    r"For any samples $x^{(i)}$ and $w_\star$, with $z^{(i)}=(x^{(i)},\langle w_\star,x^{(i)}\rangle)$ and "
    r"$C=\frac1n\sum_iz^{(i)}z^{(i)\top}$: "
)


@product.printed(
    PROMPT + UNITS + r"$\langle C,E_{d+1,j}\rangle=\sum_i\langle w_\star,x^{(i)}\rangle x^{(i)}[j]$.",
    defect="typo",
    because="C is a mean: the factor 1/n is missing, and (19) has it.",
    fails_where=lambda s: s.n > 1,
    over=lambda s: 1,
)
@product.amended(
    PROMPT + UNITS + r"$\langle C,E_{d+1,j}\rangle=\frac1n\sum_i\langle w_\star,x^{(i)}\rangle x^{(i)}[j]$.",
    adds="the factor 1/n",
    over=lambda s: s.n,
)
def last_entry(s: Setting, prompt: Prompt, over: Callable[[Setting], int]) -> Margin:
    """An entry of the last row of C as a sum over the samples."""
    entry = inner(matrix_C(s, prompt), unit(s.d, s.d + 1, s.j, prompt.X))
    return equal(entry, sum(labels(prompt.X, prompt.w_star) * prompt.X[..., s.j - 1], -1) / over(s))


product.mutant("over n squared", over=lambda s: s.n**2)
product.mutant("over n + 1", over=lambda s: s.n + 1)

vanishing = PAPER.claim(
    "before (18)",
    id="lemma-6/proof/vanishing",
    summary="Times the entry of C in its last row, the sums of x x^T and of the squared labels have mean zero.",
    rank="step",
    at=lines(476, 488),
    **ISOTROPIC,
)


@vanishing.printed(
    LAW + UNITS + r"for all $j$, "
    r"$\mathbf E[\langle C,E_{d+1,j}\rangle\sum_ix^{(i)}x^{(i)\top}]=\mathbf E[(\sum_i\langle "
    r"w_\star,x^{(i)}\rangle x^{(i)}[j])\sum_ix^{(i)}x^{(i)\top}]=O$ and $\mathbf E[\langle "
    r"C,E_{d+1,j}\rangle\sum_i(y^{(i)})^2]=\mathbf E[(\sum_i\langle w_\star,x^{(i)}\rangle "
    r"x^{(i)}[j])\sum_i(y^{(i)})^2]=0$.",
    factor=lambda m: inner(m.C, unit(m.s.d, m.s.d + 1, m.s.j, m.root)),
)
def odd_means_vanish(s: Setting, prompt: Prompt, factor: Value) -> Margin:
    """Means of odd polynomials in w vanish.

    One is added to both sides, so that rounding has something to be small beside.
    """
    m = law(s, prompt.root, 3)
    gram, squares = m.x.mT @ m.x, sum(m.y * m.y, -1)
    means = []
    for odd in (factor(m), sum(m.y * m.x_j, -1)):
        means += [m.mean(gram * odd[..., None, None]).reshape(len(prompt), -1), m.mean(squares * odd)[:, None]]
    return equal(concatenate(means, 1) + 1, 1)


vanishing.mutant("an even factor", factor=lambda m: m.x_j[..., 0] * m.x_j[..., 0])
vanishing.mutant("a constant factor", factor=lambda m: full(1, like=m.y[..., 0]))

BASE = settings(n=2)
PLANE = Space(BASE.holder, BASE.fields, where=lambda s: s.d >= 2)  # for j and another one
off_diagonal = PAPER.claim(
    "before (18), j and j' differ",
    id="lemma-6/proof/off-diagonal",
    summary="The cross terms of two different coordinates vanish in the mean.",
    rank="step",
    at=lines(495, 499),
    **{**ISOTROPIC, "settings": PLANE},
)


@off_diagonal.printed(
    LAW + r"for $j\ne j'$, $\mathbf E[\langle w_\star,x^{(i)}\rangle x^{(i)}[j]\langle w_\star,x^{(i')}\rangle "
    r"x^{(i')}[j']]=0$, as $\mathbf E[\langle x^{(i)},x^{(i')}\rangle x^{(i)}[j]x^{(i')}[j']]$ is, whether "
    r"$i=i'$ or not. (Evaluated for all i and $i'$, with the coordinate after j, or 1 after d, for $j'$: for "
    r"$d\le3$ these are all pairs, up to an exchange of both; for larger d all others follow by renaming "
    r"coordinates, which leaves the law as it is.)",
    shift=1,
)
def cross_terms(s: Setting, prompt: Prompt, shift: int) -> Margin:
    """Cross terms of two coordinates vanish.

    j' is the coordinate after j, and 1 after d: with i and i' exchanged, any pair for d up to 3.
    One is added to both sides, so that rounding has something to be small beside.
    """
    m = law(s, prompt.root)
    other = (s.j - 1 + shift) % s.d  # j' of another coordinate
    a, b = m.y * m.x_j, m.y * m.x[..., other]
    first = m.mean(a[..., :, None] * b[..., None, :])
    second = m.mean(m.x @ m.x.mT * m.x_j[..., :, None] * m.x[..., None, :, other])
    both = stack([first, second], 1)
    return equal(both + 1, 1)


off_diagonal.mutant("j and j' are one", shift=0)
off_diagonal.mutant("j' two places further, for d = 2 j itself", shift=2)
