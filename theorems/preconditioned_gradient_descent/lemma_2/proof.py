r"""Proof of Lemma 2 (C.2), on the literal forward pass (4) with weights (9).

$Y_\ell$ is the last row of $Z_\ell$, with entries $y_\ell^{(i)}$; $g(x,y,\ell)$ is its last entry for the
query $x^{(n+1)}=x$ with $y_0^{(n+1)}=y$. $\bar X$ is $d\times n$. In the order of the text:

- (56) is the update of the last row ((22), but with $\frac1n$), (57) and (58) that of its entries. (58) and
  (61) print $x^{(n+1)}A_\ell x^{(j)}$, without the transpose that (57) has: read as lost in the extraction,
  since the product has no meaning for $d\ge2$.
- ``fact-1``: $g(x,y,\ell)=g(x,0,\ell)+y$. ``independence``: for $i\le n$ the entries $y_\ell^{(i)}$ depend on
  neither $x^{(n+1)}$ nor $y^{(n+1)}$. ``fact-2``: $g(x,0,\ell)$ is linear in x.
- (59) and (60) have one witness $\theta_\ell$, which may depend on the samples and on $w_\star$ only, with
  $\theta_0=0$.
- ``choice``: "$y:=\langle y^{(i)},w_\star\rangle$" has no meaning for $d>1$ (a number with a vector) and is
  wrong for $d=1$; $\langle x^{(i)},w_\star\rangle$ is meant. (61) says that it recalls (57), and has
  $x^{(n+1)}$ in place of $x^{(i)}$, which is the row of another token unless the query is that sample.
- ``rewriting`` is (58) in three forms; (63) and (64) are what the network's own $\theta_\ell$ satisfies,
  read off the forward pass: its coordinates are $g(e_j,0,\ell)$, by (59). ``quadratic-form``: the second
  form of (10).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from baselines.gradient import labels, least_squares, least_squares_gradient
from constructions.gradient_descent import preconditioned_gd_transformer
from constructions.transformer import Transformer
from lemmata import Declaration, Lines, Margin, Prompt, Space, dims, equal, lines, space
from lemmata.numbers import Array, concatenate, eye, full, stack, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.forward_pass import EVERY_NETWORK
from theorems.preconditioned_gradient_descent.layers import mask
from theorems.preconditioned_gradient_descent.lemma_2.setting import (
    Setting,
    iterates,
    labelled_query,
    own_theta,
    proof_prompts,
    proof_settings,
    samples,
    states,
    times,
)

Rows = Callable[[Prompt], Array]
ASYMMETRIC = proof_settings(lambda L, d: drawn(L, d, d))


def display(label: str, id: str, at: Lines, rank: Any = "step", **more: Any) -> Declaration:
    """A step of the proof, about the network (9) with the setting's A."""
    common: dict[str, Any] = {"settings": proof_settings(), "prompts": labelled_query}
    claim = PAPER.claim(label, id=id, rank=rank, at=at, **{**common, **more})
    claim.construction(lambda s: preconditioned_gd_transformer(s.A))
    return claim


def combinations(s: Setting) -> Space:
    """Two queries x and x', and two coefficients."""
    return space(
        X=drawn(s.n, s.d), w_star=drawn(s.d), query=drawn(s.d), other=drawn(s.d), a=drawn(1), b=drawn(1)
    )


def g(tf: Transformer, prompt: Prompt, query: Array, answer: Array = None) -> Array:
    """The function g after every layer, ``(batch, L + 1)``."""
    return stack([Z[:, -1, -1] for Z in states(tf, prompt, query, answer)], 1)


