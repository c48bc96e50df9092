r"""Proof of Lemma 6: the matrix C, and the means that vanish.

Convexity, the gradient and the moments (16) to (19) are checked for any $\Lambda$, in the proof of Lemma 7.
``odd``: $\mathbf E[w_\star[j]y^{(i)}]=0$ is true, since the mean of $x^{(i)}$ is 0; the printed reason,
$w_\star\stackrel d=-w_\star$, is one for the square of $y^{(i)}$.
"""

from typing import Any

from lemmata import amended, dims, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, concat, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.finite_law import COORDINATE, GENERAL, IDENTITY, law
from theorems.preconditioned_gradient_descent.lemma_6 import inner, unit

SAMPLES: dict[str, Any] = {"X": reals("n", "d"), "w_star": reals("d")}


def matrix_C(X: Array, y: Array) -> Array:
    r"""$C = (1/n) \sum_i z_i z_i^\top$."""
    z = concat([X, y[:, None]], 1)
    return z.T @ z / len(X)


@theorem(
    PAPER,
    "C",
    id="lemma-6/proof/c-matrix",
    rank="slip",
    at=lines(450, 454),
    possible_extraction=True,
    d=dims(1, 3),
    n=dims(1, 3),
    **SAMPLES,
)
@printed(
    r"For any samples $x^{(i)}$ and $w_\star$, $y^{(i)}=\langle w_\star,x^{(i)}\rangle$, "
    r"$z^{(i)}=(x^{(i)},y^{(i)})$: $C=\frac1n\sum_iz^{(i)}z^{(i)\top}=\frac1n\sum_i"
    r"\begin{bmatrix}x^{(i)}x^{(i)\top}&y^{(i)}x^{(i)}\\y^{(i)}x^{(i)\top}&y^{(i)\top}\end{bmatrix}$.",
    defect="extraction",
    because=r"$C = \sum z z^\top/n$ has the square of y in its corner.",
)
@amended(
    r"For any samples $x^{(i)}$ and $w_\star$, $y^{(i)}=\langle w_\star,x^{(i)}\rangle$, "
    r"$z^{(i)}=(x^{(i)},y^{(i)})$: $C=\frac1n\sum_iz^{(i)}z^{(i)\top}=\frac1n\sum_i"
    r"\begin{bmatrix}x^{(i)}x^{(i)\top}&y^{(i)}x^{(i)}\\y^{(i)}x^{(i)\top}&(y^{(i)})^2\end{bmatrix}$.",
    adds="the square of y in the corner",
    power=2,
)
@mutants(the_cube=dict(power=3), the_fourth_power=dict(power=4))
def matrix(n, X, w_star, power=1):
    """The corner of C is a mean of labels."""
    y = X @ w_star
    cross = X.T @ y
    rows = [concat([X.T @ X, cross[:, None]], 1), concat([cross, sum(y**power)])[None]]
    return equal(matrix_C(X, y), concat(rows) / n)


@theorem(PAPER, "Lemma 6, odd", id="lemma-6/proof/odd", at=lines(456), **GENERAL | IDENTITY)
@printed(
    r"For n samples $x^{(i)}\sim N(0,I)$ and $w_\star\sim N(0,I)$, all independent, and $y^{(i)}=\langle "
    r"w_\star,x^{(i)}\rangle$: $\mathbf E[w_\star[j]y^{(i)}]=0$ for all $j$ and $i$; and $\mathbf "
    r"E[w_\star[j](y^{(i)})^2]=0$, the corner of C, for which the printed reason, that $w_\star$ is symmetric, "
    "is one."
)
@mutants({"times the coordinate of the covariate": dict(x=1), "the square of the weight": dict(w=2)})
def odd(n, d, j, root, w=1, x=0):
    """A coordinate of the weights times a label, or times its square, has mean zero."""
    m = law(n, d, root)
    factor = m.w[:, j - 1, None] ** w * m.x[..., j - 1] ** x
    return equal([m.mean(factor * m.y) + 1, m.mean(factor * m.y**2) + 1], 1)  # beside 1 rounding is small


@theorem(
    PAPER,
    "Lemma 6, inner product",
    id="lemma-6/proof/inner-product",
    rank="slip",
    at=lines(470, 474),
    **COORDINATE,
    **SAMPLES,
)
@printed(
    r"For any samples $x^{(i)}$ and $w_\star$, with $z^{(i)}=(x^{(i)},\langle w_\star,x^{(i)}\rangle)$ and "
    r"$C=\frac1n\sum_iz^{(i)}z^{(i)\top}$: with $E_{k,l}$ for the matrix that is 1 at $(k,l)$ and 0 elsewhere, "
    r"$\langle C,E_{d+1,j}\rangle=\sum_i\langle w_\star,x^{(i)}\rangle x^{(i)}[j]$.",
    defect="typo",
    because="C is a mean: the factor 1/n is missing, and (19) has it.",
    fails_where=lambda n: n > 1,
)
@amended(
    r"For any samples $x^{(i)}$ and $w_\star$, with $z^{(i)}=(x^{(i)},\langle w_\star,x^{(i)}\rangle)$ and "
    r"$C=\frac1n\sum_iz^{(i)}z^{(i)\top}$: with $E_{k,l}$ for the matrix that is 1 at $(k,l)$ and 0 elsewhere, "
    r"$\langle C,E_{d+1,j}\rangle=\frac1n\sum_i\langle w_\star,x^{(i)}\rangle x^{(i)}[j]$.",
    adds="the factor 1/n",
    over=lambda n: n,
)
@mutants({"over n squared": dict(over=lambda n: n**2), "over n + 1": dict(over=lambda n: n + 1)})
def product(d, j, X, w_star, over=1):
    """The entry of C in the last row is a sum over the samples, with no factor 1/n."""
    C = matrix_C(X, X @ w_star)
    return equal(sum(C * unit(d, d + 1, j)), X @ w_star @ X[:, j - 1] / over)


