r"""Proof of Lemma 2 (C.2), on the literal forward pass (4) with weights (9).

$Y_\ell$ is the last row of $Z_\ell$, with entries $y_\ell^{(i)}$; $g(x,y,\ell)$ is its last entry for the
query $x^{(n+1)}=x$ with $y_0^{(n+1)}=y$. $\bar X$ is $d\times n$. In the order of the text:

- (56), the update of the last row, is (54) with $B=0$: ``lemma-9/eq-54``. (57) and (58) are that of its
  entries. (58) and (61) print $x^{(n+1)}A_\ell x^{(j)}$, without the transpose that (57) has: read as lost in
  the extraction, since the product has no meaning for $d\ge2$.
- (59) and (60), in one claim with them, have one witness $\theta_\ell$, which may depend on the samples and on
  $w_\star$ only, with $\theta_0=0$. So (59) has the two facts before it, that y is carried along and that
  $g(x,0,\ell)$ is linear in x; and (60) that the entries of the samples depend on no query.
- ``choice``: "$y:=\langle y^{(i)},w_\star\rangle$" has no meaning for $d>1$ (a number with a vector) and is
  wrong for $d=1$; $\langle x^{(i)},w_\star\rangle$ is meant. (61) says that it recalls (57), and has
  $x^{(n+1)}$ in place of $x^{(i)}$, which is the row of another token unless the query is that sample.
- (63), with the three forms of (58) before it, and (64), one claim, are what the network's own $\theta_\ell$
  satisfies, read off the forward pass: its coordinates are $g(e_j,0,\ell)$, by (59). The second form of (10),
  which (64) needs, is ``section-5.2/loss``.
"""

from collections.abc import Callable, Sequence
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

# (57) to (61): the entries of the last row, and one theta for all of them.

eq_57 = display(
    "(57) to (60)",
    "lemma-2/proof/eq-57",
    lines(1594, 1625),
    summary="A layer adds to the entry of every token a mean over the samples, and the entry is an inner "
    "product with one vector for all, plus its start.",
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


@eq_57.response
def theta(s: Setting, X: Array, w_star: Array) -> Array:
    """theta_0 = 0, ..., theta_L: minus the iterates, (batch, L + 1, d)."""
    return -iterates(s, X, w_star)


def tokens(prompt: Prompt) -> Array:
    """The samples and the query."""
    return concatenate([prompt.X, prompt.query[:, None]], 1)


def updated(s: Setting, Z: Sequence[Array], X: Array, rows: Array, count: int) -> Array:
    """The first ``count`` entries of the last row after each layer."""
    after = []
    for before, A in zip(Z, s.A, strict=False):
        y = before[:, -1, :, None]
        after.append((y[:, :count] + rows @ A @ X.mT @ y[:, : s.n] / s.n)[..., 0])
    return stack(after, 1)


@eq_57.printed(
    ENTRIES + r"for $i\le n$, (57), and for $i=n+1$, (58): $y_{\ell+1}^{(i)}=y_\ell^{(i)}+\frac1n"
    r"\sum_jx^{(i)\top}A_\ell x^{(j)}y_\ell^{(j)}$ (in (58) with the transpose of (57), which is not printed); "
    r"and, with $g(x,y,\ell)$ for the last entry at the query x and $y_0^{(n+1)}=y$, there is a $\theta_\ell$, "
    r"the same for all x and y, with $\theta_0=0$ and "
    r"$g(x,y,\ell)=g(x,0,\ell)+y=\langle\theta_\ell,x\rangle+y$, (59), and "
    r"$y_\ell^{(i)}=g(x^{(i)},y^{(i)},\ell)=\langle\theta_\ell,x^{(i)}\rangle+y^{(i)}$ for all "
    r"$i\in\{1,\dots,n+1\}$, (60). (So the entries of the samples depend on neither $x^{(n+1)}$ nor "
    r"$y^{(n+1)}$.)",
    rows=tokens,
    carried=(1, 1),
)
def entries_of_every_token(
    s: Setting, tf: Transformer, prompt: Prompt, theta: Array, rows: Rows, carried: tuple[int, int]
) -> Margin:
    """What a layer adds to the entry of a token, and the vector that all entries are read off."""
    Z, X = states(tf, prompt, prompt.query, prompt.y[:, 0]), tokens(prompt)
    entries, y = stack([Z_l[:, -1] for Z_l in Z], 1), Z[0][:, -1:]
    as_queries = [g(tf, prompt, X[:, i], y[:, 0, i] * carried[1]) for i in range(s.n + 1)]
    without_y = [g(tf, prompt, X[:, i]) for i in range(s.n + 1)]
    start = theta[:, 0, :, None]
    stated = [
        updated(s, Z, prompt.X, rows(prompt), s.n + 1),
        stack(as_queries, 2),
        stack(without_y, 2) + y * carried[0],
        theta @ X.mT + y,
        full(0, like=start),
    ]
    return equal(concatenate([entries[:, 1:], *[entries] * 3, start], 1), concatenate(stated, 1))


eq_57.mutant("the row of the query", rows=lambda prompt: prompt.query[:, None])
eq_57.mutant("a tenth more of each row", rows=lambda prompt: tokens(prompt) * 11 / 10)
eq_57.mutant("twice y in (59)", carried=(2, 1))
eq_57.mutant("twice y in (60)", carried=(1, 2))
eq_57.mutant("plus the iterate", theta=iterates)
eq_57.mutant("no step", theta=lambda s, X, w_star: full(0, like=iterates(s, X, w_star)))


@eq_61.printed(
    ENTRIES + r"for $i\le n$: $y_{\ell+1}^{(i)}=y_\ell^{(i)}+\frac1n\sum_jx^{(n+1)\top}A_\ell "
    r"x^{(j)}y_\ell^{(j)}$ (with the transpose of (57), which is not printed).",
    defect="typo",
    because="The entry of a sample moves by its own covariate, not by the query's: (57), which it recalls, has "
    "x^(i) there. (At the query x^(i), which is chosen before it, the two are one.)",
    fails_where=lambda s, prompt: bool((prompt.query != prompt.X).any()),
    rows=lambda prompt: prompt.query[:, None],
)
@eq_61.amended(
    ENTRIES + r"for $i\le n$: $y_{\ell+1}^{(i)}=y_\ell^{(i)}+\frac1n\sum_jx^{(i)\top}A_\ell "
    r"x^{(j)}y_\ell^{(j)}$.",
    because="It is (57), which the sentence before it recalls.",
    adds="x^(i) for x^(n+1)",
    rows=lambda prompt: prompt.X,
)
def entries_of_the_samples(s: Setting, tf: Transformer, prompt: Prompt, rows: Rows) -> Margin:
    """What a layer adds to the entry of a sample."""
    Z = states(tf, prompt, prompt.query, prompt.y[:, 0])
    entries = stack([Z_l[:, -1, : s.n] for Z_l in Z[1:]], 1)
    return equal(entries, updated(s, Z, prompt.X, rows(prompt), s.n))


eq_61.mutant("the first row", rows=lambda prompt: prompt.X[:, :1])
eq_61.mutant("a tenth more of each row", rows=lambda prompt: prompt.X * 11 / 10)
for claim in (eq_57, eq_61):
    claim.mutant("A need not be symmetric", settings=ASYMMETRIC)

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
    "(63), (64)",
    "lemma-2/proof/eq-63",
    lines(1638, 1670),
    summary="The vector theta of a layer follows a linear recursion, and minus theta preconditioned gradient "
    "descent.",
    uses=[eq_57, form],
)


