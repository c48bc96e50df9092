r"""Remark 3: a known support, and the network of appendix D.2, which keeps $\beta$ on a set of coordinates.

Read with the last bias block corrected as in (C.2). The display $H^{(k+1)}=\mathrm{diag}(I^{\mathbb
S},1,I^{\mathbb S},1)H^{(k+1)}$ claims more than Remark 3: the rows of $x$ are not projected. (Corollary D.1 has
the rate, and the MLP alone.)
"""

from typing import Any

from constructions.lista_vm import Bias, embed, lista_vm_transformer
from constructions.transformer import Transformer
from lemmata import amended, box, dims, equal, lines, mutants, printed, sparse, theorem
from lemmata.numbers import Array, Matrix, Number, Vector, concat, constant, eye, ones, over_batches, stack
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_4_1.setting import NETWORK, enough, estimates, recursion


def network(M: Array, theta: Array, B: Number, S: int | None, bias: Bias = "corrected") -> Transformer:
    """The network of appendix D.2; without its restriction to the set that of C.1."""
    return lista_vm_transformer(M, theta, B, bias=bias, support=S)


def unrestricted(M: Array, theta: Array, B: Number) -> Transformer:
    """The network of C.1."""
    return network(M, theta, B, None)


def multiples(M: Array) -> Array:
    """Multiples of the identity by their first entries."""
    return M[:, :1, :1] * eye(M.shape[-1], M)


SIZES: dict[str, Any] = dict(d=dims(1, 3), S=dims(1, "d", most="d"))  # S is the paper's |S|
RESTRICTED: dict[str, Any] = (
    SIZES
    | NETWORK
    | dict(
        theta=box("K", low=0.0, high=1.0, of="[0, inf)"),
        # A multiple of I by one entry of M is no larger than d times that entry.
        B=lambda M, b_x, b_beta, d: enough(M * d, b_x, b_beta),
        beta_star=sparse("S", "S", "b_beta"),  # on the first S coordinates
        construction=lambda M, theta, B, S: network(M, theta, B, S),
    )
)


def states(tf: Transformer, S: int, X: Matrix, beta_star: Vector, query: Vector) -> Array:
    r"""The states $H^{(2)}, \ldots, H^{(K+1)}$, ``(K, 2d + 2, 2N + 1)``."""
    return stack(tf.run(over_batches(embed)(X, X[:, :S] @ beta_star, query))[2::2])


def inside(d: int, size: int) -> Array:
    """The diagonal of $I^S$."""
    return constant([1] * size + [0] * (d - size))


# What Remark 3 says


@theorem(PAPER, "Remark 3, off the set", origin="read", at=lines(195), **RESTRICTED)
@printed(
    r"With the network of D.2 (any $M^{(k)}$, any $\theta^{(k)}\ge0$), its last bias block being "
    r"$-\theta^{(k)}$, under Assumption 1 and for $\beta^*$ with support in $\mathbb S$ (here "
    r"$\{1,\dots,S\}$, S being its size, which is any such set up to the order of the coordinates): "
    r"$[\beta^{(k)}]_i=0$ for all $i\notin\mathbb S$, every $k$ and token."
)
@mutants(
    the_unrestricted_network=dict(construction=unrestricted), one_coordinate_fewer=dict(size=lambda S: S - 1)
)
def beta_vanishes_off_the_set(d, S, tf, X, beta_star, query, size=lambda S: S):
    """With the modified weights the estimates vanish off the known set at every layer and token."""
    betas = states(tf, S, X, beta_star, query)[:, d + 1 : -1]
    return equal(betas, betas * inside(d, size)[:, None])


beta_vanishes_off_the_set.waive(
    "all weights zero", because="An estimate that is 0 everywhere is 0 off the set."
)


# Appendix D.2, the output of a layer


@theorem(
    PAPER,
    "D.2, projected state",
    id="remark-3/state",
    rank="step",
    origin="read",
    at=lines(762, 772),
    **RESTRICTED,
)
@printed(
    r"For the output of a layer of D.2, attention and MLP (last bias block $-\theta^{(k)}$), under Assumption "
    r"1 and for $\beta^*$ with support in $\mathbb S=\{1,\dots,S\}$: $H^{(k+1)}=\mathrm{diag}(I^{\mathbb "
    r"S},1,I^{\mathbb S},1)H^{(k+1)}$ for all $k\in[1:K]$.",
    defect="proof-step",
    because="The rows of x pass through unchanged.",
    fails_where=lambda d, S: d > S,
)
@amended(
    r"For the output of a layer of D.2, attention and MLP (last bias block $-\theta^{(k)}$), under Assumption "
    r"1 and for $\beta^*$ with support in $\mathbb S=\{1,\dots,S\}$: $H^{(k+1)}=\mathrm{diag}(I_d,1,I^{\mathbb "
    r"S},1)H^{(k+1)}$ for all $k\in[1:K]$.",
    because=r"Only $\beta$ is projected.",
    adds="$I_d$ for the first $I^S$",
    x=False,
)
@mutants(
    the_set_is_one_smaller=dict(size=lambda S: S - 1), the_unrestricted_network=dict(construction=unrestricted)
)
def state_is_projected(d, S, tf, X, beta_star, query, x=True, size=lambda S: S):
    """The whole state after a layer, the rows of x too, is unchanged by the projection on the known set."""
    H, on = states(tf, S, X, beta_star, query), inside(d, size)
    return equal(H, concat([on if x else ones(d), [1], on, [1]])[:, None] * H)


state_is_projected.waive("all weights zero", because="A layer that does nothing leaves every estimate at 0.")


# Appendix D.2, the equivalent input: is the network the one on the coordinates of the set?


@theorem(
    PAPER,
    "D.2, equivalent input",
    id="remark-3/subproblem",
    rank="step",
    origin="read",
    at=lines(774, 778),
    uses=[state_is_projected],
    **(RESTRICTED | dict(construction=lambda M, theta, B, S: network(multiples(M), theta, B, S))),
)
@printed(
    r"'It is equivalent to consider the input sequence' of the coordinates of $\mathbb S$, with matrices as "
    r"the proof of Theorem 5.1 has them, multiples of the identity: under Assumption 1 and for $\beta^*$ with "
    r"support in $\mathbb S=\{1,\dots,S\}$ the network of D.2 (last bias block $-\theta^{(k)}$, B larger than "
    r"every score, as C.2 has it) runs LISTA-VM (4.4) on $X_{:,\mathbb S}$ with $M^{(k)}_{\mathbb S,\mathbb "
    r"S}$.",
    because="A multiple of the identity mixes no column off the set into it. (A dense $M^{(k)}$, which the "
    "displays of D.2 allow, does: the values see all of x.)",
)
@mutants(
    the_printed_bias=dict(construction=lambda M, theta, B, S: network(multiples(M), theta, B, S, "printed")),
    dense_matrices=dict(
        why="a dense matrix has to be the same in the network and in the recursion",
        construction=RESTRICTED["construction"],
        matrices=lambda M: M,
    ),
)
def network_solves_the_subproblem(S, theta, tf, X, beta_star, query, matrices=multiples):
    """On the known set the modified network runs LISTA-VM on the columns of the set."""
    X_S = X[:, :S]
    y = X_S @ beta_star
    found, expected = estimates(tf, X, y, query), recursion(X_S, y, matrices[:, :S, :S], theta)
    return equal(found[1:, :, :S], expected[1:])