NETWORK = (
    r"For the transformer (9) with symmetric $A_\ell$, any samples $X=(x^{(1)},\dots,x^{(n)})^\top$, "
    r"$w_\star$, query $x^{(n+1)}$ and $y_0^{(n+1)}$, "
)
ROW = (
    NETWORK + r"with $Y_\ell$ the last row of $Z_\ell$, $X_0$ its first d rows and "
    r"$M=\operatorname{diag}(1,\dots,1,0)$: "
)
ENTRIES = NETWORK + r"with $y_\ell^{(i)}$ the entries of the last row of $Z_\ell$: "
LAST_ENTRY = (
    r"For the transformer (9) with symmetric $A_\ell$, any samples and $w_\star$, with $g(x,y,\ell)$ for the "
    r"last entry "
    r"$[Z_\ell]_{d+1,n+1}$ at the query $x^{(n+1)}=x$ and $y_0^{(n+1)}=y$: "
)
RECURSION = (
    r"For the transformer (9) with symmetric $A_\ell$, any samples and $w_\star$, $\bar X=[x^{(1)}\dots "
    r"x^{(n)}]$, and the "
    r"$\theta_\ell$ of (59), $[Z_\ell]_{d+1,n+1}=\langle\theta_\ell,x\rangle$ for all queries x (with "
    r"$y_0^{(n+1)}=0$): "
)

# (56) to (58): the last row, and its entries.

eq_56 = display(
    "(56)",
    "lemma-2/proof/eq-56",
    lines(1584, 1590),
    summary="A layer adds to the row of labels its image under the masked Gram matrix.",
)


@eq_56.printed(
    ROW + r"$Y_{\ell+1}=Y_\ell+\frac1nY_\ell MX_0^\top A_\ell X_0$.", masking=mask, over=lambda s: s.n
)
def last_row(
    s: Setting,
    tf: Transformer,
    prompt: Prompt,
    masking: Callable[[int, Array], Array],
    over: Callable[[Setting], int],
) -> Margin:
    """The update of the last row."""
    Z = states(tf, prompt, prompt.query, prompt.y[:, 0])
    X_0, M = Z[0][:, : s.d], masking(s.n, Z[0])
    rows = [Z_l[:, s.d :] for Z_l in Z]
    stated = [Y + Y @ M @ X_0.mT @ A @ X_0 / over(s) for Y, A in zip(rows, s.A, strict=False)]
    return equal(stack(rows[1:], 1), stack(stated, 1))


eq_56.mutant("without the mask", masking=lambda n, Z: eye(n + 1, Z))
eq_56.mutant("n + 1 in place of n", over=lambda s: s.n + 1)

