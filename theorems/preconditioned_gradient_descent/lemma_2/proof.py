r"""Proof of Lemma 2 (C.2), on the literal forward pass (4) with weights (9).

$Y_\ell$ is the last row of $Z_\ell$, with entries $y_\ell^{(i)}$; $g(x,y,\ell)$ is its last entry for the
query $x^{(n+1)}=x$ with $y_0^{(n+1)}=y$. $\bar X$ is $d\times n$. In the order of the text:

- (56), the update of the last row, is (54) with $B=0$: ``lemma-9/eq-54``. (57) and (58) are that of its
  entries. (58) and (61) print $x^{(n+1)}A_\ell x^{(j)}$, without the transpose that (57) has: read as lost in
  the extraction, since the product has no meaning for $d\ge2$.
- (59) and (60) have one witness $\theta_\ell$, which may depend on the samples and on $w_\star$ only, with
  $\theta_0=0$. So (59) has the two facts before it, that y is carried along and that $g(x,0,\ell)$ is linear in
  x; and (60) that the entries of the samples depend on no query.
- ``choice``: "$y:=\langle y^{(i)},w_\star\rangle$" has no meaning for $d>1$ (a number with a vector) and is
  wrong for $d=1$; $\langle x^{(i)},w_\star\rangle$ is meant. (61) says that it recalls (57), and has
  $x^{(n+1)}$ in place of $x^{(i)}$, which is the row of another token unless the query is that sample.
- (63), with the three forms of (58) before it, and (64) are what the network's own $\theta_\ell$ satisfies,
  read off the forward pass: its coordinates are $g(e_j,0,\ell)$, by (59). The second form of (10), which (64)
  needs, is ``section-5.2/loss``.
"""

from collections.abc import Callable
from typing import Any

from baselines.gradient import labels, least_squares_gradient
from constructions.gradient_descent import preconditioned_gd_transformer
from constructions.transformer import Transformer
from lemmata import Declaration, Lines, Margin, Prompt, Space, equal, lines
from lemmata.numbers import Array, concatenate, full, stack, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.forward_pass import EVERY_NETWORK
from theorems.preconditioned_gradient_descent.lemma_2.setting import (
    Setting,
    iterates,
    labelled_query,
    own_theta,
    proof_settings,
    samples,
    states,
    times,
)
from theorems.preconditioned_gradient_descent.section_5_2 import form

Rows = Callable[[Prompt], Array]
ASYMMETRIC = proof_settings(lambda L, d: drawn(L, d, d))


def display(label: str, id: str, at: Lines, rank: Any = "step", **more: Any) -> Declaration:
    """A step of the proof, about the network (9) with the setting's A."""
    common: dict[str, Any] = {"settings": proof_settings(), "prompts": labelled_query}
    claim = PAPER.claim(label, id=id, rank=rank, at=at, **{**common, **more})
    claim.construction(lambda s: preconditioned_gd_transformer(s.A))
    return claim


def g(tf: Transformer, prompt: Prompt, query: Array, answer: Array = None) -> Array:
    """The function g after every layer, ``(batch, L + 1)``."""
    return stack([Z[:, -1, -1] for Z in states(tf, prompt, query, answer)], 1)


NETWORK = (
    r"For the transformer (9) with symmetric $A_\ell$, any samples $X=(x^{(1)},\dots,x^{(n)})^\top$, "
    r"$w_\star$, query $x^{(n+1)}$ and $y_0^{(n+1)}$, "
)
ENTRIES = NETWORK + r"with $y_\ell^{(i)}$ the entries of the last row of $Z_\ell$: "
LAST_ENTRY = (
    r"For the transformer (9) with symmetric $A_\ell$, any samples and $w_\star$, with $g(x,y,\ell)$ for the "
    r"last entry $[Z_\ell]_{d+1,n+1}$ at the query $x^{(n+1)}=x$ and $y_0^{(n+1)}=y$: "
)
RECURSION = (
    r"For the transformer (9) with symmetric $A_\ell$, any samples and $w_\star$, $\bar X=[x^{(1)}\dots "
    r"x^{(n)}]$, and the $\theta_\ell$ of (59), $[Z_\ell]_{d+1,n+1}=\langle\theta_\ell,x\rangle$ for all "
    r"queries x (with $y_0^{(n+1)}=0$): "
)