@theorem(PAPER, "before (18)", id="lemma-6/proof/vanishing", at=lines(476, 488), **GENERAL | IDENTITY)
@printed(
    r"For n samples $x^{(i)}\sim N(0,I)$ and $w_\star\sim N(0,I)$, all independent, $y^{(i)}=\langle "
    r"w_\star,x^{(i)}\rangle$, $z^{(i)}=(x^{(i)},y^{(i)})$ and $C=\frac1n\sum_iz^{(i)}z^{(i)\top}$: with "
    r"$E_{k,l}$ for the matrix that is 1 at $(k,l)$ and 0 elsewhere, for all $j$, $\mathbf E[\langle "
    r"C,E_{d+1,j}\rangle\sum_ix^{(i)}x^{(i)\top}]=\mathbf E[(\sum_i\langle w_\star,x^{(i)}\rangle "
    r"x^{(i)}[j])\sum_ix^{(i)}x^{(i)\top}]=O$ and $\mathbf E[\langle "
    r"C,E_{d+1,j}\rangle\sum_i(y^{(i)})^2]=\mathbf E[(\sum_i\langle w_\star,x^{(i)}\rangle "
    r"x^{(i)}[j])\sum_i(y^{(i)})^2]=0$."
)
@mutants(an_even_factor=dict(factor="even"), a_constant_factor=dict(factor="constant"))
def vanishing(n, d, j, root, factor="entry"):
    r"""Times a last-row entry of C, the sums of $x x^\top$ and of the squared labels have mean zero."""
    m = law(n, d, root, 3)
    gram, squares, x_j = m.x.mT @ m.x, sum(m.y**2, -1), m.x[..., j - 1]
    factors = {"entry": inner(m.C, unit(d, d + 1, j)), "even": x_j[:, 0] ** 2, "constant": 0 * x_j[:, 0] + 1}
    means = []
    for odd in (factors[factor], sum(m.y * x_j, -1)):
        means += [m.mean(gram * odd[:, None, None]).reshape(d * d), m.mean(squares * odd)[None]]
    return equal(concat(means) + 1, 1)  # so that rounding has something to be small beside


@theorem(
    PAPER,
    "before (18), j and j' differ",
    id="lemma-6/proof/off-diagonal",
    at=lines(495, 499),
    where=lambda d: d >= 2,  # for j and another one
    **GENERAL | IDENTITY | {"n": dims(1, 2)},
)
@printed(
    r"For n samples $x^{(i)}\sim N(0,I)$ and $w_\star\sim N(0,I)$, all independent, $y^{(i)}=\langle "
    r"w_\star,x^{(i)}\rangle$, $z^{(i)}=(x^{(i)},y^{(i)})$ and $C=\frac1n\sum_iz^{(i)}z^{(i)\top}$: for $j\ne "
    r"j'$, $\mathbf E[\langle w_\star,x^{(i)}\rangle x^{(i)}[j]\langle w_\star,x^{(i')}\rangle "
    r"x^{(i')}[j']]=0$, as $\mathbf E[\langle x^{(i)},x^{(i')}\rangle x^{(i)}[j]x^{(i')}[j']]$ is, whether "
    "$i=i'$ or not. (Evaluated for all i and $i'$, with the coordinate after j, or 1 after d, for $j'$: for "
    r"$d\le3$ these are all pairs, up to an exchange of both; for larger d all others follow by renaming "
    "coordinates, which leaves the law as it is.)"
)
@mutants({"j and j' are one": dict(shift=0), "j' two places further, for d = 2 j itself": dict(shift=2)})
def off_diagonal(n, d, j, root, shift=1):
    """The cross terms of two different coordinates vanish in the mean."""
    m = law(n, d, root)
    x_j, other = m.x[..., j - 1], m.x[..., (j - 1 + shift) % d]
    first = m.mean((m.y * x_j)[..., :, None] * (m.y * other)[..., None, :])
    second = m.mean(m.x @ m.x.mT * x_j[..., :, None] * other[..., None, :])
    return equal([first + 1, second + 1], 1)  # so that rounding has something to be small beside
