r"""Proposition 1: the state that every layer reads (with Theorem C.1, of which it is the proof).

Read with the bias of (C.2) corrected, as everywhere in this folder. Theorem C.1 is the same statement over all
layers: Theorem 4.1 with $\gamma^{(k)}M^V$ for $M^{(k)}$. It is called an equivalent form, which it is if $M^V$,
"embedded in the k-th layer", may be another one in each layer; with one $M^V$ for all layers it says less.
(Theorem 4.1's own claim has any $M^{(k)}$.)

How large an estimate is: (C.7) to (C.9), the growth bound, and the $\ell_1$ distance before the choice of B.
The label term of (C.9) loses a factor $\|X\|$ (at $d=1$ one row longer than 1 shows it), so that the growth
bound fails where $b_x$ and $b_\beta$ are large and $\gamma$ small; with $b_x^2$ there it would hold, but
nothing comes near, and the amended one is attained at $d=1$, $x=b_x$ and $\gamma^{(k)}M^V=-1$. Norms without
index are read as Euclidean and Frobenius'; with the operator norm (C.9) fails there, too. (C.8) quotes
Assumption 1 with $\|x\|_\infty$. The other lines of (C.9), which are not evaluated, use
$\lfloor\frac{i+1}2\rfloor/i\le1$, and the display adds the row of the token itself.

The rest of the proof: `tokens` (queries, keys and values), (C.5), (C.6), `constant-b`, (C.10) to (C.13).
"""

from collections.abc import Callable
from typing import Any

from baselines.proximal import soft_threshold
from constructions.lista_vm import embed, lista_vm_transformer
from constructions.transformer import Transformer
from lemmata import (
    amended,
    at_most,
    box,
    dims,
    dyadics,
    equal,
    in_ball,
    lines,
    mutants,
    printed,
    reals,
    scales,
    sparse,
    theorem,
)
from lemmata.numbers import (
    Array,
    Matrix,
    Number,
    Vector,
    abs,
    concat,
    max,
    norm,
    over_batches,
    sqrt,
    stack,
    sum,
)
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.proposition_1.eq_c_12 import attention_then_mlp
from theorems.sparse_recovery.proposition_1.setting import RECURSION, example, path, radius


def network(
    K: int, M: Array, gamma: Number, steps: Array, theta: Array, b_x: Number, b_beta: Number, matrices: Array
) -> Transformer:
    """With a rational number above the B that the proof prescribes (with the amended C_beta)."""
    size = gamma * max(abs(steps), 0) * sum(abs(M), (-2, -1))
    C = size * b_x * b_x * (len(M) + b_beta) + 1
    B = b_x * (b_beta + len(M) * (b_beta + C**K))
    return lista_vm_transformer(matrices, theta, B, bias="corrected")


NETWORK: dict[str, Any] = RECURSION | dict(
    d=dims(1, 3),
    N=dims(1, 3),
    K=dims(1, 2),
    gamma=scales(-2, 1, of="(0, inf)"),
    theta=box("K", low=0.0, high=1.0, of="[0, inf)"),
    b_x=scales(-2, 2, of="(0, inf)"),
    b_beta=scales(-2, 2, of="(0, inf)"),
    construction=network,
)


def step(
    n: int, X: Matrix, y: Vector, M: Matrix, theta: Number, before: Vector, inside: Vector, seen: int
) -> Vector:
    """One step of the display at the token 2n + 1, with ``inside`` in the residual of the first rows."""
    residual = X[:seen] @ inside - y[:seen]
    return soft_threshold(before - M @ X[:seen].T @ residual / (2 * n + 1), theta)