eq_57 = display(
    "(57)",
    "lemma-2/proof/eq-57",
    lines(1594, 1599),
    summary="A layer adds to the entry of a sample a mean over the samples.",
    uses=[eq_56],
)
eq_58 = display(
    "(58)",
    "lemma-2/proof/eq-58",
    lines(1603, 1606),
    summary="A layer adds to the entry of the query a mean over the samples.",
    origin="read",
    possible_extraction=True,
    uses=[eq_56],
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


@eq_57.printed(
    ENTRIES + r"for $i\le n$: $y_{\ell+1}^{(i)}=y_\ell^{(i)}+\frac1n\sum_jx^{(i)\top}A_\ell "
    r"x^{(j)}y_\ell^{(j)}$.",
    first=0,
    rows=lambda prompt: prompt.X,
)
@eq_58.printed(
    ENTRIES + r"$y_{\ell+1}^{(n+1)}=y_\ell^{(n+1)}+\frac1n\sum_jx^{(n+1)\top}A_\ell x^{(j)}y_\ell^{(j)}$ (with "
    r"the transpose of (57), which is not printed).",
    first=1,
    rows=lambda prompt: prompt.query[:, None],
)
@eq_61.printed(
    ENTRIES + r"for $i\le n$: $y_{\ell+1}^{(i)}=y_\ell^{(i)}+\frac1n\sum_jx^{(n+1)\top}A_\ell "
    r"x^{(j)}y_\ell^{(j)}$ (with the transpose of (57), which is not printed).",
    defect="typo",
    because="The entry of a sample moves by its own covariate, not by the query's: (57), which it recalls, has "
    "x^(i) there. (At the query x^(i), which is chosen before it, the two are one.)",
    fails_where=lambda s, prompt: any(bool((x != prompt.query).any()) for x in prompt.X),
    first=0,
    rows=lambda prompt: prompt.query[:, None],
)
@eq_61.amended(
    ENTRIES + r"for $i\le n$: $y_{\ell+1}^{(i)}=y_\ell^{(i)}+\frac1n\sum_jx^{(i)\top}A_\ell "
    r"x^{(j)}y_\ell^{(j)}$.",
    because="It is (57), which the sentence before it recalls.",
    adds="x^(i) for x^(n+1)",
    first=0,
    rows=lambda prompt: prompt.X,
)
def entries_of_the_last_row(s: Setting, tf: Transformer, prompt: Prompt, first: int, rows: Rows) -> Margin:
    """The update of the entries of the last row: those of the samples, or of the query."""
    Z = states(tf, prompt, prompt.query, prompt.y[:, 0])
    tokens = slice(s.n, None) if first else slice(0, s.n)
    literal, stated = [], []
    for before, after, A in zip(Z, Z[1:], s.A, strict=False):
        y = before[:, -1, : s.n, None]
        step = (rows(prompt) @ A @ prompt.X.mT @ y)[..., 0] / s.n
        literal.append(after[:, -1, tokens])
        stated.append(before[:, -1, tokens] + step)
    return equal(stack(literal, 1), stack(stated, 1))


eq_57.mutant("the row of the query", rows=lambda prompt: prompt.query[:, None])
eq_58.mutant("the first row", rows=lambda prompt: prompt.X[:, :1])
eq_61.mutant("the first row", rows=lambda prompt: prompt.X[:, :1])
eq_58.mutant("twice the row of the query", rows=lambda prompt: prompt.query[:, None] * 2)
for claim in (eq_57, eq_61):
    claim.mutant("a tenth more of each row", rows=lambda prompt: prompt.X * 11 / 10)
for claim in (eq_57, eq_58, eq_61):
    claim.mutant("A need not be symmetric", settings=ASYMMETRIC)

# The two facts, and what does not depend on the query.
fact_1 = display(
    "after (56), 1",
    "lemma-2/proof/fact-1",
    lines(1594),
    summary="An entry in place of the query's zero is carried along unchanged.",
    uses=[eq_57, eq_58],
)


@fact_1.printed(LAST_ENTRY + r"$g(x,y,\ell)=g(x,0,\ell)+y$ for all $\ell$, x and y.", shift=lambda y: y)
def additive_in_the_label(
    s: Setting, tf: Transformer, prompt: Prompt, shift: Callable[[Array], Array]
) -> Margin:
    """The query's own entry is carried along."""
    y = prompt.y[:, 0]
    return equal(g(tf, prompt, prompt.query, y), g(tf, prompt, prompt.query) + shift(y[:, None]))


fact_1.mutant("a tenth more of y", shift=lambda y: y * 11 / 10)
fact_1.mutant("the label is forgotten", shift=lambda y: 0)

independence = display(
    "after (57)",
    "lemma-2/proof/independence",
    lines(1601, 1610),
    summary="The entries of the samples do not depend on the query.",
    prompts=proof_prompts,
    uses=[eq_57],
)


@independence.printed(
    ENTRIES
    + r"for $i\le n$ and all $\ell$, $y_\ell^{(i)}$ depends on neither $x^{(n+1)}$ nor $y_0^{(n+1)}$, and "
    r"so on no $y_t^{(n+1)}$: with any other query and any two numbers as $y_0^{(n+1)}$ it is the same.",
    tokens=lambda s: s.n,
)
def samples_ignore_the_query(
    s: Setting, tf: Transformer, prompt: Prompt, tokens: Callable[[Setting], int]
) -> Margin:
    """The entries of the samples do not depend on the query."""
    one = states(tf, prompt, prompt.query, prompt.numbers[:, 0])
    other = states(tf, prompt, prompt.other, prompt.numbers[:, 1])
    left, right = (stack([Z_l[:, -1, : tokens(s)] for Z_l in Z], 1) for Z in (one, other))
    return equal(left, right)


independence.mutant("the query's own entry, too", tokens=lambda s: s.n + 1)

fact_2 = display(
    "after (58), 2",
    "lemma-2/proof/fact-2",
    lines(1610),
    summary="The entry of the query is linear in the query.",
    prompts=combinations,
    uses=[independence, eq_58],
)


@fact_2.printed(
    LAST_ENTRY + r"$g(x,0,\ell)$ is linear in x: $g(ax+bx',0,\ell)=a\,g(x,0,\ell)+b\,g(x',0,\ell)$.",
    second=lambda prompt: prompt.other,
)
def linear_in_the_query(s: Setting, tf: Transformer, prompt: Prompt, second: Rows) -> Margin:
    """The query's entry is linear in the query."""
    mixed = g(tf, prompt, prompt.query * prompt.a + prompt.other * prompt.b)
    return equal(mixed, g(tf, prompt, prompt.query) * prompt.a + g(tf, prompt, second(prompt)) * prompt.b)


fact_2.mutant("the same query twice", second=lambda prompt: prompt.query)
fact_2.mutant("minus", second=lambda prompt: -prompt.other)

# (59) to (61): one theta for every token.
eq_59 = display(
    "(59)",
    "lemma-2/proof/eq-59",
    lines(1614, 1620),
    summary="The entry of the query is an inner product with one vector for all queries, plus its start.",
    uses=[fact_1, fact_2],
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
    r"$i\in\{1,\dots,n+1\}$ the entries of the last row of $Z_\ell$ are $y_\ell^{(i)}=g(x^{(i)},y^{(i)},\ell)="
    r"\langle\theta_\ell,x^{(i)}\rangle+y^{(i)}$."
)
def every_token_is_treated_alike(s: Setting, tf: Transformer, prompt: Prompt, theta: Array) -> Margin:
    """The entry of every token is an inner product plus its label."""
    Z = states(tf, prompt, prompt.query, prompt.y[:, 0])
    literal = stack([Z_l[:, -1] for Z_l in Z], 1)
    stated = theta @ Z[0][:, : s.d] + Z[0][:, s.d :]
    tokens = concatenate([prompt.X, prompt.query[:, None]], 1)
    as_queries = [g(tf, prompt, tokens[:, i], Z[0][:, -1, i]) for i in range(s.n + 1)]
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
    uses=[eq_57, eq_58],
)


