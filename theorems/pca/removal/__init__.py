r"""Section 3 of the proof: three layers are to remove a component from $XX^\top$; as printed none does.

Offsets are read as blocks. rpe,1 is pow,1 with other rows and writes $XX^\top p_4$ (the display of its output
is missing in the text); rpe,2 (:mod:`theorems.pca.removal.rpe_2`) weighs $p$ with the root of the norm; rpe,3
subtracts $ww^\top$, $w=\|XX^\top p\|^{1/2}p$. It reads $p_4$, so that w is put there (the state before has p in
$p_4$, and w in $p_5$). In the vector form of the scores, another layer (claim ``attention-layer``), the keys
from the identity do not work (mutant "the vector form"). All claims on whole layers have two components, whose
starts differ.

``index``: what k removals leave. Of an exact eigenvector nothing is left to be removed twice, but $p_{3,1}$ is
seldom one. (The slides print i for 1 in $A_1$, and $A_{i+1}$ has lost its transpose.)
"""

from collections.abc import Callable
from dataclasses import replace

from baselines.pca import power_method_deflation
from constructions.attention import Attention
from constructions.pca_printed import printed_stream, removal_layer
from lemmata import amended, dims, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, norm, outer, over_batches, sqrt
from theorems.pca import PAPER
from theorems.pca.power_iterations import layer
from theorems.pca.tokens import TOKENS, TWO, tokens


@theorem(
    PAPER,
    "rpe,1",
    id="removal/rpe-1",
    at=lines(412, 418),
    **{**TOKENS, "d": dims(2, 3), "k": dims(2, "d", most="d")},
    p=reals("d"),
    construction=layer(writes="p3", query="p1", key="p4", vector="p4"),
)
@printed(
    r"On $H=(X;\widetilde y;p_1;\dots;p_{k+3})$, for every $X$ with $N\ge d$, with $\widetilde y=0$, "
    r"$p_1=[XX^\top\;0]$, $p_2=[I_d\;0]$, any vectors as starts in $p_3$, and 0 below where nothing is said, "
    r"attention being without the factor $1/N$ and in its matrix form, with scores $\sigma((QH)^\top(KH))$: "
    r"With $k\ge2$ (for $k=1$ the design has no $p_5$), rpe,1 as printed and $p$ in $p_{4,1}$: $p_{5,1}$ "
    r"becomes $XX^\top p$, the rest stays.",
    defect="construction",
    because="Q writes the rows of $p_1$ and K those of $p_4$, so the layer is the identity.",
    falls_with="pca/power-iterations/pow-1",
)
@amended(
    r"On $H=(X;\widetilde y;p_1;\dots;p_{k+3})$, for every $X$ with $N\ge d$, with $\widetilde y=0$, "
    r"$p_1=[XX^\top\;0]$, $p_2=[I_d\;0]$, any vectors as starts in $p_3$, and 0 below where nothing is said, "
    r"attention being without the factor $1/N$ and in its matrix form, with scores $\sigma((QH)^\top(KH))$: "
    r"With $k\ge2$ (for $k=1$ the design has no $p_5$), one set of rows for $Q$ and $K$ and $V$ writing "
    r"$p_5$: $p_{5,1}$ becomes $XX^\top p$, the rest stays.",
    adds="V writes $p_5$; Q and K write the same rows",
    construction=layer(writes="p5", vector="p4"),
)
@mutants(
    the_starts_are_read=dict(construction=layer(writes="p5")),
    V_writes_the_starts=dict(construction=layer(writes="p3", vector="p4")),
)
def product_is_written(tf, X, starts, p):
    r"""The first removal layer multiplies the iterate by $X X^\top$."""
    A, p = X @ X.T, p[:, None]
    return equal(tf(tokens(X, starts, p1=A, p4=p)), tokens(X, starts, p1=A, p4=p, p5=A @ p))


product_is_written.derive_mutants(at=TWO)


def removal(key: str) -> Callable[[int, int], Attention]:
    return lambda d, k: removal_layer(printed_stream(d, k), key=key)