# (57) and (58): the entries of the last row.

eq_57 = display(
    "(57), (58)",
    "lemma-2/proof/eq-57",
    lines(1594, 1606),
    summary="A layer adds to the entry of every token a mean over the samples.",
    origin="read",
    possible_extraction=True,
)
eq_61 = display(
    "(61)",
    "lemma-2/proof/eq-61",
    lines(1629, 1632),
    summary="A layer adds to the entry of a sample a mean in which the query stands.",
    rank="slip",
    origin="read",
    possible_extraction=True,
    uses=[eq_57],
)


def tokens(prompt: Prompt) -> Array:
    """The samples and the query."""
    return concatenate([prompt.X, prompt.query[:, None]], 1)


@eq_57.printed(
    ENTRIES
    + r"for $i\le n$, and for $i=n+1$, (58): $y_{\ell+1}^{(i)}=y_\ell^{(i)}+\frac1n\sum_jx^{(i)\top}A_\ell "
    r"x^{(j)}y_\ell^{(j)}$ (in (58) with the transpose of (57), which is not printed).",
    count=lambda s: s.n + 1,
    rows=tokens,
)
@eq_61.printed(
    ENTRIES + r"for $i\le n$: $y_{\ell+1}^{(i)}=y_\ell^{(i)}+\frac1n\sum_jx^{(n+1)\top}A_\ell "
    r"x^{(j)}y_\ell^{(j)}$ (with the transpose of (57), which is not printed).",
    defect="typo",
    because="The entry of a sample moves by its own covariate, not by the query's: (57), which it recalls, has "
    "x^(i) there. (At the query x^(i), which is chosen before it, the two are one.)",
    fails_where=lambda s, prompt: bool((prompt.query != prompt.X).any()),
    count=lambda s: s.n,
    rows=lambda prompt: prompt.query[:, None],
)
@eq_61.amended(
    ENTRIES + r"for $i\le n$: $y_{\ell+1}^{(i)}=y_\ell^{(i)}+\frac1n\sum_jx^{(i)\top}A_\ell "
    r"x^{(j)}y_\ell^{(j)}$.",
    because="It is (57), which the sentence before it recalls.",
    adds="x^(i) for x^(n+1)",
    count=lambda s: s.n,
    rows=lambda prompt: prompt.X,
)
def entries_of_the_last_row(
    s: Setting, tf: Transformer, prompt: Prompt, count: Callable[[Setting], int], rows: Rows
) -> Margin:
    """The update of the first ``count`` entries of the last row."""
    Z = states(tf, prompt, prompt.query, prompt.y[:, 0])
    literal, stated = [], []
    for before, after, A in zip(Z, Z[1:], s.A, strict=False):
        y = before[:, -1, : s.n, None]
        step = (rows(prompt) @ A @ prompt.X.mT @ y)[..., 0] / s.n
        literal.append(after[:, -1, : count(s)])
        stated.append(before[:, -1, : count(s)] + step)
    return equal(stack(literal, 1), stack(stated, 1))


eq_57.mutant("the row of the query", rows=lambda prompt: prompt.query[:, None])
eq_57.mutant("a tenth more of each row", rows=lambda prompt: tokens(prompt) * 11 / 10)
eq_61.mutant("the first row", rows=lambda prompt: prompt.X[:, :1])
eq_61.mutant("a tenth more of each row", rows=lambda prompt: prompt.X * 11 / 10)
for claim in (eq_57, eq_61):
    claim.mutant("A need not be symmetric", settings=ASYMMETRIC)

# (59) to (61): one theta for every token.
eq_59 = display(
    "(59)",
    "lemma-2/proof/eq-59",
    lines(1594, 1620),
    summary="The entry of the query is an inner product with one vector for all queries, plus its start.",
    uses=[eq_57],
)
eq_60 = display(
    "(60)",
    "lemma-2/proof/eq-60",
    lines(1620, 1625),
    summary="The entry of every token is an inner product with one vector for all, plus its start.",
    uses=[eq_59],
)


