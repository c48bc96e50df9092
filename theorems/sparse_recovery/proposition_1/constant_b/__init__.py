r"""Does the constant B that the proof prescribes shut odd tokens out of the keys? Not as printed.

The proof concludes $B>|\beta_i^{(k)\top}x|$, where x is the row of token i itself, by the slip of (C.5), and so
it is evaluated; the scores that B has to exceed are those with every row. With the printed $C_\beta$ that
fails, and with it the network: at $d=N=1$, $K=2$, $b_x=b_\beta=1024$, $\gamma M^V=12\cdot2^{-20}$ the second
layer sees scores of $2^{22}$ where $B$ is 2.7 million. The figure sets the $B$ that random instances need
(about 2) beside the prescribed one, which at that size exceeds float16 from two layers on. `precision` has what
an infinite $B$ does.
"""

from constructions.lista_vm import lista_vm_transformer
from constructions.transformer import Transformer
from lemmata import amended, at_most, equal, lines, mutants, printed, theorem
from lemmata.numbers import Array, Number, abs, concat, sqrt, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.proposition_1 import estimates_stay_small
from theorems.sparse_recovery.proposition_1.constant_b.figure import sizes_of_B
from theorems.sparse_recovery.proposition_1.setting import RECURSION, UNDER_ASSUMPTION_1, example, path, radius
from theorems.sparse_recovery.theorem_4_1.setting import estimates

EXAMPLES = [
    example(2, 12 * 2.0**-20, 1024.0, 1024.0),
    example(3, 0.5, 2.0, 2.0, step=-1.0),  # in the wrong direction, which lengthens the estimates most
]


def prescribed(d: int, K: int, C: Number, b_x: Number, b_beta: Number) -> Number:
    r"""The B of the proof, with $C_\beta$ as printed."""
    return b_beta * b_x + b_x * sqrt(d) * (b_beta + C**K)


def enough(K: int, a: Number, b_x: Number, b_beta: Number) -> Number:
    """$b_x$ times what bounds the estimates that the last layer reads."""
    return b_x * radius(a, b_beta, K)


@theorem(
    PAPER,
    "C.2, the constant B",
    rank="step",
    origin="read",
    at=lines(461, 471),
    uses=[estimates_stay_small],
    **RECURSION,
    examples=EXAMPLES,
)
@printed(
    UNDER_ASSUMPTION_1 + r"$B=b_\beta b_x+b_x\sqrt d(b_\beta+C_\beta^K)$ with $C_\beta=1+b_x^2d\gamma_{\max}"
    r"\|M^V\|_F+b_\beta b_x\gamma_{\max}\|M^V\|_F$ (Frobenius' norm, the largest of the usual ones) exceeds "
    r"$|\beta_i^{(k)\top}[X^\top]_{:,\lfloor(i+1)/2\rfloor}|$ for all $k\le K$ and odd $i$ (evaluated: is at "
    "least).",
    defect="constant",
    because=r"$C_\beta$ lacks a factor $b_x$ in its label term.",
    fails_where=lambda b_x: b_x > 1,
    falls_with="sparse_recovery/proposition-1/eq-c.9",
)
@amended(
    UNDER_ASSUMPTION_1
    + r"$B=b_xb_\beta((1+a)^{K-1}-1)$ with $a=\frac N{2N+1}b_x^2\gamma_{\max}\|M^V\|_F$ is at "
    r"least $|\beta_i^{(k)\top}x_j|$ for all $k\le K$, odd $i$ and all $j$.",
    adds=r"$b_x b_\beta((1 + a)^{K-1} - 1)$ for B; every row, as the network needs",
    because="The growth bound of Proposition 1 as amended, times the length of a row.",
    B=enough,
    own=False,
)
@mutants(
    {
        "a tenth less": dict(B=lambda K, a, b_x, b_beta: enough(K, a, b_x, b_beta) * 9 / 10),
        "b_x for its square in a": dict(B=lambda K, a, b_x, b_beta: enough(K, a / b_x, b_x, b_beta)),
        "b_x times b_beta for B": dict(B=lambda b_x, b_beta: b_x * b_beta),
    }
)
def B_exceeds_every_score(matrices, theta, X, beta_star, query, B=prescribed, own=True):
    r"""The constant B that the proof builds on the K-th power of $C_\beta$ exceeds every score."""
    rows, beta = concat([X, query[None]]), path(X, beta_star, matrices, theta)[:-1]
    # At odd tokens from 3 on; the first one has no rows before it, and its estimates are 0.
    return at_most(abs(sum(beta * rows[1:], -1) if own else beta @ rows.T), B)


B_exceeds_every_score.figure(sizes_of_B)


def network(matrices: Array, theta: Array, B: Number) -> Transformer:
    """LISTA-VM with this B."""
    return lista_vm_transformer(matrices, theta, B, bias="corrected")


@theorem(
    PAPER,
    "C.2, the network with that B",
    id="proposition-1/constant-b/network",
    rank="step",
    origin="read",
    at=lines(469, 475),
    uses=[B_exceeds_every_score],
    **RECURSION,
    B=prescribed,
    least=enough,
    construction=network,
    examples=EXAMPLES,
)
@printed(
    UNDER_ASSUMPTION_1
    + r"the network with the bias of (C.2) corrected and $B=b_\beta b_x+b_x\sqrt d(b_\beta+C_"
    r"\beta^K)$ with $C_\beta=1+b_x^2d\gamma_{\max}\|M^V\|_F+b_\beta b_x\gamma_{\max}\|M^V\|_F$ follows it at "
    "every layer and prefix.",
    defect="constant",
    because="Odd tokens get in as keys where a score exceeds B.",
    fails_where=lambda b_x: b_x > 1,
    falls_with="sparse_recovery/proposition-1/eq-c.9",
)
@amended(
    UNDER_ASSUMPTION_1 + r"the network with the bias of (C.2) corrected and $B=b_xb_\beta((1+a)^{K-1}-1)$ with "
    r"$a=\frac N{2N+1}b_x^2\gamma_{\max}\|M^V\|_F$ follows it at every layer and prefix.",
    adds=r"$b_x b_\beta((1 + a)^{K-1} - 1)$ for B",
    because="B is then at least every score.",
    construction=lambda matrices, theta, least: network(matrices, theta, least),
)
@mutants(
    a_fifth_less=dict(construction=lambda matrices, theta, least: network(matrices, theta, least * 4 / 5)),
    the_printed_bias=dict(
        construction=lambda matrices, theta, least: lista_vm_transformer(matrices, theta, least, bias="printed")
    ),
)
def B_is_enough(matrices, theta, tf, X, beta_star, query):
    """With the B that the proof prescribes the network follows LISTA-VM through all layers."""
    found = estimates(tf, X, X @ beta_star, query)
    return equal(found, path(X, beta_star, matrices, theta))
