"""Proof of Theorem 1 (appendix A): from Lemmas 6 and 7 to the closed form (8).

``decomposition`` is the sentence after Lemma 7; its part ``isotropic`` is the display of A.2, step 1. Both
forms of the $f_j$ are sums over literal prompts, f is the closed form. A.3, step 2, reduces any covariance to a
diagonal one (``rotation``); in the chain for one prompt the text loses tildes. ``optimum``: the way back gives
(8).
"""

from typing import Any

from lemmata import Expectation, Margin, amended, dims, equal, lines, mutants, printed, theorem
from lemmata.numbers import Array, concat, diag, eye, outer, stack, sum, zeros
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.eq_15 import eq_15
from theorems.preconditioned_gradient_descent.finite_law import GENERAL, IDENTITY, law
from theorems.preconditioned_gradient_descent.lemma_6 import COMPONENT, inner
from theorems.preconditioned_gradient_descent.lemma_6 import optimum as X_j
from theorems.preconditioned_gradient_descent.lemma_7 import seven
from theorems.preconditioned_gradient_descent.theorem_1 import ANY_COVARIANCE, ROTATION, below, f, optimum

PARAMETERS: dict[str, Any] = {
    **{name: value for name, value in COMPONENT.items() if name != "j"},
    "batch": 32,  # each of them means thousands of literal prompts
    "b": drawn("d + 1"),
    "A": drawn("d + 1", "d"),
}


def sum_of_components(n: int, d: int, root: Array, b: Array, A: Array, weight: Array) -> Margin:
    """The loss is a sum over the coordinates of the query, of the $f_j$ in each of their two forms."""
    m, loss = law(n, d, root), f(b, A, diag(root**2), n)
    products = stack([inner(m.C, outer(b, A[:, j])) for j in range(d)], 1)
    one, other = (m.mean((product + m.w) ** 2) for product in (b @ m.C @ A, products))
    return equal([sum(one * weight), sum(other * weight), *one], [loss, loss, *other])


@theorem(
    PAPER,
    "A.2, step 1",
    id="theorem-1/proof/decomposition/isotropic",
    rank="step",
    at=lines(404, 416),
    uses=[eq_15],
    **PARAMETERS | IDENTITY | {"pinned": {"root": "A.2 is about x ~ N(0, I)"}},
)
@printed(
    r"For independent $x^{(i)}\sim N(0,I)$, $i\le n+1$, and $w_\star\sim N(0,I)$, with f the loss of one "
    r"layer with the parametrisation (7), $a_j$ the columns of A, $C=\frac1n\sum_iz^{(i)}z^{(i)\top}$ of n "
    r"samples $z^{(i)}=(x^{(i)},\langle x^{(i)},w_\star\rangle)$, and $f_j(b,A)=\mathbf E(b^\top "
    r"Ca_j+w_\star[j])^2=\mathbf E(\langle C,ba_j^\top\rangle+w_\star[j])^2$: $f(b,A)=\sum_jf_j(b,A)$."
)
@mutants(any_covariance=dict(root=GENERAL["root"]), a_tenth_more=dict(weight=lambda root: root**2 * 11 / 10))
def isotropic(n, d, root, b, A, weight=1):
    """For isotropic data the loss is the sum of the components $f_j$."""
    return sum_of_components(n, d, root, b, A, weight)