@theorem(PAPER, "Proposition 1", origin="read", at=lines(411, 415), uses=[attention_then_mlp], **NETWORK)
@printed(
    r"Under Assumption 1 (rows of norm at most $b_x$, $\|\beta^*\|_1\le b_\beta$, no noise), for the "
    r"network of section 4.3 with the bias of (C.2) corrected, $\theta^{(k)}\ge0$ and $B$ large: for $2\le "
    r"k\le K+1$ the input $H^{(k)}$ of layer $k$ ($H^{(K+1)}$: the output of the last) has the rows $x$, "
    r"$y$ and flag of (4.2), and, for $0\le n\le N$, $\beta^{(k)}_{2n+1}=\mathcal "
    r"S_{\theta^{(k-1)}}\left(\beta^{(k-1)}_{2n+1}-\gamma^{(k-1)}D_n^\top(X_{1:n}\beta^{(k)}_{2n+1}-y_{1:n})"
    r"\right)$, $D_n=\frac1{2n+1}X_{1:n}(M^V)^\top$.",
    defect="typo",
    because="The residual is that of the estimate before the step.",
)
@amended(
    r"Under Assumption 1 (rows of norm at most $b_x$, $\|\beta^*\|_1\le b_\beta$, no noise), for the "
    r"network of section 4.3 with the bias of (C.2) corrected, $\theta^{(k)}\ge0$ and $B$ large: for $2\le "
    r"k\le K+1$ the input $H^{(k)}$ of layer $k$ ($H^{(K+1)}$: the output of the last) has the rows $x$, "
    r"$y$ and flag of (4.2), and, for $0\le n\le N$, $\beta^{(k)}_{2n+1}=\mathcal "
    r"S_{\theta^{(k-1)}}\left(\beta^{(k-1)}_{2n+1}-\gamma^{(k-1)}D_n^\top(X_{1:n}\beta^{(k-1)}_{2n+1}"
    r"-y_{1:n})\right)$, $D_n=\frac1{2n+1}X_{1:n}(M^V)^\top$.",
    adds=r"$\beta^{(k-1)}$ on the right side",
    inside=lambda before, after: before,
)
@mutants(
    the_residual_of_0=dict(inside=lambda before, after: 0 * before),
    half_of_each=dict(inside=lambda before, after: (before + after) / 2),
)
def input_of_every_layer(
    d,
    N,
    K,
    matrices,
    theta,
    tf,
    X,
    beta_star,
    query,
    inside: Callable[[Vector, Vector], Vector] = lambda before, after: after,
):
    """The estimate that enters a layer solves an equation that has it on both sides."""
    y = X @ beta_star
    H = over_batches(embed)(X, y, query)
    states = tf.run(H)[::2]
    computed, expected = [], []
    for k in range(K):
        computed += [states[k + 1][: d + 1], states[k + 1][-1:]]
        expected += [H[: d + 1], H[-1:]]
        for n in range(N + 1):
            before, after = (state[d + 1 : -1, 2 * n] for state in states[k : k + 2])
            computed.append(after)
            expected.append(step(n, X, y, matrices[k], theta[k], before, inside(before, after), n))
    return equal(*(concat([x.reshape(x.size) for x in parts]) for parts in (computed, expected)))


@theorem(
    PAPER,
    "Proposition 1, in its proof",
    id="proposition-1/rows",
    rank="slip",
    origin="read",
    at=lines(453, 455),
    uses=[input_of_every_layer],
    **NETWORK,
)
@printed(
    r"Under Assumption 1 (rows of norm at most $b_x$, $\|\beta^*\|_1\le b_\beta$, no noise), for the "
    r"network of section 4.3 with the bias of (C.2) corrected, $\theta^{(k)}\ge0$ and $B$ large: for $2\le "
    r"k\le K+1$ and odd $i=2n+1\le2N-1$, D read with as many rows as the residual: $\beta_i^{(k)}=\mathcal "
    r"S_{\theta^{(k-1)}}\left(\beta_i^{(k-1)}-\frac{\gamma^{(k-1)}}iM^VX_{1:\lfloor(i+1)/2\rfloor}^\top"
    r"(X_{1:\lfloor(i+1)/2\rfloor}\beta_i^{(k-1)}-y_{1:\lfloor(i+1)/2\rfloor})\right)$.",
    defect="typo",
    because="Token i has seen $(i - 1)/2$ labels, one row less.",
)
@amended(
    r"Under Assumption 1 (rows of norm at most $b_x$, $\|\beta^*\|_1\le b_\beta$, no noise), for the "
    r"network of section 4.3 with the bias of (C.2) corrected, $\theta^{(k)}\ge0$ and $B$ large: for $2\le "
    r"k\le K+1$ and odd $i=2n+1\le2N-1$, D read with as many rows as the residual: $\beta_i^{(k)}=\mathcal "
    r"S_{\theta^{(k-1)}}\left(\beta_i^{(k-1)}-\frac{\gamma^{(k-1)}}iM^VX_{1:(i-1)/2}^\top(X_{1:(i-1)/2}"
    r"\beta_i^{(k-1)}-y_{1:(i-1)/2})\right)$.",
    adds="$(i - 1)/2$ rows",
    seen=lambda n: n,
)
@mutants(one_row_less=dict(seen=lambda n: n - 1 if n else 0), all_rows=dict(seen=lambda n: n + 9))
def rows_of_the_proof(
    d, N, K, matrices, theta, tf, X, beta_star, query, seen: Callable[[int], int] = lambda n: n + 1
):
    """The estimate at token i is made from $(i + 1)/2$ rows and labels."""
    y = X @ beta_star
    states = tf.run(over_batches(embed)(X, y, query))[::2]
    computed, expected = [], []
    for k in range(K):
        for n in range(N):
            before, after = (state[d + 1 : -1, 2 * n] for state in states[k : k + 2])
            computed.append(after)
            expected.append(step(n, X, y, matrices[k], theta[k], before, before, seen(n)))
    return equal(stack(computed), stack(expected))