@eq_59.response
@eq_60.response
def theta(s: Setting, X: Array, w_star: Array) -> Array:
    """theta_0 = 0, ..., theta_L: minus the iterates, (batch, L + 1, d)."""
    return -iterates(s, X, w_star)


@eq_59.printed(
    LAST_ENTRY + r"there is a $\theta_\ell$, the same for all x and y, with $g(x,y,\ell)=g(x,0,\ell)+y="
    r"\langle\theta_\ell,x\rangle+y$, and $\theta_0=0$."
)
def affine_in_the_query(s: Setting, tf: Transformer, prompt: Prompt, theta: Array) -> Margin:
    """The query's entry is an inner product plus its label."""
    y, entries = prompt.y, g(tf, prompt, prompt.query, prompt.y[:, 0])
    forms = [g(tf, prompt, prompt.query) + y, sum(theta * prompt.query[:, None], -1) + y]
    start = theta[:, 0]
    return equal(concatenate([entries, entries, start], 1), concatenate([*forms, full(0, like=start)], 1))


@eq_60.printed(
    LAST_ENTRY + r"with any $y^{(n+1)}=y_0^{(n+1)}$ and the $\theta_\ell$ of (59), for all "
    r"$i\in\{1,\dots,n+1\}$ the entries of the last row of $Z_\ell$ are "
    r"$y_\ell^{(i)}=g(x^{(i)},y^{(i)},\ell)=\langle\theta_\ell,x^{(i)}\rangle+y^{(i)}$. (So the entries of "
    r"the samples depend on neither $x^{(n+1)}$ nor $y^{(n+1)}$.)"
)
def every_token_is_treated_alike(s: Setting, tf: Transformer, prompt: Prompt, theta: Array) -> Margin:
    """The entry of every token is an inner product plus its label."""
    Z = states(tf, prompt, prompt.query, prompt.y[:, 0])
    literal = stack([Z_l[:, -1] for Z_l in Z], 1)
    stated = theta @ Z[0][:, : s.d] + Z[0][:, s.d :]
    as_queries = [g(tf, prompt, tokens(prompt)[:, i], Z[0][:, -1, i]) for i in range(s.n + 1)]
    return equal(stack([literal, literal], 1), stack([stack(as_queries, 2), stated], 1))


for claim in (eq_59, eq_60):
    claim.mutant("plus the iterate", theta=iterates)
    claim.mutant("no step", theta=lambda s, X, w_star: full(0, like=iterates(s, X, w_star)))

choice = display(
    "before (61)",
    "lemma-2/proof/choice",
    lines(1627, 1634),
    summary="A query that repeats a sample, and starts at its label times the weights, has its entries.",
    rank="slip",
    origin="read",
    prompts=samples,
    uses=[eq_57],
)


@choice.printed(
    LAST_ENTRY + r"with $x=x^{(i)}$ and $y=\langle y^{(i)},w_\star\rangle$, $y=y_0^{(i)}$ and "
    r"$y_\ell^{(n+1)}=y_\ell^{(i)}$ for all $\ell$ and $i\le n$ (read where it has a meaning, for $d=1$).",
    defect="typo",
    because="For d = 1, where it has a meaning, it is the label times w_star; else it has none.",
    settings=Space(proof_settings().holder, proof_settings().fields, where=lambda s: s.d == 1),
    label=lambda prompt: labels(prompt.X, prompt.w_star) * prompt.w_star,
)
@choice.amended(
    LAST_ENTRY + r"with $x=x^{(i)}$ and $y=\langle x^{(i)},w_\star\rangle$, $y=y_0^{(i)}$ and "
    r"$y_\ell^{(n+1)}=y_\ell^{(i)}$ for all $\ell$ and $i\le n$.",
    adds="x^(i) for y^(i)",
    label=lambda prompt: labels(prompt.X, prompt.w_star),
)
def query_that_repeats_a_sample(s: Setting, tf: Transformer, prompt: Prompt, label: Rows) -> Margin:
    """A query that repeats a sample with its label is treated like it."""
    y, last, own = label(prompt), [], []
    for i in range(s.n):
        Z = states(tf, prompt, prompt.X[:, i], y[:, i])
        last += [Z_l[:, -1, -1] for Z_l in Z]
        own += [Z_l[:, -1, i] for Z_l in Z]
    return equal(stack(last, 1), stack(own, 1))


