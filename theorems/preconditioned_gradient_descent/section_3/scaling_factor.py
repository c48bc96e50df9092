r"""Section 3, C: the factor $\frac1n$ of (4) "does not influence the expressive power of the transformer".

For a given number of samples the network with weights $P_\ell$ is the one without the factor and weights
$\frac1nP_\ell$, and every network without it arises so. For weights that serve every n this is no
statement: then the factor is what makes the update a mean.
"""

from collections.abc import Callable
from dataclasses import dataclass

from torch import Tensor

from constructions.gradient_descent import linear_transformer
from constructions.transformer import Transformer
from lemmata import Margin, Prompt, Space, dims, equal, lines, space
from lemmata.numbers import Array
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn


@dataclass(frozen=True)
class Setting:
    d: int
    n: int
    L: int
    P: Tensor  # (L, d + 1, d + 1)
    Q: Tensor


def states(s: Setting) -> Space:
    return space(Z=drawn(s.d + 1, s.n + 1))


def attention(P: Array, Q: Array, Z: Array, tokens: int) -> Array:
    """(3), P Z M (Z^T Q Z), where the mask M leaves the first ``tokens`` tokens."""
    return P @ Z[..., :tokens] @ (Z[..., :tokens].mT @ Q @ Z)


scaling_factor = PAPER.claim(
    "section 3, scaling factor",
    id="section-3/scaling-factor",
    summary="The factor 1/n of a layer can be moved into its weights.",
    origin="read",
    at=lines(81),
    settings=space(
        Setting,
        d=dims(1, 2),
        n=dims(1, 3),
        L=dims(1, 2),
        P=lambda s: drawn(s.L, s.d + 1, s.d + 1),
        Q=lambda s: drawn(s.L, s.d + 1, s.d + 1),
    ),
    prompts=states,
)
scaling_factor.construction(lambda s: linear_transformer(s.P, s.Q))


@scaling_factor.printed(
    r"For every n and every $Z_0$, the transformer (4) with any $P_\ell,Q_\ell$ is "
    r"$Z_{\ell+1}=Z_\ell+\mathrm{Attn}_{P_\ell,Q_\ell}(Z_\ell)$ "
    r"with $\frac1nP_\ell$ in place of $P_\ell$, where $\mathrm{Attn}_{P,Q}(Z)=PZM(Z^\top QZ)$ and "
    r"$M=\operatorname{diag}(1,\dots,1,0)$. (For each n these are all networks without the factor.)",
    share=lambda P, n: P / n,
    tokens=lambda s: s.n,
)
def without_the_factor(
    s: Setting,
    tf: Transformer,
    prompt: Prompt,
    share: Callable[[Array, int], Array],
    tokens: Callable[[Setting], int],
) -> Margin:
    """The factor 1 / n moves into the weights."""
    state = prompt.Z
    for P, Q in zip(s.P, s.Q, strict=True):
        state = state + attention(share(P, s.n), Q, state, tokens(s))
    return equal(tf(prompt.Z), state)


scaling_factor.mutant("the same P", share=lambda P, n: P)
scaling_factor.mutant("over n + 1", share=lambda P, n: P / (n + 1))
scaling_factor.mutant("without the mask", tokens=lambda s: s.n + 1)