# How large a score and an estimate are
SIZE = dyadics(0, 4, of="[0, inf)")
SCORE: dict[str, Any] = dict(
    d=dims(1, 3),
    b_x=SIZE,
    b_beta=SIZE,
    B=dyadics(0, 16, of="[0, inf)"),
    x=in_ball("d", radius="b_x"),
    beta=reals("d"),
    beta_star=sparse("d", "d", "b_beta"),
)


def l1(v: Array) -> Array:
    r"""The $\ell_1$ norm of a vector."""
    return sum(abs(v))


def nine_tenths(v: Array) -> Array:
    r"""Nine tenths of the $\ell_1$ norm."""
    return l1(v) * 9 / 10


@theorem(PAPER, "(C.7)", id="proposition-1/eq-c.7", rank="step", origin="read", at=lines(445, 449), **SCORE)
@printed(
    r"For a row x with $\|x\|\le b_x$, $\|\beta^*\|_1\le b_\beta$ and $M^Q_u=\mp I$, the norm of a row read as "
    r"the Euclidean one: $\beta_i^\top(M^Q_u)^\top x-B\le|\beta_i^\top x|-B\le\|\beta_i\|_1\|x\|-B\le\|\beta_i"
    r"-\beta^*\|_1\|x\|+b_\beta b_x-B$."
)
@mutants(
    nine_tenths_of_the_l2_norm=dict(length=lambda v: norm(v) * 9 / 10),
    nine_tenths_of_the_l1_norm=dict(length=nine_tenths),
)
def hoelder(b_x, b_beta, B, x, beta, beta_star, length: Callable[[Array], Array] = l1):
    r"""A score is at most the $\ell_1$ distance to $\beta^*$ times the length of the row, plus $b_xb_\beta$."""
    score, product = beta @ x, length(beta) * norm(x)
    away = length(beta - beta_star) * norm(x) + b_beta * b_x
    return at_most(
        [score - B, -score - B, abs(score) - B, product - B],
        [abs(score) - B, abs(score) - B, product - B, away - B],
    )


@theorem(
    PAPER,
    "(C.8)",
    id="proposition-1/eq-c.8",
    rank="step",
    at=lines(449, 451),
    **(SCORE | dict(x=box("d", low="-b_x", high="b_x"))),
)
@printed(
    r"If $\|x\|_\infty\le b_x$ and $\|\beta^*\|_1\le b_\beta$, with $M^Q_u=\mp I$: $\beta_i^\top(M^Q_u)^\top "
    r"x-B\le b_x\|\beta_i-\beta^*\|_1+b_\beta b_x-B$."
)
@mutants(l2_for_l1=dict(length=norm), nine_tenths_of_the_l1_norm=dict(length=nine_tenths))
def score_is_bounded(b_x, b_beta, B, x, beta, beta_star, length: Callable[[Array], Array] = l1):
    r"""A score is at most $b_x$ times the $\ell_1$ distance of estimate and $\beta^*$, plus $b_xb_\beta$."""
    return at_most(abs(beta @ x) - B, b_x * length(beta - beta_star) + b_beta * b_x - B)


