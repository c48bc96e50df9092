r"""Section 3, C: the factor $\frac1n$ of (4) "does not influence the expressive power of the transformer".

For weights that serve every n this is no statement: then the factor is what makes the update a mean.
"""

from constructions.gradient_descent import linear_transformer
from lemmata import dims, equal, lines, mutants, printed, theorem
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn


@theorem(
    PAPER,
    "section 3, scaling factor",
    origin="read",
    at=lines(81),
    given=["P", "Q"],
    d=dims(1, 2),
    n=dims(1, 3),
    L=dims(1, 2),
    P=drawn("L", "d + 1", "d + 1"),
    Q=drawn("L", "d + 1", "d + 1"),
    Z=drawn("d + 1", "n + 1"),
    construction=linear_transformer,
)
@printed(
    r"For every n and every $Z_0$, the transformer (4) with any $P_\ell,Q_\ell$ is "
    r"$Z_{\ell+1}=Z_\ell+\mathrm{Attn}_{P_\ell,Q_\ell}(Z_\ell)$ with $\frac1nP_\ell$ in place of $P_\ell$, "
    r"where $\mathrm{Attn}_{P,Q}(Z)=PZM(Z^\top QZ)$ and $M=\operatorname{diag}(1,\dots,1,0)$. (For each n "
    "these are all networks without the factor.)"
)
@mutants(
    {
        "the same P": dict(share=lambda P: P),
        "over n + 1": dict(share=lambda P, n: P / (n + 1)),
        "without the mask": dict(tokens=lambda n: n + 1),
    }
)
def scaling_factor(Q, Z, tf, share=lambda P, n: P / n, tokens=lambda n: n):
    """The factor 1/n of a layer can be moved into its weights."""
    state = Z
    for P_l, Q_l in zip(share, Q, strict=True):
        unmasked = state[:, :tokens]  # Z M, without its last column
        state = state + P_l @ unmasked @ (unmasked.T @ Q_l @ state)
    return equal(tf(Z), state)
