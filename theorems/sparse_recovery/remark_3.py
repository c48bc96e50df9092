r"""Remark 3: a known support, and the network of appendix D.2, which keeps beta on a set of coordinates.

Read with the last bias block corrected as in (C.2): $[\beta^{(k)}]_i=0$ for all $i\notin\mathbb S$, as Remark 3
says. The display $H^{(k+1)}=\mathrm{diag}(I^{\mathbb S},1,I^{\mathbb S},1)H^{(k+1)}$ claims more: the rows of
$x$ are not projected. "It is equivalent to consider the input sequence" of the coordinates of $\mathbb S$: the
value is $I^{\mathbb S}M^Vx$ with all of $x$, so that for dense $M^V$ the columns off $\mathbb S$ enter, and the
network does not run LISTA-VM on $X_{:,\mathbb S}$. For multiples of the identity, which the proof of Theorem
5.1 uses, it does. (Corollary D.1 has the rate, and the MLP alone.)
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from baselines.proximal import lista_vm
from constructions.lista_vm import Bias, embed, lista_vm_transformer
from constructions.transformer import Transformer
from lemmata import Margin, Prompt, Space, dims, equal, lines, sparse
from lemmata.numbers import Array, absolute, concatenate, constant, eye, full, stack, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_4_1 import setting
from theorems.sparse_recovery.theorem_4_1.setting import labels

Kind = Literal["dense", "multiples of I"]


@dataclass(frozen=True)
class Setting(setting.Setting):
    S: int = 1  # the size of the set, the paper's |S|

    def matrices(self, kind: Kind) -> Array:
        """The matrices as drawn, or multiples of the identity by their first entries."""
        return self.M if kind == "dense" else self.M[:, :1, :1] * eye(self.d, self.M)

    @property
    def B(self) -> Array:
        """Exceeds ``|beta^T x|`` in every layer, by the growth from layer to layer."""
        radius: Array = 0
        for M in self.M:
            # A multiple of I by one entry of M is no larger than d times that entry.
            size = sum(absolute(M), (-2, -1)) * self.d
            radius = radius + size * self.b_x * self.b_x * (radius + self.b_beta) / 2
        return self.b_x * radius + 1


_whole = setting.settings(3, 1.0)
settings = replace(_whole, holder=Setting, fields={**_whole.fields, "S": lambda s: dims(1, s.d, most=s.d)})


def inside(s: Setting, like: Array) -> Array:
    """The diagonal of I^S."""
    return constant([1.0] * s.S + [0.0] * (s.d - s.S), like)


def prompts(s: Setting) -> Space:
    """Assumption 1, with beta* on the first S coordinates: its entries there."""
    fields = {**setting.prompts(s).fields, "beta_star": sparse(s.S, s.S, s.b_beta)}
    return replace(setting.prompts(s), fields=fields)


def data(s: Setting, prompt: Prompt) -> tuple[Array, Array, Array]:
    """X, y and the query; y is made of the columns of the set and of beta*, which is 0 on the others."""
    return prompt.X, labels(prompt.X[..., : s.S], prompt.beta_star), prompt.query


def network(kind: Kind, bias: Bias = "corrected", restricted: bool = True) -> Callable[[Setting], Transformer]:
    """The network of appendix D.2; without its restriction to the set that of C.1."""
    return lambda s: lista_vm_transformer(
        s.matrices(kind), s.theta, s.B, bias=bias, support=s.S if restricted else None
    )


def states(s: Setting, tf: Transformer, prompt: Prompt) -> list[Array]:
    """The states H^(2), ..., H^(K+1), ``(batch, 2d + 2, 2N + 1)``."""
    return list(tf.run(embed(*data(s, prompt)))[2::2])


# What Remark 3 says


vanishes = PAPER.claim(
    "Remark 3, off the set",
    id="remark-3",
    origin="read",
    at=lines(195),
    summary="With the modified weights the estimates vanish off the known set at every layer and token",
    settings=settings,
    prompts=prompts,
)


@vanishes.printed(
    r"With the network of D.2 (any $M^{(k)}$, any $\theta^{(k)}\ge0$), its last bias block being "
    r"$-\theta^{(k)}$, under Assumption 1 and for $\beta^*$ with support in $\mathbb S$ (here "
    r"$\{1,\dots,S\}$, S being its size, which is any such set up to the order of the coordinates): "
    r"$[\beta^{(k)}]_i=0$ for all $i\notin\mathbb S$, every $k$ and token.",
    construction=network("dense"),
    size=lambda s: s.S,
)
def beta_vanishes_off_the_set(
    s: Setting, tf: Transformer, prompt: Prompt, size: Callable[[Setting], int]
) -> Margin:
    """The estimates of all layers and tokens are unchanged by the projection on the known set."""
    betas = stack([tf.stream.read(H, "beta") for H in states(s, tf, prompt)], 1)
    return equal(betas, betas * inside(replace(s, S=size(s)), betas)[:, None])


vanishes.mutant("the unrestricted network", construction=network("dense", restricted=False))
vanishes.mutant("one coordinate fewer", size=lambda s: s.S - 1)
vanishes.waive("all weights zero", because="An estimate that is 0 everywhere is 0 off the set.")


# Appendix D.2, the output of a layer


projection = PAPER.claim(
    "D.2, projected state",
    id="remark-3/state",
    rank="step",
    origin="read",
    at=lines(762, 772),
    summary="The whole state after a layer, the rows of x too, is unchanged by the projection on the known set",
    settings=settings,
    prompts=prompts,
)


def projected(s: Setting, H: Array, x: bool) -> Array:
    """``diag(I^S or I, 1, I^S, 1) H``."""
    on = inside(s, H)
    return concatenate([on if x else full(1, like=on), 1, on, 1], 0)[:, None] * H


@projection.printed(
    r"For the output of a layer of D.2, attention and MLP (last bias block $-\theta^{(k)}$), under Assumption "
    r"1 and for $\beta^*$ with support in $\mathbb S=\{1,\dots,S\}$: $H^{(k+1)}=\mathrm{diag}(I^{\mathbb "
    r"S},1,I^{\mathbb S},1)H^{(k+1)}$ for all $k\in[1:K]$.",
    defect="proof-step",
    because="The rows of x pass through unchanged.",
    fails_where=lambda s: s.d > s.S,
    construction=network("dense"),
    x=True,
    more=0,
)
@projection.amended(
    r"For the output of a layer of D.2, attention and MLP (last bias block $-\theta^{(k)}$), under Assumption "
    r"1 and for $\beta^*$ with support in $\mathbb S=\{1,\dots,S\}$: $H^{(k+1)}=\mathrm{diag}(I_d,1,I^{\mathbb "
    r"S},1)H^{(k+1)}$ for all $k\in[1:K]$.",
    because="Only beta is projected.",
    adds="I_d for the first I^S",
    construction=network("dense"),
    x=False,
    more=0,
)
def state_is_projected(s: Setting, tf: Transformer, prompt: Prompt, x: bool, more: int) -> Margin:
    """The output of a layer is unchanged by the projection."""
    H, other = states(s, tf, prompt), replace(s, S=s.S + more)
    return equal(stack(H, 1), stack([projected(other, state, x) for state in H], 1))


projection.mutant("the set is one smaller", more=-1)
projection.mutant("the unrestricted network", construction=network("dense", restricted=False))
projection.waive("all weights zero", because="A layer that does nothing leaves every estimate at 0.")


# Appendix D.2, the equivalent input: is the network the one on the coordinates of the set?


subproblem = PAPER.claim(
    "D.2, equivalent input",
    id="remark-3/subproblem",
    rank="step",
    origin="read",
    at=lines(774, 778),
    summary="On the known set the modified network runs LISTA-VM on the columns of the set",
    settings=settings,
    prompts=prompts,
    uses=[projection],
)


@subproblem.printed(
    r"For all $M^{(k)}$, under Assumption 1 and for $\beta^*$ with support in $\mathbb S=\{1,\dots,S\}$: on "
    r"it the network of D.2 (last bias block $-\theta^{(k)}$) runs LISTA-VM (4.4) on $X_{:,\mathbb S}$ with "
    r"$M^{(k)}_{\mathbb S,\mathbb S}$.",
    defect="proof-step",
    because="The values see all of x, and a dense M mixes it into the set.",
    fails_where=lambda s: s.d > s.S,
    construction=network("dense"),
    kind="dense",
)
@subproblem.amended(
    r"For multiples of the identity $M^{(k)}$, under Assumption 1 and for $\beta^*$ with support in $\mathbb "
    r"S=\{1,\dots,S\}$: on it the network of D.2 (last bias block $-\theta^{(k)}$) runs LISTA-VM (4.4) on "
    r"$X_{:,\mathbb S}$.",
    because="Then nothing is mixed.",
    adds="multiples of the identity for M^(k)",
    construction=network("multiples of I"),
    kind="multiples of I",
)
def network_solves_the_subproblem(s: Setting, tf: Transformer, prompt: Prompt, kind: Kind) -> Margin:
    """The network's estimates on the set are those of LISTA-VM on the columns of the set."""
    X, y, _ = data(s, prompt)
    estimates = [tf.stream.read(H, "beta")[:, : s.S, 2::2].mT for H in states(s, tf, prompt)]
    expected = lista_vm(X[..., : s.S], y, s.matrices(kind)[:, : s.S, : s.S], s.theta)
    return equal(stack(estimates, 1), stack(list(expected)[1:], 1))


subproblem.mutant("the printed bias", construction=network("multiples of I", bias="printed"))
subproblem.mutant("dense matrices in the network", construction=network("dense"))