@choice.printed(
    LAST_ENTRY + r"with $x=x^{(i)}$ and $y=\langle y^{(i)},w_\star\rangle$, $y=y_0^{(i)}$ and "
    r"$y_\ell^{(n+1)}=y_\ell^{(i)}$ for all $\ell$ and $i\le n$ (read where it has a meaning, for $d=1$).",
    defect="typo",
    because="For d = 1, where it has a meaning, it is the label times w_star; else it has none.",
    settings=Space(proof_settings().holder, proof_settings().fields, where=lambda s: s.d == 1),
    answer=lambda prompt: labels(prompt.X, prompt.w_star) * prompt.w_star,
)
@choice.amended(
    LAST_ENTRY + r"with $x=x^{(i)}$ and $y=\langle x^{(i)},w_\star\rangle$, $y=y_0^{(i)}$ and "
    r"$y_\ell^{(n+1)}=y_\ell^{(i)}$ for all $\ell$ and $i\le n$.",
    adds="x^(i) for y^(i)",
    answer=lambda prompt: labels(prompt.X, prompt.w_star),
)
def query_that_repeats_a_sample(s: Setting, tf: Transformer, prompt: Prompt, answer: Rows) -> Margin:
    """A query that repeats a sample with its label is treated like it."""
    y, last, own = answer(prompt), [], []
    for i in range(s.n):
        Z = states(tf, prompt, prompt.X[:, i], y[:, i])
        last += [Z_l[:, -1, -1] for Z_l in Z]
        own += [Z_l[:, -1, i] for Z_l in Z]
    return equal(stack(last, 1), stack(own, 1))


choice.mutant("y = 0", answer=lambda prompt: full(0, like=labels(prompt.X, prompt.w_star)))
choice.mutant("a tenth more", answer=lambda prompt: labels(prompt.X, prompt.w_star) * 11 / 10)

# (63) and (64): the recursion of theta.
rewriting = display(
    "before (63)",
    "lemma-2/proof/rewriting",
    lines(1638, 1654),
    summary="The step of the query's entry can be written by theta and the true weights.",
    uses=[eq_58, eq_60],
)