@theorem(
    PAPER,
    "after Lemma 7",
    id="theorem-1/proof/decomposition",
    rank="slip",
    at=lines(636),
    uses=[isotropic],
    **PARAMETERS,
)
@printed(
    r"For $\Lambda=\operatorname{diag}(\lambda_1,\dots,\lambda_d)\ne0$ with $\lambda_i=\mathrm{root}_i^2$, "
    r"and independent $x^{(i)}\sim N(0,\Lambda)$, $i\le n+1$, and $w_\star\sim N(0,I)$, with f the loss of one "
    r"layer with the parametrisation (7), $a_j$ the columns of A, $C=\frac1n\sum_iz^{(i)}z^{(i)\top}$ of n "
    r"samples $z^{(i)}=(x^{(i)},\langle x^{(i)},w_\star\rangle)$, and $f_j(b,A)=\mathbf E(b^\top "
    r"Ca_j+w_\star[j])^2=\mathbf E(\langle C,ba_j^\top\rangle+w_\star[j])^2$: $f(b,A)=\sum_jf_j(b,A)$ (printed "
    "$f_j(b,A_j)$).",
    defect="typo",
    because=r"The factor $\lambda_j = E[x_j^2]$ is lost (A.3 has it in its step 2).",
    fails_where=lambda root: sum((root - 1) ** 2) > 0,
)
@amended(
    r"For $\Lambda=\operatorname{diag}(\lambda_1,\dots,\lambda_d)\ne0$ with $\lambda_i=\mathrm{root}_i^2$, "
    r"and independent $x^{(i)}\sim N(0,\Lambda)$, $i\le n+1$, and $w_\star\sim N(0,I)$, with f the loss of one "
    r"layer with the parametrisation (7), $a_j$ the columns of A, $C=\frac1n\sum_iz^{(i)}z^{(i)\top}$ of n "
    r"samples $z^{(i)}=(x^{(i)},\langle x^{(i)},w_\star\rangle)$, and $f_j(b,A)=\mathbf E(b^\top "
    r"Ca_j+w_\star[j])^2=\mathbf E(\langle C,ba_j^\top\rangle+w_\star[j])^2$: "
    r"$f(b,A)=\sum_j\lambda_jf_j(b,A)$.",
    adds=r"the factor $\lambda_j$",
    weight=lambda root: root**2,
)
@mutants(
    the_square_of_the_eigenvalue=dict(weight=lambda root: root**4), twice=dict(weight=lambda root: 2 * root**2)
)
def diagonal(n, d, root, b, A, weight=1):
    """For a diagonal covariance the loss is the sum of the components $f_j$."""
    return sum_of_components(n, d, root, b, A, weight)


@theorem(
    PAPER,
    "after Lemma 7, choice",
    id="theorem-1/proof/choice",
    rank="step",
    at=lines(630, 650),
    uses=[seven],
    **{name: value for name, value in COMPONENT.items() if name != "kind"},
)
@printed(
    r"For $\Lambda=\operatorname{diag}(\lambda_1,\dots,\lambda_d)\ne0$, $\lambda_i=\mathrm{root}_i^2$, "
    r"$b=e_{d+1}$ and $a_j=-\frac{1}{\frac{n+1}n\lambda_j+\frac1n\sum_k\lambda_k}e_j$ satisfy "
    r"$ba_j^\top=X_j=-\frac{1}{\frac{n+1}n\lambda_j+\frac1n\sum_k\lambda_k}E_{d+1,j}$, the minimum of "
    r"Lemma 7, for all j."
)
@mutants({"n in place of n + 1": dict(extra=0), "n + 2": dict(extra=2)})
def choice(d, n, j, root, extra=1):
    """One choice of b and A meets the minima of all components at once."""
    lam, b = root**2, eye(d + 1)[-1]
    A = concat([diag(-n / (lam * (n + extra) + sum(lam))), zeros((1, d))])  # the columns a_j
    return equal(outer(b, A[:, j - 1]), X_j(d, n, j, root))


def extended(U: Array) -> Array:
    r"""$\operatorname{diag}(U, 1)$."""
    d = len(U)
    return concat([concat([U, zeros((d, 1))], 1), eye(d + 1)[-1:]])


def tildes(U: Array, b: Array, A: Array) -> tuple[Array, Array]:
    """B and A with a tilde."""
    return b @ extended(U), extended(U).T @ A @ U


