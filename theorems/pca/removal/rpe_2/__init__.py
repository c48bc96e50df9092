r"""The layer rpe,2 of the slides: what it reads, what it writes, and in which tokens.

Offsets read as blocks, with $p$ in $p_{4,1}$ and $u=XX^\top p$ in $p_{5,1}$, to which $f(u)p$ is to be added,
$f(u)=\sum_md_m\sigma(b_m^\top u)$ (the slides show $\|u\|^{1/2}p$ there afterwards, without the $u$ that the
residual keeps; that no such $f$ is the root of the norm is
:mod:`theorems.pca.removal.rpe_2.root`). Queries and keys are what the display says (part ``keys``). The
values are not: $V_m$ has its $I_d$ in the first $d$ rows and writes the block $X$ (part ``weights``). And the
products $(K_mH)^\top(Q_mH)$, as the display of $\widetilde H^{rpe,2}$ has them, write into all of the first $d$
tokens; $(Q_mH)^\top(K_mH)$, as everywhere else, into the first alone (part ``order``).
"""

from dataclasses import dataclass, replace

from torch import Tensor

from constructions.attention import Form
from constructions.pca_printed import normalisation_layer, printed_stream
from lemmata import Margin, Prompt, Space, dims, equal, lines, reals, space
from lemmata.numbers import Array, concatenate, constant, relu, stack, sum, values
from theorems.pca import PAPER
from theorems.pca.tokens import identity, padded


@dataclass(frozen=True)
class Setting:
    d: int
    N: int
    k: int
    M: int
    b: Tensor  # (M, d)
    d_m: Tensor  # (M,), the slides' d_m


settings = space(
    Setting,
    d=dims(1, 2),
    N=lambda s: dims(s.d, s.d + 1),
    k=dims(2, 3),
    M=dims(1, 2),
    b=lambda s: reals(s.M, s.d),
    d_m=lambda s: reals(s.M),
)


def prompts(s: Setting) -> Space:
    return space(X=reals(s.d, s.N), p=reals(s.d), u=reals(s.d))


ON_STATE = (
    r"On $H=(X;\widetilde y;p_1;\dots;p_{k+3})$, $k\ge2$ (else there is no $p_5$), with $p_2=[I_d\;0]$, "
    r"$p_4=(p,0)$, $p_5=(u,0)$ and 0 "
    r"in the other blocks, for all $X,p,u,b_m,d_m$ and $f(u)=\sum_md_m\sigma(b_m^\top u)$: "
)

ON_LAYER = ON_STATE + r"Attention being without the factor $1/N$, as the display has it: "


def state(s: Setting, prompt: Prompt, p5: Array) -> Array:
    """The tokens before or after the layer."""
    p4, p5 = (padded(column[..., None], s.N) for column in (prompt.p, p5))
    return printed_stream(s.d, s.k).embed(x=prompt.X, p2=identity(s, prompt.p), p4=p4, p5=p5)


keys = PAPER.claim(
    "rpe,2",
    part="queries and keys",
    id="removal/rpe-2/keys",
    rank="step",
    origin="read",
    at=lines(422, 426),
    summary="The queries of the second removal layer are the identity block, its keys the features of the "
    "product",
    settings=settings,
    prompts=prompts,
)
weights = PAPER.claim(
    "rpe,2",
    part="the weighted vector",
    id="removal/rpe-2/weights",
    rank="step",
    origin="read",
    at=lines(422, 434),
    summary="The second removal layer adds its weighted vector to the block of the product",
    settings=settings,
    prompts=prompts,
)
order = PAPER.claim(
    "rpe,2",
    part="keys before queries",
    id="removal/rpe-2/order",
    rank="slip",
    origin="read",
    at=lines(434),
    summary="Scores with keys before queries write into the first token alone",
    settings=settings,
    prompts=prompts,
)


@keys.printed(
    ON_STATE
    + r"$(Q_mH)^\top=\begin{pmatrix}I_d&0\\0&0\end{pmatrix}$, and $K_mH$ has $b_m^\top u$ in the first $d$ "
    r"rows of its first column and 0 elsewhere.",
    asked="p2",
    features="p5",
)
def queries_and_keys(s: Setting, prompt: Prompt, asked: str, features: str) -> Margin:
    """The queries of rpe,2 are the identity block, and its keys the features of u."""
    H, stream = state(s, prompt, prompt.u), printed_stream(s.d, s.k)
    b = values(s.b)
    products = [stream.linear({("x", asked): 1}, like=H) @ H]
    displayed = [stream.embed(x=identity(s, H))]
    for m in range(len(b)):
        row = b[m].expand(s.d, s.d)
        products.append(stream.linear({("x", features): constant(row, H)}, like=H) @ H)
        column = stack([sum(prompt.u * constant(b[m], H), -1)] * s.d, -1)
        displayed.append(stream.embed(x=padded(column[..., None], s.N)))
    return equal(concatenate(products, 1), concatenate(displayed, 1))


def with_weights(s: Setting, prompt: Prompt, writes: str, form: Form) -> Margin:
    """The layer rpe,2 adds f(u) p to the first token of the block that it should write."""
    b, c = values(s.b), values(s.d_m)
    layer = normalisation_layer(printed_stream(s.d, s.k), b, c.tolist(), writes=writes, features="p5")
    output = replace(layer, form=form)(state(s, prompt, prompt.u))
    features = relu(prompt.u @ constant(b.mT.contiguous(), prompt.u))
    f = sum(features * constant(c, prompt.u), -1)[..., None]
    return equal(output, state(s, prompt, prompt.u + f * prompt.p))


weights.printed(
    ON_LAYER
    + r"with rpe,2 as printed, and scores $\sigma((Q_mH)^\top(K_mH))$ as everywhere else: $p_{5,1}$ becomes "
    "$u+f(u)p$, the rest stays.",
    defect="construction",
    because="The values are written into X, whatever b_m and d_m are.",
    writes="x",
    form="matrix",
)(with_weights)
weights.amended(
    ON_LAYER
    + r"with $V_m$ writing $p_5$, and scores $\sigma((Q_mH)^\top(K_mH))$ as everywhere else: $p_{5,1}$ becomes "
    "$u+f(u)p$, the rest stays.",
    adds="V writes p_5, with scores (Q H)^T (K H)",
    writes="p5",
    form="matrix",
)(with_weights)
order.printed(
    ON_LAYER
    + r"with $V_m$ writing $p_5$ and scores $\sigma((K_mH)^\top(Q_mH))$: $p_{5,1}$ becomes $u+f(u)p$, the rest "
    "stays.",
    defect="typo",
    because="Queries and keys are exchanged: for d > 1 the first d tokens all receive f(u) p.",
    fails_where=lambda s: s.d > 1,
    writes="p5",
    form="vector",
)(with_weights)
order.amended(
    ON_LAYER
    + r"with $V_m$ writing $p_5$ and scores $\sigma((Q_mH)^\top(K_mH))$: $p_{5,1}$ becomes $u+f(u)p$, the rest "
    "stays.",
    adds="scores (Q H)^T (K H)",
    writes="p5",
    form="matrix",
)(with_weights)
keys.mutant("keys on p", features="p4")
keys.mutant("queries on p", asked="p4")
weights.mutant("V writes p", writes="p4")
weights.mutant("V writes the starts", writes="p3")
order.mutant("queries and keys exchanged", form="vector")
order.mutant("V writes p", writes="p4")
