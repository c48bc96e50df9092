r"""How large the weights of the working transformer are: they grow like $N/(\lambda_k\delta)$.

Theorem 7 bounds the norm by $B_{\lambda_1}$, which depends on $\lambda_1$ alone. The heads of a normalisation
make $\|u\|^{-1}$ from $r=\lambda_k\delta/2$ on, and attention divides by N, so that their values add up to a
multiple of $N/r$. So no bound in terms of $\lambda_1$ is met: small eigenvalues and starts near their
hyperplanes cost weights, and so the Lipschitz constant of Proposition 9. (The norm is that of lines 68 to 70.)
"""

import torch

from constructions.attention import Attention
from constructions.mlp import Mlp
from constructions.pca import Shell, pca_transformer
from constructions.transformer import Transformer
from lemmata import at_most, dims, lines, mutants, printed, scales, theorem
from lemmata.numbers import Array, Number, over_batches, sqrt, stored, values
from theorems.pca import PAPER
from theorems.pca.theorem_7 import second


def largest(matrix: Array) -> float:
    """The operator norm, in float64."""
    return float(torch.linalg.matrix_norm(values(matrix), 2))


def norm_of(tf: Transformer) -> float:
    """The slides' norm: the largest of the layers."""
    sizes = []
    for layer in tf.layers:
        if isinstance(layer, Attention):
            keys = max(max(largest(head.Q), largest(head.K)) for head in layer.heads)
            sizes.append(keys + sum(largest(head.V) for head in layer.heads))
        elif isinstance(layer, Mlp):
            sizes.append(largest(layer.W1) + largest(layer.W2))
    return max(sizes)


def build(d: int, N: int, k: int, r: Number, rho: Number, M: int) -> Transformer:
    """The working transformer for the shell from r to rho r, with one power iteration."""
    return pca_transformer(d, N, k, 1, Shell(float(values(r)), float(values(r * rho)), M))


@theorem(
    PAPER,
    "Theorem 7, norm",
    id="theorem-7/size",
    origin="ours",
    at=lines(233, 235),
    uses=[second],
    d=dims(1, 3),
    N=lambda d: dims(d, 16),
    k=dims(1, "d", most="d"),
    r=scales(-8, 0, of="(0, 1]"),
    rho=scales(2, 8, of="[4, inf)"),  # R / r
    M=dims(5, 32),
    where=lambda rho, M: rho**2 <= 2 ** (M - 1),
    examples=[dict(d=2, N=16, k=2, r=1.0, rho=4.0, M=5)],  # the layer that removes a component is the largest
    construction=build,
)
@printed(
    r"The working transformer with $M\ge1+2\log_2\frac Rr$ heads for vectors with $r\le\|u\|\le R$, $r\le1$, "
    r"$R\ge4r$ ($r=\lambda_k\delta/2$, $R=2\lambda_1$ in Theorem 7 as amended), has "
    r"$\frac54\frac Nr\le\|\theta\|_{op}\le4\frac Nr+8$."
)
@mutants(
    three_quarters_of_the_upper_bound=dict(high=3),
    twice_the_lower_bound=dict(low=2.5),
    the_root_of_r=dict(power=lambda r: sqrt(r)),
)
def grows(N, r, tf, low=1.25, high=4, power=lambda r: r):
    """The weights of the working transformer grow like the samples over the smallest eigenvalue."""
    size, scale = stored(over_batches(norm_of)(tf)), N / power
    return at_most([low * scale, size], [size, high * scale + 8])
