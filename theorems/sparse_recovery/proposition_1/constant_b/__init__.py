r"""Does the constant B that the proof prescribes shut odd tokens out of the keys? Not as printed.

The proof sets $B\ge b_\beta b_x+b_x\sqrt d(b_\beta+C_\beta^K)$ and concludes $B>|\beta_i^{(k)\top}x|$ for all
$k\le K$ and odd $i$ (evaluated as "at least"). Its x is the row of token i itself, by the slip of (C.5); the
scores that B has to exceed are those with every row (of one row, and a query equal to it, the two are one).
Norms are read as in the growth bound. With the printed $C_\beta$ (see
`proposition-1/growth`) that fails, and with it the network: at $d=N=1$, $K=2$,
$b_x=b_\beta=1024$, $\gamma M^V=12\cdot2^{-20}$ the second layer sees scores of $2^{22}$ where $B$ is 2.7
million. Amended: $b_x$ times what bounds the estimates (see there) is enough, and no less is. The figure sets
the $B$ that random instances need (about 2) beside the prescribed one, which at that size exceeds float16 from
two layers on. `precision` has what an infinite $B$ does.
"""

from collections.abc import Callable
from dataclasses import replace

import torch

from baselines.proximal import lista_vm
from constructions.lista_vm import Bias, embed, lista_vm_transformer
from constructions.transformer import Transformer
from lemmata import Margin, Prompt, at_most, equal, lines
from lemmata.numbers import Array, absolute, concatenate, sqrt, stack
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.proposition_1.constant_b.figure import sizes_of_B
from theorems.sparse_recovery.proposition_1.growth import growth
from theorems.sparse_recovery.proposition_1.setting import (
    Setting,
    bound,
    data,
    example,
    path,
    printed,
    prompts,
    radius,
    settings,
)

Size = Callable[[Setting], Array]
EXAMPLE = example(2, 12 * 2.0**-20, 1024.0, 1024.0)
DIVERGING = replace(example(3, 0.5, 2.0, 2.0), steps=-torch.ones(3).double())
"""Steps in the wrong direction, which lengthen the estimates most."""
prescribed = PAPER.claim(
    "C.2, the constant B",
    id="proposition-1/constant-b",
    rank="step",
    origin="read",
    at=lines(461, 471),
    summary="The constant B that the proof builds on the K-th power of C_beta is at least every score",
    settings=settings,
    prompts=prompts,
    uses=[growth],
    examples=[EXAMPLE, DIVERGING],
)
prescribed.figure(sizes_of_B)
RECURSION = (
    r"Under Assumption 1 (rows $x_j$ of X and query $x_{N+1}$ of norm at most $b_x$, "
    r"$\|\beta^*\|_1\le b_\beta$, "
    r"$y=X\beta^*$), for the recursion (4.4) from 0 with $M^{(k)}=\gamma^{(k)}M^V$, "
    r"$\gamma_{\max}=\max_k|\gamma^{"
    r"(k)}|$ and any $\theta^{(k)}\ge0$: "
)
PRESCRIBED = (
    r"$B=b_\beta b_x+b_x\sqrt d(b_\beta+C_\beta^K)$ with $C_\beta=1+b_x^2d\gamma_{\max}\|M^V\|_F+b_\beta b_x"
    r"\gamma_{\max}\|M^V\|_F$"
)
ENOUGH = r"$B=b_xb_\beta((1+a)^{K-1}-1)$ with $a=\frac N{2N+1}b_x^2\gamma_{\max}\|M^V\|_F$"


def as_prescribed(s: Setting) -> Array:
    """The B of the proof, with C_beta as printed."""
    return bound(s, printed(s))


def enough(s: Setting) -> Array:
    """b_x times what bounds the estimates that the last layer reads."""
    return s.b_x * radius(s, s.K)


STATED = r" is at least $|\beta_i^{(k)\top}x_j|$ for all $k\le K$, odd $i$ and all $j$."


@prescribed.printed(
    RECURSION + PRESCRIBED + STATED,
    defect="constant",
    because="C_beta lacks a factor b_x in its label term.",
    fails_where=lambda s: s.b_x > 1,
    B=as_prescribed,
)
@prescribed.amended(
    RECURSION + ENOUGH + STATED,
    adds="b_x b_beta ((1 + a)^(K - 1) - 1) for B",
    because="The growth bound of Proposition 1 as amended, times the length of a row.",
    B=enough,
)
def B_exceeds_every_score(s: Setting, prompt: Prompt, B: Size) -> Margin:
    """No estimate that a layer reads has an inner product with a row or the query beyond B."""
    rows = concatenate([prompt.X, prompt.query[:, None]], 1)
    scores = stack([absolute(beta @ rows.mT) for beta in path(s, prompt)[:-1]], 1)
    return at_most(scores, B(s))


prescribed.mutant("a tenth less", B=lambda s: enough(s) * 9 / 10)
prescribed.mutant("b_x for its square in a", B=lambda s: s.b_x * radius(replace(s, b_x=sqrt(s.b_x)), s.K))
prescribed.mutant("b_x times b_beta for B", B=lambda s: s.b_x * s.b_beta)

suffices = PAPER.claim(
    "C.2, the network with that B",
    id="proposition-1/constant-b/network",
    rank="step",
    origin="read",
    at=lines(469, 475),
    summary="With the B that the proof prescribes the network follows LISTA-VM through all layers",
    settings=settings,
    prompts=prompts,
    uses=[prescribed],
    examples=[EXAMPLE, DIVERGING],
)


def network(B: Size, bias: Bias = "corrected") -> Callable[[Setting], Transformer]:
    """LISTA-VM with this B."""
    return lambda s: lista_vm_transformer(s.matrices, s.theta, B(s), bias=bias)


FOLLOWS = "the network with the bias of (C.2) corrected and %s follows it at every layer and prefix."


@suffices.printed(
    RECURSION + FOLLOWS % PRESCRIBED,
    defect="constant",
    because="Odd tokens get in as keys where a score exceeds B.",
    fails_where=lambda s: s.b_x > 1,
    construction=network(as_prescribed),
)
@suffices.amended(
    RECURSION + FOLLOWS % ENOUGH,
    adds="b_x b_beta ((1 + a)^(K - 1) - 1) for B",
    because="B is then at least every score.",
    construction=network(enough),
)
def B_is_enough(s: Setting, tf: Transformer, prompt: Prompt) -> Margin:
    """With that B the network runs LISTA-VM."""
    X, y, query = data(s, prompt)
    states = tf.run(embed(X, y, query))[::2]
    estimates = stack([tf.stream.read(H, "beta")[..., 2::2].mT for H in states], 1)
    return equal(estimates, stack(list(lista_vm(X, y, s.matrices, s.theta)), 1))


suffices.mutant("a fifth less", construction=network(lambda s: enough(s) * 4 / 5))
suffices.mutant("the printed bias", construction=network(enough, bias="printed"))