@theorem(
    PAPER, "rpe,3", id="removal/rpe-3", at=lines(466, 474), **TOKENS, p=reals("d"), construction=removal("p4")
)
@printed(
    r"On $H=(X;\widetilde y;p_1;\dots;p_{k+3})$, for every $X$ with $N\ge d$, with $\widetilde y=0$, "
    r"$p_1=[XX^\top\;0]$, $p_2=[I_d\;0]$, any vectors as starts in $p_3$, and 0 below where nothing is said, "
    r"attention being without the factor $1/N$ and in its matrix form, with scores $\sigma((QH)^\top(KH))$: "
    "With $-V_1=V_2$ writing $p_1$ from $p_4$, $Q_1=-Q_2$ reading $p_4$, $K_1=K_2$ reading $p_4$ (rpe,3), "
    r"and $w=\|XX^\top p\|^{1/2}p$ in $p_{4,1}$ for any vector $p$: $p_1$ becomes $XX^\top-\|XX^\top "
    r"p\|pp^\top$, and the rest stays.",
    defect="construction",
    because="Queries and keys both read $p_4$: only the first column changes, by $-|w|^2 w$.",
)
@amended(
    r"On $H=(X;\widetilde y;p_1;\dots;p_{k+3})$, for every $X$ with $N\ge d$, with $\widetilde y=0$, "
    r"$p_1=[XX^\top\;0]$, $p_2=[I_d\;0]$, any vectors as starts in $p_3$, and 0 below where nothing is said, "
    r"attention being without the factor $1/N$ and in its matrix form, with scores $\sigma((QH)^\top(KH))$: "
    "With $-V_1=V_2$ writing $p_1$ from $p_4$, $Q_1=-Q_2$ reading $p_4$, $K_1=K_2$ reading $p_2$, and any "
    r"vector $w$ in $p_{4,1}$: $p_1$ becomes $XX^\top-ww^\top$, and the rest stays.",
    adds="keys from $p_2$ (matrix form of the scores, as printed)",
    construction=removal("p2"),
    w=lambda p: p,
)
@mutants(
    the_vector_form=dict(construction=lambda d, k: replace(removal("p2")(d, k), form="vector")),
    keys_from_X=dict(construction=removal("x")),
    keys_from_the_starts=dict(construction=removal("p3")),
)
def component_is_removed(tf, X, starts, w=lambda X, p: sqrt(norm(X @ X.T @ p)) * p):
    """The third removal layer subtracts the outer product of the weighted vector."""
    A, w = X @ X.T, w[:, None]
    return equal(tf(tokens(X, starts, p1=A, p4=w)), tokens(X, starts, p1=A - w @ w.T, p4=w))


component_is_removed.derive_mutants(at=TWO)


@over_batches
def without_iterations(A: Array, starts: Array) -> Array:
    """What Algorithm 1 leaves of the matrices when it has removed all starts, not having iterated."""
    return power_method_deflation(A, starts, 0).matrices[starts.shape[1]]


@theorem(PAPER, "recursion of A", id="removal/index", at=lines(478, 484), **TOKENS | {"rank": "slip"})
@printed(
    r"For every X and any vectors $p_1,\dots,p_k$ that Algorithm 1 removes one after the other (its starts, "
    r"without iterations): $A_1=XX^\top-\|XX^\top p_1\|p_1p_1^\top$, $A_{i+1}=A_i-\|A_ip_i\|p_ip_i^\top$; "
    "after $k$ removals $A_{k+1}$ is left.",
    defect="typo",
    because="$A_1$ has lost $p_1$ already, and $A_2$ loses it again.",
)
@amended(
    r"For every X and any vectors $p_1,\dots,p_k$ that Algorithm 1 removes one after the other (its starts, "
    r"without iterations): $A_1=XX^\top$, $A_{i+1}=A_i-\|A_ip_i\|p_ip_i^\top$; after $k$ removals $A_{k+1}$ "
    "is left.",
    adds=r"$A_1 = X X^\top$",
    removed=lambda k: list(range(1, k + 1)),
)
@mutants(
    the_next_vectors=dict(removed=lambda k: [*range(2, k + 1), k]),
    one_fewer=dict(removed=lambda k: list(range(1, k))),
)
def matrix_left(X, starts, removed=lambda k: [1, *range(1, k + 1)]):
    """The printed recursion leaves the matrix number $k + 1$ after k removals."""
    A = X @ X.T
    for i in removed:
        p = starts[i - 1]
        A = A - norm(A @ p) * outer(p, p)
    return equal(without_iterations(X @ X.T, starts), A)