@rewriting.printed(
    RECURSION + r"with any $y_0^{(n+1)}$ and $\bar Y_\ell=[y_\ell^{(1)}\dots y_\ell^{(n)}]$, "
    r"$y_{\ell+1}^{(n+1)}=y_\ell^{(n+1)}+\frac1n\langle A_\ell\bar X\bar Y_\ell^\top,x^{(n+1)}\rangle"
    r"=y_\ell^{(n+1)}+\frac1n\langle A_\ell\bar X(\bar X^\top\theta_\ell+\bar Y_0^\top),x^{(n+1)}\rangle"
    r"=y_\ell^{(n+1)}+\frac1n\langle A_\ell\bar X(\bar X^\top(\theta_\ell+w_\star)),x^{(n+1)}\rangle$.",
    start=lambda prompt: labels(prompt.X, prompt.w_star),
)
def three_forms(s: Setting, tf: Transformer, prompt: Prompt, start: Rows) -> Margin:
    """(58) in three equivalent forms."""
    Z, theta, X = states(tf, prompt, prompt.query, prompt.y[:, 0]), own_theta(s, tf, prompt), prompt.X
    literal, stated = [], []
    for i, A in enumerate(s.A):
        forms = [Z[i][:, -1, : s.n], times(X, theta[i]) + start(prompt), times(X, theta[i] + prompt.w_star)]
        for y in forms:
            step = sum(times(A @ X.mT, y) * prompt.query, -1) / s.n
            literal.append(Z[i + 1][:, -1, -1])
            stated.append(Z[i][:, -1, -1] + step)
    return equal(stack(literal, 1), stack(stated, 1))


rewriting.mutant("without the labels", start=lambda prompt: 0)
rewriting.mutant("a tenth more of the labels", start=lambda prompt: labels(prompt.X, prompt.w_star) * 11 / 10)

eq_63 = display(
    "(63)",
    "lemma-2/proof/eq-63",
    lines(1660, 1664),
    summary="The vector theta of a layer follows a linear recursion.",
    prompts=samples,
    uses=[rewriting],
)


@eq_63.printed(
    RECURSION + r"$\theta_{\ell+1}=\theta_\ell+\frac1nA_\ell\bar X\bar X^\top(\theta_\ell+w_\star)$.", sign=1
)
def recursion_of_theta(s: Setting, tf: Transformer, prompt: Prompt, sign: int) -> Margin:
    """The recursion of theta."""
    theta = own_theta(s, tf, prompt)
    gram = prompt.X.mT @ prompt.X / s.n
    stated = [t + times(A @ gram, t + prompt.w_star * sign) for t, A in zip(theta, s.A, strict=False)]
    return equal(stack(list(theta[1:]), 1), stack(stated, 1))


eq_63.mutant("theta - w_star", sign=-1)
eq_63.mutant("without w_star", sign=0)


@dataclass(frozen=True)
class Sizes:
    d: int
    n: int


def pairs(s: Sizes) -> Space:
    """Samples, w_star and w."""
    return space(X=drawn(s.n, s.d), w_star=drawn(s.d), w=drawn(s.d))


quadratic = PAPER.claim(
    "before (64)",
    id="lemma-2/proof/quadratic-form",
    summary="The least-squares loss is a quadratic form in the distance to the true weights.",
    rank="step",
    at=lines(1666),
    settings=space(Sizes, d=dims(1, 3), n=dims(1, 3)),
    prompts=pairs,
)


@quadratic.printed(
    r"For all samples, $w_\star$ and w, with $\bar X=[x^{(1)}\dots x^{(n)}]$: "
    r"$R_{w_\star}(w)=\frac1{2n}\sum_i(w^\top x_i-w_\star^\top x_i)^2="
    r"\frac1{2n}(-w+w_\star)^\top\bar X\bar X^\top(-w+w_\star)$.",
    sign=-1,
)
def second_form(s: Sizes, prompt: Prompt, sign: int) -> Margin:
    """The least-squares loss as a quadratic form."""
    X, w = prompt.X, prompt.w
    gap = w * sign + prompt.w_star
    loss = least_squares(X, labels(X, prompt.w_star), w)
    return equal(loss, sum(times(X.mT @ X, gap) * gap, -1) / (2 * s.n))


quadratic.mutant("w + w_star", sign=1)
quadratic.mutant("without w", sign=0)

eq_64 = display(
    "(64)",
    "lemma-2/proof/eq-64",
    lines(1666, 1670),
    summary="Minus theta follows preconditioned gradient descent.",
    prompts=samples,
    uses=[eq_63, quadratic],
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

for claim in (fact_1, independence, fact_2, choice):
    claim.waive("all weights zero", because=EVERY_NETWORK)
