r"""Proof of Lemma 2 (C.2), on the literal forward pass (4) with weights (9).

(56), the update of the last row, is (54) with $B=0$: ``lemma-9/eq-54``. (58) and (61) print $x^{(n+1)}A_\ell
x^{(j)}$, without the transpose that (57) has: read as lost in the extraction. $\theta_\ell$ is a witness that
may depend on the samples and on $w_\star$ only; its coordinates are $g(e_j,0,\ell)$, by (59). ``choice``:
"$y:=\langle y^{(i)},w_\star\rangle$" has no meaning for $d>1$ (a number with a vector). The second form of
(10), which (64) needs, is ``section-5.2/loss``.
"""

from typing import Any

from lemmata import amended, equal, lines, mutants, printed, theorem
from lemmata.numbers import Array, concat, eye, stack
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.forward_pass import EVERY_NETWORK, embed
from theorems.preconditioned_gradient_descent.lemma_2 import PROOF, descent, gradient, query_entries
from theorems.preconditioned_gradient_descent.section_5_2 import form

LABELLED: dict[str, Any] = PROOF | {
    "rank": "step",
    "origin": "read",
    "query": drawn("d"),
    "y": drawn(1),  # the entry of the query in place of the 0 of (1)
}
ASYMMETRIC: dict[str, Any] = {"A need not be symmetric": dict(A=drawn("L", "d", "d"))}


def updated(Y: Array, A: Array, X: Array, rows: Array) -> Array:
    """What (57) says of the entries after each layer: Y are those before it, ``rows`` the covariates."""
    n, count = len(X), len(rows)
    return stack([y[:count] + rows @ A_l @ X.T @ y[:n] / n for y, A_l in zip(Y, A, strict=False)])


def theta(A: Array, X: Array, w_star: Array) -> Array:
    r"""$\theta_0 = 0, \ldots, \theta_L$: minus the iterates."""
    return -descent(A, X, w_star)


@theorem(
    PAPER, "(57) to (60)", id="lemma-2/proof/eq-57", at=lines(1594, 1625), possible_extraction=True, **LABELLED
)
@printed(
    r"For the transformer (9) with symmetric $A_\ell$, any samples $X=(x^{(1)},\dots,x^{(n)})^\top$, "
    r"$w_\star$, query $x^{(n+1)}$ and $y_0^{(n+1)}$, with $y_\ell^{(i)}$ the entries of the last row of "
    r"$Z_\ell$: for $i\le n$, (57), and for $i=n+1$, (58): $y_{\ell+1}^{(i)}=y_\ell^{(i)}+\frac1n\sum_jx^{(i)"
    r"\top}A_\ell x^{(j)}y_\ell^{(j)}$ (in (58) with the transpose of (57), which is not printed); and, with "
    r"$g(x,y,\ell)$ for the last entry at the query x and $y_0^{(n+1)}=y$, there is a $\theta_\ell$, the same "
    r"for all x and y, with $\theta_0=0$ and $g(x,y,\ell)=g(x,0,\ell)+y=\langle\theta_\ell,x\rangle+y$, (59), "
    r"and $y_\ell^{(i)}=g(x^{(i)},y^{(i)},\ell)=\langle\theta_\ell,x^{(i)}\rangle+y^{(i)}$ for all "
    r"$i\in\{1,\dots,n+1\}$, (60). (So the entries of the samples depend on neither $x^{(n+1)}$ nor "
    "$y^{(n+1)}$.)"
)
@mutants(
    ASYMMETRIC
    | {
        "the row of the query": dict(rows=lambda X, query: stack([query] * (len(X) + 1))),
        "a tenth more of each row": dict(rows=lambda X, query: concat([X, query[None]]) * 11 / 10),
        "twice y in (59)": dict(carried=(2, 1)),
        "twice y in (60)": dict(carried=(1, 2)),
        "plus the iterate": dict(theta=lambda A, X, w_star: descent(A, X, w_star)),
        "no step": dict(theta=lambda A, X, w_star: 0 * descent(A, X, w_star)),
    }
)
def eq_57(
    A, X, w_star, query, y, tf, theta=theta, rows=lambda X, query: concat([X, query[None]]), carried=(1, 1)
):
    """A layer adds a mean over the samples to an entry, which is an inner product with one vector for all."""
    tokens = concat([X, query[None]])
    Y = stack([Z[-1] for Z in tf.run(embed(X, X @ w_star, query, y[0]))])
    start = Y[0]
    as_queries = [
        query_entries(tf, X, w_star, x, carried[1] * y_i) for x, y_i in zip(tokens, start, strict=True)
    ]
    without_y = stack([query_entries(tf, X, w_star, x) for x in tokens], 1)
    stated = [
        updated(Y, A, X, rows),
        stack(as_queries, 1),
        without_y + carried[0] * start,
        theta @ tokens.T + start,
    ]
    literal = concat([Y[1:], Y, Y, Y])
    return equal([*literal.reshape(-1), *theta[0]], [*concat(stated).reshape(-1), *(0 * theta[0])])