choice.mutant("y = 0", label=lambda prompt: full(0, like=labels(prompt.X, prompt.w_star)))
choice.mutant("a tenth more", label=lambda prompt: labels(prompt.X, prompt.w_star) * 11 / 10)

# (63) and (64): the recursion of theta.
eq_63 = display(
    "(63)",
    "lemma-2/proof/eq-63",
    lines(1638, 1664),
    summary="The vector theta of a layer follows a linear recursion, read off the entry of the query.",
    uses=[eq_57, eq_60],
)


@eq_63.printed(
    RECURSION + r"with any $y_0^{(n+1)}$ and $\bar Y_\ell=[y_\ell^{(1)}\dots y_\ell^{(n)}]$, "
    r"$y_{\ell+1}^{(n+1)}=y_\ell^{(n+1)}+\frac1n\langle A_\ell\bar X\bar Y_\ell^\top,x^{(n+1)}\rangle"
    r"=y_\ell^{(n+1)}+\frac1n\langle A_\ell\bar X(\bar X^\top\theta_\ell+\bar Y_0^\top),x^{(n+1)}\rangle"
    r"=y_\ell^{(n+1)}+\frac1n\langle A_\ell\bar X(\bar X^\top(\theta_\ell+w_\star)),x^{(n+1)}\rangle$, and so "
    r"$\theta_{\ell+1}=\theta_\ell+\frac1nA_\ell\bar X\bar X^\top(\theta_\ell+w_\star)$.",
    start=lambda prompt: labels(prompt.X, prompt.w_star),
    sign=1,
)
def recursion_of_theta(s: Setting, tf: Transformer, prompt: Prompt, start: Rows, sign: int) -> Margin:
    """(58) in three equivalent forms, and the recursion of theta."""
    Z, theta, X = states(tf, prompt, prompt.query, prompt.y[:, 0]), own_theta(s, tf, prompt), prompt.X
    literal, stated, recursion = [], [], []
    for i, A in enumerate(s.A):
        forms = [Z[i][:, -1, : s.n], times(X, theta[i]) + start(prompt), times(X, theta[i] + prompt.w_star)]
        literal.append(stack([Z[i + 1][:, -1, -1]] * 3, 1))
        stated.append(
            stack([Z[i][:, -1, -1] + sum(times(A @ X.mT, y) * prompt.query, -1) / s.n for y in forms], 1)
        )
        recursion.append(theta[i] + times(A @ X.mT @ X, theta[i] + prompt.w_star * sign) / s.n)
    return equal(concatenate([*literal, *theta[1:]], 1), concatenate([*stated, *recursion], 1))


eq_63.mutant("a tenth more of the labels", start=lambda prompt: labels(prompt.X, prompt.w_star) * 11 / 10)
eq_63.mutant("theta - w_star", sign=-1)
eq_63.mutant("without w_star", sign=0)

eq_64 = display(
    "(64)",
    "lemma-2/proof/eq-64",
    lines(1666, 1670),
    summary="Minus theta follows preconditioned gradient descent.",
    prompts=samples,
    uses=[eq_63, form],
)


@eq_64.printed(
    RECURSION + r"with $w_\ell=-\theta_\ell$ and R of (10), $w_{\ell+1}=w_\ell+A_\ell\nabla "
    r"R_{w_\star}(w_\ell)$.",
    sign=-1,
    A=lambda s: s.A,
)
def recursion_of_the_iterates(
    s: Any, tf: Transformer, prompt: Prompt, sign: int, A: Callable[[Any], Array]
) -> Margin:
    """The network's own iterates follow preconditioned gradient descent."""
    w, y = own_theta(s, tf, prompt) * sign, labels(prompt.X, prompt.w_star)
    stated = [
        w_l + times(A_l, least_squares_gradient(prompt.X, y, w_l)) for w_l, A_l in zip(w, A(s), strict=False)
    ]
    return equal(stack(list(w[1:]), 1), stack(stated, 1))


eq_64.mutant("w = theta", sign=1)
eq_64.mutant("descent with -A", A=lambda s: -s.A)

choice.waive("all weights zero", because=EVERY_NETWORK)