@theorem(
    PAPER,
    "(C.9)",
    id="proposition-1/eq-c.9",
    rank="step",
    origin="read",
    at=lines(457, 459),
    d=dims(1, 2),
    n=dims(1, 2),
    M=reals("d", "d"),  # $\gamma^{(k-1)} M^V$
    theta=dyadics(0, 2, of="[0, inf)"),
    b_x=SIZE,
    b_beta=SIZE,
    given=["M"],
    X=in_ball("n + 1", "d", radius="b_x"),  # the n rows before the token and its own
    beta=reals("d"),
    beta_star=sparse("d", "d", "b_beta"),
)
@printed(
    r"For rows of norm at most $b_x$, $i=2n+1$, $y=X\beta^*$, $\|\beta^*\|_1\le b_\beta$, $\theta\ge0$ and "
    r"$\beta_i^{(k)}=\mathcal S_\theta(\beta_i^{(k-1)}-\frac\gamma iM^VX_{1:n}^\top(X_{1:n}\beta_i^{(k-1)}-y"
    r"_{1:n}))$: $|\beta_i^{(k)}|\le|\beta_i^{(k-1)}|+|\gamma|\|M^V\|\|\frac1iX^\top X\||\beta_i^{(k-1)}|+b_"
    r"\beta|\gamma|\|M^V\|\|\frac1iX\|$ with $X=X_{1:\lfloor(i+1)/2\rfloor,:}$ (Euclidean norm for vectors, "
    r"Frobenius' for matrices).",
    defect="proof-step",
    because=r"The labels are $X \beta^*$, which brings a second factor X.",
    fails_where=lambda X: norm(X) > 1,
)
@amended(
    r"For rows of norm at most $b_x$, $i=2n+1$, $y=X\beta^*$, $\|\beta^*\|_1\le b_\beta$, $\theta\ge0$ and "
    r"$\beta_i^{(k)}=\mathcal S_\theta(\beta_i^{(k-1)}-\frac\gamma iM^VX_{1:n}^\top(X_{1:n}\beta_i^{(k-1)}-y"
    r"_{1:n}))$: $|\beta_i^{(k)}|\le|\beta_i^{(k-1)}|+|\gamma|\|M^V\|\|\frac1iX^\top X\||\beta_i^{(k-1)}|+b_"
    r"\beta|\gamma|\|M^V\|\|\frac1iX^\top X\|$ with $X=X_{1:\lfloor(i+1)/2\rfloor,:}$ (Euclidean norm for "
    r"vectors, Frobenius' for matrices).",
    adds=r"$X^\top X$ in the label term",
    size=lambda X: norm(X.T @ X),
)
@mutants(
    without_the_labels=dict(size=0), nine_tenths_of_the_label_term=dict(size=lambda X: norm(X.T @ X) * 9 / 10)
)
def one_layer_grows(n, M, theta, b_beta, X, beta, beta_star, size=lambda X: norm(X)):
    """One layer lengthens an estimate by a Gram term times its length and a label term of degree 1 in X."""
    rows, i = X[:n], 2 * n + 1
    after = soft_threshold(beta - M @ rows.T @ (rows @ (beta - beta_star)) / i, theta)
    gram = norm(M) * norm(X.T @ X) / i * norm(beta)
    return at_most(norm(after), norm(beta) + gram + norm(M) * size / i * b_beta)