@theorem(
    PAPER,
    "A.3, step 2",
    id="theorem-1/proof/rotation",
    rank="step",
    origin="read",
    at=lines(658, 687),
    uses=[eq_15],
    **ANY_COVARIANCE | {"where": None, "kind": Expectation()},
    b=drawn("d + 1"),
    A=drawn("d + 1", "d"),
)
@printed(
    r"Read as an equation of losses: let $\Sigma=U\Lambda U^\top$ with a rotation U (each $\Sigma$ has one), "
    r"$\tilde b^\top=b^\top\operatorname{diag}(U,1)$ and $\tilde A=\operatorname{diag}(U^\top,1)AU$. The loss "
    r"$f(b,A)$ for independent $x^{(i)}\sim N(0,\Sigma)$, $i\le n+1$, and $w_\star\sim N(0,I)$ is $f(\tilde "
    r"b,\tilde A)$ for independent $\tilde x^{(i)}\sim N(0,\Lambda)$ and $\tilde w_\star\sim N(0,I)$."
)
@mutants(A_is_not_turned=dict(turned=1), neither_is_turned=dict(turned=0))
def rotation(n, spectrum, U, Sigma, b, A, turned=2):
    """The loss in the eigenbasis of the covariance is that of the rotated parameters."""
    tilde_b, tilde_A = tildes(U, b, A)
    in_the_eigenbasis = f(tilde_b if turned > 0 else b, tilde_A if turned > 1 else A, diag(spectrum), n)
    return equal(f(b, A, Sigma, n), in_the_eigenbasis)


ROTATED: dict[str, Any] = {
    "rank": "slip",
    "d": dims(1, 5),
    "n": dims(1, 20),
    **ROTATION,
    "b": drawn("d + 1"),
    "A": drawn("d + 1", "d"),
    "X": drawn("n", "d"),
    "w_star": drawn("d"),
}


def row(X: Array, y: Array, b: Array, A: Array) -> Array:
    r"""$b^\top (1/n) \sum_i (x_i, y_i)(x_i, y_i)^\top A$."""
    z = concat([X, y[:, None]], 1)
    return b @ (z.T @ z) @ A / len(X)


@theorem(PAPER, "A.3, step 2, chain", id="theorem-1/proof/rotation/chain", at=lines(664, 685), **ROTATED)
@printed(
    r"With U orthogonal, of determinant 1 (each $\Sigma=U\Lambda U^\top$ has such a U), $\tilde x_i=U^\top "
    r"x^{(i)}$, $\tilde w_\star=U^\top w_\star$, $\tilde b^\top=b^\top\operatorname{diag}(U,1)$, $\tilde "
    r"A=\operatorname{diag}(U^\top,1)AU$, C the mean of $z^{(i)}z^{(i)\top}$, $z^{(i)}=(x^{(i)},\langle "
    r"x^{(i)},w_\star\rangle)$, and $v^{\otimes2}=vv^\top$, for every prompt: $(b^\top "
    r"CA+w_\star^\top)U=\frac1n\sum_i\tilde b^\top\begin{bmatrix}\tilde x_i\\\langle x^{(i)},\tilde "
    r"w_\star\rangle\end{bmatrix}^{\otimes2}\tilde A+\tilde w_\star^\top$.",
    defect="typo",
    because="The tilde of x is lost: <x, w> is the inner product of both with tildes, or of none.",
)
@amended(
    r"With U orthogonal, of determinant 1 (each $\Sigma=U\Lambda U^\top$ has such a U), $\tilde x_i=U^\top "
    r"x^{(i)}$, $\tilde w_\star=U^\top w_\star$, $\tilde b^\top=b^\top\operatorname{diag}(U,1)$, $\tilde "
    r"A=\operatorname{diag}(U^\top,1)AU$, C the mean of $z^{(i)}z^{(i)\top}$, $z^{(i)}=(x^{(i)},\langle "
    r"x^{(i)},w_\star\rangle)$, and $v^{\otimes2}=vv^\top$, for every prompt: $(b^\top "
    r"CA+w_\star^\top)U=\frac1n\sum_i\tilde b^\top\begin{bmatrix}\tilde x_i\\\langle\tilde x_i,\tilde "
    r"w_\star\rangle\end{bmatrix}^{\otimes2}\tilde A+\tilde w_\star^\top$.",
    adds="x with a tilde",
    x=lambda X, U: X @ U,
)
@mutants(minus_the_label=dict(x=lambda X, U: -X @ U), twice_the_label=dict(x=lambda X, U: 2 * X @ U))
def last_line(U, b, A, X, w_star, x=lambda X: X):
    """In the eigenbasis the vector inside the loss has plain covariates times rotated weights for labels."""
    tilde_b, tilde_A = tildes(U, b, A)
    literal = (row(X, X @ w_star, b, A) + w_star) @ U
    return equal(literal, row(X @ U, x @ (w_star @ U), tilde_b, tilde_A) + w_star @ U)


