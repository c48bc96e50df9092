r"""The layer rpe,2 of the slides: what it reads, what it writes, and in which tokens.

Offsets read as blocks, with $p$ in $p_{4,1}$ and $u=XX^\top p$ in $p_{5,1}$, to which $f(u)p$ is to be added,
$f(u)=\sum_md_m\sigma(b_m^\top u)$ (the slides show $\|u\|^{1/2}p$ there afterwards, without the $u$ that the
residual keeps). ``order``: the display of $\widetilde H^{rpe,2}$ has the products $(K_mH)^\top(Q_mH)$.
``root``: no such $f$ is the root of the norm, which has degree 1/2.

``split``: the text at hand has lost the letter behind the last but one $Q_m$ of the display and one upper
index, perhaps others; as it has it, with $-T(\widetilde H)$ at the end, no letter in the gap makes it an
identity. The bound on "the last term" (line 454) has $\widetilde H$ in its first sum and $H$ in its second.
"""

from dataclasses import replace
from typing import Any

from constructions.attention import Form
from constructions.pca_printed import normalisation_layer, printed_stream
from lemmata import amended, at_most, dims, dyadics, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import (
    Array,
    abs,
    broadcast_to,
    concat,
    eye,
    log,
    norm,
    over_batches,
    relu,
    sqrt,
    stack,
    sum,
)
from theorems.pca import PAPER
from theorems.pca.power_iterations.pow_2 import SHELL, gain, on_the_shell, shell
from theorems.pca.tokens import padded

STATE: dict[str, Any] = {
    "rank": "step",
    "origin": "read",
    "d": dims(1, 2),
    "N": lambda d: dims(d, d + 1),
    "k": dims(2, 3),
    "M": dims(1, 2),
    "b": reals("M", "d"),
    "d_m": reals("M"),
    "given": ["b", "d_m"],
    "X": reals("d", "N"),
    "p": reals("d"),
    "u": reals("d"),
}


def state(k: int, X: Array, p: Array, p5: Array) -> Array:
    """The tokens before or after the layer."""
    d, N = X.shape
    columns = {"x": X, "p2": eye(d), "p4": p[:, None], "p5": p5[:, None]}
    embed = over_batches(printed_stream(d, k).embed)
    return embed(**{name: padded(block, N) for name, block in columns.items()})


@theorem(PAPER, "rpe,2", part="queries and keys", id="removal/rpe-2/keys", at=lines(422, 426), **STATE)
@printed(
    r"On $H=(X;\widetilde y;p_1;\dots;p_{k+3})$, $k\ge2$ (else there is no $p_5$), with $p_2=[I_d\;0]$, "
    "$p_4=(p,0)$, $p_5=(u,0)$ and 0 in the other blocks, for all $X,p,u,b_m,d_m$ and "
    r"$f(u)=\sum_md_m\sigma(b_m^\top u)$: $(Q_mH)^\top=\begin{pmatrix}I_d&0\\0&0\end{pmatrix}$, and $K_mH$ "
    r"has $b_m^\top u$ in the first $d$ rows of its first column and 0 elsewhere."
)
@mutants(keys_on_p=dict(features="p4"), queries_on_p=dict(asked="p4"))
def queries_and_keys(d, N, k, b, X, p, u, asked="p2", features="p5"):
    """The queries of the second removal layer are the identity block, its keys the features of the product."""
    stream = printed_stream(d, k)

    def queries_above_keys(H: Array, b: Array) -> Array:
        keys = [broadcast_to(row, (d, d)) for row in b]
        weights = [({("x", asked): 1}), *({("x", features): key} for key in keys)]
        return concat([stream.linear(weight, like=H) @ H for weight in weights], 1)

    embed = over_batches(stream.embed)
    features_of_u = [embed(x=padded(stack([row @ u] * d)[:, None], N)) for row in b]
    displayed = concat([embed(x=padded(eye(d), N)), *features_of_u], 0)
    return equal(over_batches(queries_above_keys, given=["b"])(state(k, X, p, u), b=b), displayed)


def after(H: Array, b: Array, d_m: Array, k: int, writes: str, form: Form) -> Array:
    """The tokens after the layer with these weights."""

    def layer(H: Array, b: Array, d_m: Array) -> Array:
        stream = printed_stream(b.shape[1], k)
        made = normalisation_layer(stream, b, d_m, writes=writes, features="p5")
        return replace(made, form=form)(H)

    return over_batches(layer, given=["b", "d_m"])(H, b=b, d_m=d_m)