@eq_63.printed(
    RECURSION + r"with any $y_0^{(n+1)}$ and $\bar Y_\ell=[y_\ell^{(1)}\dots y_\ell^{(n)}]$, "
    r"$y_{\ell+1}^{(n+1)}=y_\ell^{(n+1)}+\frac1n\langle A_\ell\bar X\bar Y_\ell^\top,x^{(n+1)}\rangle"
    r"=y_\ell^{(n+1)}+\frac1n\langle A_\ell\bar X(\bar X^\top\theta_\ell+\bar Y_0^\top),x^{(n+1)}\rangle"
    r"=y_\ell^{(n+1)}+\frac1n\langle A_\ell\bar X(\bar X^\top(\theta_\ell+w_\star)),x^{(n+1)}\rangle$, and so "
    r"$\theta_{\ell+1}=\theta_\ell+\frac1nA_\ell\bar X\bar X^\top(\theta_\ell+w_\star)$, (63); and with "
    r"$w_\ell=-\theta_\ell$ and R of (10), $w_{\ell+1}=w_\ell+A_\ell\nabla R_{w_\star}(w_\ell)$, (64).",
    start=lambda prompt: labels(prompt.X, prompt.w_star),
    plus=1,
    of_theta=-1,
    A=lambda s: s.A,
)
def recursion_of_theta(
    s: Setting,
    tf: Transformer,
    prompt: Prompt,
    start: Rows,
    plus: int,
    of_theta: int,
    A: Callable[[Setting], Array],
) -> Margin:
    """(58) in three equivalent forms, the recursion of theta, and that of w."""
    Z, theta, X = states(tf, prompt, prompt.query, prompt.y[:, 0]), own_theta(s, tf, prompt), prompt.X
    w, y = theta * of_theta, labels(X, prompt.w_star)
    literal, stated, recursion, descent = [], [], [], []
    for i, (A_i, moved) in enumerate(zip(s.A, A(s), strict=True)):
        forms = [Z[i][:, -1, : s.n], times(X, theta[i]) + start(prompt), times(X, theta[i] + prompt.w_star)]
        literal.append(stack([Z[i + 1][:, -1, -1]] * 3, 1))
        stated.append(
            stack([Z[i][:, -1, -1] + sum(times(A_i @ X.mT, v) * prompt.query, -1) / s.n for v in forms], 1)
        )
        recursion.append(theta[i] + times(A_i @ X.mT @ X, theta[i] + prompt.w_star * plus) / s.n)
        descent.append(w[i] + times(moved, least_squares_gradient(X, y, w[i])))
    return equal(
        concatenate([*literal, *theta[1:], *w[1:]], 1), concatenate([*stated, *recursion, *descent], 1)
    )


eq_63.mutant("a tenth more of the labels", start=lambda prompt: labels(prompt.X, prompt.w_star) * 11 / 10)
eq_63.mutant("theta - w_star", plus=-1)
eq_63.mutant("without w_star", plus=0)
eq_63.mutant("w = theta", of_theta=1)
eq_63.mutant("descent with -A", A=lambda s: -s.A)

choice.waive("all weights zero", because=EVERY_NETWORK)