@theorem(
    PAPER,
    "A.3, step 2, chain, second line",
    id="theorem-1/proof/rotation/second-line",
    at=lines(664, 673),
    **ROTATED,
)
@printed(
    r"With U orthogonal, of determinant 1 (each $\Sigma=U\Lambda U^\top$ has such a U), $\tilde x_i=U^\top "
    r"x^{(i)}$, C the mean of $z^{(i)}z^{(i)\top}$, $z^{(i)}=(x^{(i)},\langle x^{(i)},w_\star\rangle)$, and "
    r"$v^{\otimes2}=vv^\top$, for every prompt: $(b^\top CA+w_\star^\top)U=\frac1n\sum_ib^\top\begin{bmatrix}U"
    r"\tilde x_i\\\langle Ux^{(i)},w_\star\rangle\end{bmatrix}^{\otimes2}AU+w_\star^\top U$.",
    defect="typo",
    because=r"The tilde of x is lost: $x = U\tilde x$.",
    falls_with="preconditioned_gradient_descent/theorem-1/proof/rotation/chain",
)
@amended(
    r"With U orthogonal, of determinant 1 (each $\Sigma=U\Lambda U^\top$ has such a U), $\tilde x_i=U^\top "
    r"x^{(i)}$, C the mean of $z^{(i)}z^{(i)\top}$, $z^{(i)}=(x^{(i)},\langle x^{(i)},w_\star\rangle)$, and "
    r"$v^{\otimes2}=vv^\top$, for every prompt: $(b^\top CA+w_\star^\top)U=\frac1n\sum_ib^\top\begin{bmatrix}U"
    r"\tilde x_i\\\langle U\tilde x_i,w_\star\rangle\end{bmatrix}^{\otimes2}AU+w_\star^\top U$.",
    adds="x with a tilde",
    x=lambda X, U: X @ U,
)
@mutants(minus_the_label=dict(x=lambda X, U: -X @ U), twice_the_label=dict(x=lambda X, U: 2 * X @ U))
def middle_line(U, b, A, X, w_star, x=lambda X: X):
    """The vector inside the loss may be written with labels of covariates that are rotated once more."""
    literal = (row(X, X @ w_star, b, A) + w_star) @ U
    return equal(literal, row(X @ U @ U.T, x @ U.T @ w_star, b, A) @ U + w_star @ U)


@theorem(
    PAPER,
    "A.3, end",
    id="theorem-1/proof/optimum",
    rank="step",
    at=lines(685, 695),
    uses=[choice, rotation],
    **ANY_COVARIANCE,
)
@printed(
    r"With $\Sigma=U\Lambda U^\top\ne0$, U a rotation (each $\Sigma$ has one), $\tilde "
    r"b^\top=b^\top\operatorname{diag}(U,1)$ and $\tilde A=\operatorname{diag}(U^\top,1)AU$: from $\tilde "
    r"b=e_{d+1}$ and $\tilde A=-\begin{bmatrix}\operatorname{diag}(\frac{1}{\frac{n+1}n\lambda_j+\frac1n\sum_k"
    r"\lambda_k})\\0\end{bmatrix}$ it follows that b and A are (8)."
)
@mutants({"n in place of n + 1": dict(extra=0), "n + 2": dict(extra=2)})
def back(d, n, spectrum, U, extra=1):
    """Rotating the diagonal optimum back gives (8)."""
    # The turned (8) is the diagonal optimum; turning is one to one, so that no other b and A give it.
    b, A = tildes(U, *optimum(U, below(n, spectrum)))
    diagonal = diag(-n / (spectrum * (n + extra) + sum(spectrum)))
    return equal(concat([A, b[:, None]], 1), concat([concat([diagonal, zeros((1, d))]), eye(d + 1)[:, -1:]], 1))