@theorem(
    PAPER,
    "(61)",
    id="lemma-2/proof/eq-61",
    at=lines(1629, 1632),
    possible_extraction=True,
    uses=[eq_57],
    **LABELLED | {"rank": "slip"},
)
@printed(
    r"For the transformer (9) with symmetric $A_\ell$, any samples $X=(x^{(1)},\dots,x^{(n)})^\top$, "
    r"$w_\star$, query $x^{(n+1)}$ and $y_0^{(n+1)}$, with $y_\ell^{(i)}$ the entries of the last row of "
    r"$Z_\ell$: for $i\le n$: $y_{\ell+1}^{(i)}=y_\ell^{(i)}+\frac1n\sum_jx^{(n+1)\top}A_\ell "
    r"x^{(j)}y_\ell^{(j)}$ (with the transpose of (57), which is not printed).",
    open="The sentence before it chooses the query $x^{(i)}$, for which it is (57). As a quotation of (57), "
    "for every query, it is false: there the entry of a sample moves by its own covariate, $x^{(i)}$.",
)
@amended(
    r"For the transformer (9) with symmetric $A_\ell$, any samples $X=(x^{(1)},\dots,x^{(n)})^\top$, "
    r"$w_\star$, query $x^{(n+1)}$ and $y_0^{(n+1)}$, with $y_\ell^{(i)}$ the entries of the last row of "
    r"$Z_\ell$: for $i\le n$: $y_{\ell+1}^{(i)}=y_\ell^{(i)}+\frac1n\sum_jx^{(i)\top}A_\ell "
    r"x^{(j)}y_\ell^{(j)}$.",
    because="It is (57), which the sentence before it recalls.",
    adds="$x^{(i)}$ for $x^{(n+1)}$",
    rows=lambda X: X,
)
@mutants(
    {
        "the first row": dict(rows=lambda X: stack([X[0]] * len(X))),
        "a tenth more of each row": dict(rows=lambda X: X * 11 / 10),
    }
    | ASYMMETRIC
)
def eq_61(A, n, X, w_star, query, y, tf, rows=lambda X, query: stack([query] * len(X))):
    """A layer adds to the entry of a sample a mean in which the query stands."""
    Y = stack([Z[-1] for Z in tf.run(embed(X, X @ w_star, query, y[0]))])
    return equal(Y[1:, :n], updated(Y, A, X, rows))


@theorem(
    PAPER,
    "before (61)",
    id="lemma-2/proof/choice",
    rank="slip",
    origin="read",
    at=lines(1627, 1634),
    uses=[eq_57],
    **PROOF,
)
@printed(
    r"For the transformer (9) with symmetric $A_\ell$, any samples and $w_\star$, with $g(x,y,\ell)$ for the "
    r"last entry $[Z_\ell]_{d+1,n+1}$ at the query $x^{(n+1)}=x$ and $y_0^{(n+1)}=y$: with $x=x^{(i)}$ and "
    r"$y=\langle y^{(i)},w_\star\rangle$, $y=y_0^{(i)}$ and $y_\ell^{(n+1)}=y_\ell^{(i)}$ for all $\ell$ and "
    r"$i\le n$ (read where it has a meaning, for $d=1$).",
    defect="typo",
    because=r"For $d = 1$, where it has a meaning, it is the label times $w_\star$; else it has none.",
    where=lambda d: d == 1,
)
@amended(
    r"For the transformer (9) with symmetric $A_\ell$, any samples and $w_\star$, with $g(x,y,\ell)$ for the "
    r"last entry $[Z_\ell]_{d+1,n+1}$ at the query $x^{(n+1)}=x$ and $y_0^{(n+1)}=y$: with $x=x^{(i)}$ and "
    r"$y=\langle x^{(i)},w_\star\rangle$, $y=y_0^{(i)}$ and $y_\ell^{(n+1)}=y_\ell^{(i)}$ for all $\ell$ and "
    r"$i\le n$.",
    adds="$x^{(i)}$ for $y^{(i)}$",
    label=lambda X, w_star: X @ w_star,
)
@mutants(
    {
        "y = 0": dict(label=lambda X, w_star: 0 * X @ w_star),
        "a tenth more": dict(label=lambda X, w_star: X @ w_star * 11 / 10),
    }
)
def choice(X, w_star, tf, label=lambda X, w_star: X @ w_star * w_star[0]):
    """A query that repeats a sample, and starts at its label times the weights, has its entries."""
    last, own = [], []
    for i, (x, y) in enumerate(zip(X, label, strict=True)):
        states = tf.run(embed(X, X @ w_star, x, y))
        last += [Z[-1, -1] for Z in states]
        own += [Z[-1, i] for Z in states]
    return equal(last, own)