@theorem(PAPER, "rpe,2", part="the weighted vector", id="removal/rpe-2/weights", at=lines(422, 434), **STATE)
@printed(
    r"On $H=(X;\widetilde y;p_1;\dots;p_{k+3})$, $k\ge2$ (else there is no $p_5$), with $p_2=[I_d\;0]$, "
    "$p_4=(p,0)$, $p_5=(u,0)$ and 0 in the other blocks, for all $X,p,u,b_m,d_m$ and "
    r"$f(u)=\sum_md_m\sigma(b_m^\top u)$: Attention being without the factor $1/N$, as the display has it: "
    r"with rpe,2 as printed, and scores $\sigma((Q_mH)^\top(K_mH))$ as everywhere else: $p_{5,1}$ becomes "
    "$u+f(u)p$, the rest stays.",
    defect="construction",
    because="The values are written into X, whatever $b_m$ and $d_m$ are.",
    falls_with="pca/power-iterations/pow-2",
)
@amended(
    r"On $H=(X;\widetilde y;p_1;\dots;p_{k+3})$, $k\ge2$ (else there is no $p_5$), with $p_2=[I_d\;0]$, "
    "$p_4=(p,0)$, $p_5=(u,0)$ and 0 in the other blocks, for all $X,p,u,b_m,d_m$ and "
    r"$f(u)=\sum_md_m\sigma(b_m^\top u)$: Attention being without the factor $1/N$, as the display has it: "
    r"with $V_m$ writing $p_5$, and scores $\sigma((Q_mH)^\top(K_mH))$ as everywhere else: $p_{5,1}$ becomes "
    "$u+f(u)p$, the rest stays.",
    adds=r"V writes $p_5$, with scores $(Q H)^\top (K H)$",
    writes="p5",
)
@mutants(V_writes_p=dict(writes="p4"), V_writes_the_starts=dict(writes="p3"))
def weighted_vector_is_added(k, b, d_m, X, p, u, writes="x"):
    """The second removal layer adds its weighted vector to the block of the product."""
    output = after(state(k, X, p, u), b, d_m, k, writes, "matrix")
    return equal(output, state(k, X, p, u + (d_m @ relu(b @ u)) * p))


@theorem(
    PAPER,
    "rpe,2",
    part="keys before queries",
    id="removal/rpe-2/order",
    at=lines(434),
    **STATE | {"rank": "slip"},
)
@printed(
    r"On $H=(X;\widetilde y;p_1;\dots;p_{k+3})$, $k\ge2$ (else there is no $p_5$), with $p_2=[I_d\;0]$, "
    "$p_4=(p,0)$, $p_5=(u,0)$ and 0 in the other blocks, for all $X,p,u,b_m,d_m$ and "
    r"$f(u)=\sum_md_m\sigma(b_m^\top u)$: Attention being without the factor $1/N$, as the display has it: "
    r"with $V_m$ writing $p_5$ and scores $\sigma((K_mH)^\top(Q_mH))$: $p_{5,1}$ becomes $u+f(u)p$, the rest "
    "stays.",
    defect="typo",
    because="Queries and keys are exchanged: for $d > 1$ the first d tokens all receive f(u) p. (The "
    "definition, line 36, has the other order, against its own vector form: one of the two lines is a slip.)",
    fails_where=lambda d: d > 1,
    falls_with="pca/attention-layer",
)
@amended(
    r"On $H=(X;\widetilde y;p_1;\dots;p_{k+3})$, $k\ge2$ (else there is no $p_5$), with $p_2=[I_d\;0]$, "
    "$p_4=(p,0)$, $p_5=(u,0)$ and 0 in the other blocks, for all $X,p,u,b_m,d_m$ and "
    r"$f(u)=\sum_md_m\sigma(b_m^\top u)$: Attention being without the factor $1/N$, as the display has it: "
    r"with $V_m$ writing $p_5$ and scores $\sigma((Q_mH)^\top(K_mH))$: $p_{5,1}$ becomes $u+f(u)p$, the rest "
    "stays.",
    adds=r"scores $(Q H)^\top (K H)$",
    form="matrix",
)
@mutants(queries_and_keys_exchanged=dict(form="vector"), V_writes_p=dict(writes="p4"))
def first_token_is_written(k, b, d_m, X, p, u, writes="p5", form: Form = "vector"):
    """Scores with keys before queries write into the first token alone."""
    output = after(state(k, X, p, u), b, d_m, k, writes, form)
    return equal(output, state(k, X, p, u + (d_m @ relu(b @ u)) * p))


def homogeneous(r: Array, rho: Array) -> Array:
    """Certificate: how far every function of degree 1 is from the root of the norm on the shell."""
    # F(rho u) = rho F(u), the root at rho u is sqrt(rho) times that at u: as for pow,2.
    return sqrt(r) * (rho - sqrt(rho)) / (1 + rho)


def law(rho: Array, M: int) -> Array:
    """``5/256 (2 ln(R/r) / (M - 1))^2``."""
    return 5 * (2 * log(rho) / (M - 1)) ** 2 / 256