@theorem(
    PAPER,
    "Proposition 1, growth",
    id="proposition-1/growth",
    origin="read",
    at=lines(461, 463),
    **RECURSION,
    examples=[
        example(1, 2.0**-13, 64.0, 64.0),
        example(1, 2.0**-16, 64.0, 256.0),
        example(3, 2.0, 2.5, 1.0),
        example(3, 2.0, 2.5, 1.0, step=-1.0),
    ],
)
@printed(
    r"Under Assumption 1 (rows of norm at most $b_x$, $\|\beta^*\|_1\le b_\beta$, no noise), for the "
    r"recursion (4.4) from 0 with $M^{(k)}=\gamma^{(k)}M^V$, $\theta^{(k)}\ge0$ and "
    r"$\gamma_{\max}=\max_k|\gamma^{(k)}|$: $\|\beta^{(k-1)}_{2n+1}\|\le C_\beta^k$ for $k\ge2$, "
    r"$C_\beta=1+b_x^2d\gamma_{\max}\|M^V\|_F+b_\beta b_x\gamma_{\max}\|M^V\|_F$.",
    defect="constant",
    because=r"The label term is of size $b_x^2 b_\beta$.",
    fails_where=lambda b_x: b_x > 1,
    falls_with="sparse_recovery/proposition-1/eq-c.9",
)
@amended(
    r"Under Assumption 1 (rows of norm at most $b_x$, $\|\beta^*\|_1\le b_\beta$, no noise), for the "
    r"recursion (4.4) from 0 with $M^{(k)}=\gamma^{(k)}M^V$, $\theta^{(k)}\ge0$ and "
    r"$\gamma_{\max}=\max_k|\gamma^{(k)}|$: $\|\beta^{(k-1)}_{2n+1}\|\le b_\beta((1+a)^{k-2}-1)$ for "
    r"$k\ge2$, $a=\frac N{2N+1}b_x^2\gamma_{\max}\|M^V\|_F$.",
    because=r"A layer makes of a length r at most $r + a (r + b_\beta)$.",
    adds=r"$b_x^2$ in the label term; what then follows from layer to layer for the power of $C_\beta$",
    bounds=lambda K, a, b_beta: stack([radius(a, b_beta, k) for k in range(1, K + 2)]),
)
@mutants(
    {
        "b_x for its square": dict(
            bounds=lambda K, a, b_x, b_beta: stack([radius(a / b_x, b_beta, k) for k in range(1, K + 2)])
        ),
        "a tenth less": dict(
            bounds=lambda K, a, b_beta: stack([radius(a, b_beta, k) * 9 / 10 for k in range(1, K + 2)])
        ),
        "one layer less": dict(
            bounds=lambda K, a, b_beta: stack([radius(a, b_beta, k) for k in (1, *range(1, K + 1))])
        ),
    }
)
def estimates_stay_small(
    matrices, theta, X, beta_star, bounds=lambda K, C: stack([C**k for k in range(2, K + 3)])
):
    r"""The estimate entering layer $k - 1$ is at most $C_\beta^k$, with $b_\beta b_x$ in the label term."""
    beta = path(X, beta_star, matrices, theta)
    return at_most(sum(beta * beta, -1), (bounds * bounds)[:, None])


@theorem(
    PAPER,
    "C.2, l1 distance",
    id="proposition-1/distance",
    rank="step",
    origin="read",
    at=lines(465, 467),
    d=dims(1, 3),
    b_x=SIZE,
    b_beta=SIZE,
    beta=reals("d"),
    beta_star=sparse("d", "d", "b_beta"),
)
@printed(
    r"If $\|\beta_i^{(k)}\|\le R$ (Euclidean norm; there $R=C_\beta^k$, which the line before has as "
    r"$C_\beta^{k+1}$) and $\|\beta^*\|_1\le b_\beta$: $b_x\|\beta_i^{(k)}-\beta^*\|_1\le b_x\sqrt "
    r"d(b_\beta+R)$ (evaluated at the smallest such $R$, $\|\beta_i^{(k)}\|$).",
    factor=lambda d: sqrt(d),
)
@mutants({"no sqrt(d)": dict(factor=1), "nine tenths of sqrt(d)": dict(factor=lambda d: sqrt(d) * 9 / 10)})
def distance_is_bounded(b_x, b_beta, beta, beta_star, factor):
    r"""The $\ell_1$ distance of an estimate to $\beta^*$ is at most $\sqrt d$ times the sum of both sizes."""
    return at_most(b_x * l1(beta - beta_star), b_x * factor * (b_beta + norm(beta)))