choice.waive("all weights zero", because=EVERY_NETWORK)


@theorem(
    PAPER,
    "(63), (64)",
    id="lemma-2/proof/eq-63",
    at=lines(1638, 1670),
    uses=[eq_57, form],
    **LABELLED | {"origin": "printed"},
)
@printed(
    r"For the transformer (9) with symmetric $A_\ell$, any samples and $w_\star$, $\bar X=[x^{(1)}\dots "
    r"x^{(n)}]$, and the $\theta_\ell$ of (59), $[Z_\ell]_{d+1,n+1}=\langle\theta_\ell,x\rangle$ for all "
    r"queries x (with $y_0^{(n+1)}=0$): with any $y_0^{(n+1)}$ and $\bar Y_\ell=[y_\ell^{(1)}\dots "
    r"y_\ell^{(n)}]$, $y_{\ell+1}^{(n+1)}=y_\ell^{(n+1)}+\frac1n\langle A_\ell\bar X\bar "
    r"Y_\ell^\top,x^{(n+1)}\rangle=y_\ell^{(n+1)}+\frac1n\langle A_\ell\bar X(\bar X^\top\theta_\ell+\bar "
    r"Y_0^\top),x^{(n+1)}\rangle=y_\ell^{(n+1)}+\frac1n\langle A_\ell\bar X(\bar "
    r"X^\top(\theta_\ell+w_\star)),x^{(n+1)}\rangle$, and so $\theta_{\ell+1}=\theta_\ell+\frac1nA_\ell\bar "
    r"X\bar X^\top(\theta_\ell+w_\star)$, (63); and with $w_\ell=-\theta_\ell$ and R of (10), "
    r"$w_{\ell+1}=w_\ell+A_\ell\nabla R_{w_\star}(w_\ell)$, (64)."
)
@mutants(
    {
        "a tenth more of the labels": dict(start=lambda X, w_star: X @ w_star * 11 / 10),
        "theta - w_star": dict(plus=-1),
        "without w_star": dict(plus=0),
        "w = theta": dict(of_theta=1),
        "descent with -A": dict(moved=lambda A: -A),
    }
)
def eq_63(
    d, n, A, X, w_star, query, y, tf, start=lambda X, w_star: X @ w_star, plus=1, of_theta=-1, moved=lambda A: A
):
    r"""The vector $\theta$ of a layer follows a linear recursion, and $-\theta$ preconditioned descent."""
    Y = stack([Z[-1] for Z in tf.run(embed(X, X @ w_star, query, y[0]))])
    theta = stack([query_entries(tf, X, w_star, e) for e in eye(d)], 1)  # as the network has it
    w, literal, stated = of_theta * theta, [], []
    for i, A_i in enumerate(A):
        forms = [Y[i, :n], X @ theta[i] + start, X @ (theta[i] + w_star)]
        literal += [Y[i + 1, -1]] * 3 + [*theta[i + 1], *w[i + 1]]
        stated += [Y[i, -1] + (A_i @ X.T @ v) @ query / n for v in forms]
        stated += [*(theta[i] + A_i @ X.T @ X @ (theta[i] + plus * w_star) / n)]
        stated += [*(w[i] + moved[i] @ gradient(X, w[i], w_star))]
    return equal(literal, stated)