@theorem(
    PAPER,
    "rpe,2",
    part="ReLUs in place of the root",
    id="removal/rpe-2/root",
    rank="result",
    at=lines(420, 422),
    **SHELL,
    eps=dyadics(0, 1, open_low=True, of="(0, inf)"),
    M=dims(2, 9),
)
@printed(
    r"For all $0<r<R$ and $\epsilon>0$ there are $M,b_m,d_m$ with $\left|\sum_md_m\sigma(b_m^\top "
    r"u)-\|u\|^{1/2}\right|\le\epsilon$ for all $u\in\mathbb R^d$ with $r\le\|u\|\le R$ (what the block after "
    "rpe,2 needs; the lemma that the slides refer to is not printed).",
    implies=r"$\frac{\sqrt r(\rho-\sqrt\rho)}{1+\rho}\le\epsilon$ for all $r,\epsilon>0$ and $\rho=\frac "
    r"Rr>1$, as the sum at $\rho u$ is $\rho$ times that at u: with errors e at u, $\|u\|=r$, and $e'$ at "
    r"$\rho u$, $\rho e+e'\ge\rho\sqrt r-\sqrt{\rho r}$, and the larger of the two is at least the left side.",
    defect="statement",
    because=r"The sum has degree 1, the root degree 1/2: with $\rho = R/r$ one of the errors at u and $\rho "
    r"u$ is at least $\sqrt{r}(\rho - \sqrt{\rho})/(1 + \rho)$, for any number of heads.",
    M=None,
    falls_with="pca/power-iterations/pow-2/approximation",
)
@amended(
    r"For $M\ge2$ there are $t_m,c_m$ with $\left|\|u\|^{1/2}\left(c+c_0\|u\|^2+\sum_{m=1}^{M-2}c_m"
    r"\sigma(t_m-\|u\|^2)\right)-1\right|\le\frac5{256}\left(\frac{2\ln(R/r)}{M-1}\right)^2$ for "
    r"$r\le\|u\|\le R=\rho r$.",
    adds="scores $t_m - |u|^2$, a constant and a linear head; the factor $|u|^{-1/2}$ for the root, relatively",
    eps=None,
    error=lambda r, rho, M, u: abs(gain(shell(r, rho, M), 0.25, u @ u) * sqrt(norm(u)) - 1),
    bound=law,
)
@mutants(
    four_fifths_of_the_constant=dict(bound=lambda rho, M: law(rho, M) * 4 / 5),
    half_the_constant=dict(bound=lambda rho, M: law(rho, M) / 2),
    linear_features=dict(error=homogeneous),
)
def root_is_approximated(r, rho, u, error=homogeneous, bound=lambda eps: eps):
    """Sums of ReLUs of linear functions come near to the root of the norm on a shell."""
    return at_most(error, bound).given(on_the_shell(r, rho, u))


@theorem(
    PAPER,
    "rpe,2, split",
    id="removal/rpe-2/split",
    rank="slip",
    origin="read",
    possible_extraction=True,
    at=lines(432, 434),
    D=dims(1, 2),
    N=dims(1, 2),
    M=dims(1, 2),
    V=reals("M", "D", "D"),
    Q=reals("M", "D", "D"),
    K=reals("M", "D", "D"),
    H_tilde=reals("D", "N"),  # the state that is reached
    H=reals("D", "N"),  # the state that is meant
)
@printed(
    r"With $T(G)=\sum_mV_m\widetilde H\sigma((K_m\widetilde H)^\top(Q_mG))$: $\widetilde H+T(\widetilde H)=H+"
    r"T(H)+(\widetilde H-H)+T(\cdot)-T(\widetilde H)$, a letter being lost behind the last but one $Q_m$.",
    open="The text at hand has lost at least one letter of the last two terms: only the slides can show "
    "whether they stand in the order of line 454, with which the display is an identity.",
)
@amended(
    r"With $T(G)=\sum_mV_m\widetilde H\sigma((K_m\widetilde H)^\top(Q_mG))$, for all weights, $H$ and $"
    r"\widetilde H$: $\widetilde H+T(\widetilde H)=H+T(H)+(\widetilde H-H)+T(\widetilde H)-T(H)$.",
    adds=r"the last two terms in the order of line 454",
)
@mutants(the_other_order=dict(sign=-1), neither_term=dict(sign=0), both_terms_twice=dict(sign=2))
def state_is_split(V, Q, K, H_tilde, H, sign=1):
    """The state after the second removal layer splits into the displayed terms."""

    def T(G: Array) -> Array:
        return sum(V @ H_tilde @ relu((K @ H_tilde).mT @ (Q @ G)), 0)

    return equal(H_tilde + T(H_tilde), H + T(H) + (H_tilde - H) + sign * (T(H_tilde) - T(H)))
