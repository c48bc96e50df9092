r"""Transformers are Lipschitz in their parameters, if these are bounded, too.

The slides say that the transformer "is Lipschitz continuous to this norm when inputs are bounded". An
attention layer is cubic in its weights: with $D=N=1$, $h=1$ and $V=Q=K=t$ the output is $1+t^3$, so no
constant serves all $\theta$, whatever the bound on the inputs. For $\|\theta\|\le B$ and tokens of norm at
most $R$ one layer (attention, then MLP) has the constant $2B^2R^3(1+B^2)+B(R+B^3R^3)$. Weights are diagonal
in the hunt, so that operator norms are exact; the change is measured by the norm of the difference, $M=1$.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lemmata import Margin, Prompt, Space, at_most, box, dims, dyadics, in_ball, lines, scales, space
from lemmata.numbers import Array, amax, maximum, norm, relu
from theorems.pca import PAPER
from theorems.pca.transformer_norm import ROLES, layer_norm


@dataclass(frozen=True)
class Setting:
    D: int
    N: int
    R: float
    B: float
    C: float


def settings(largest: int) -> Space:
    """``B`` is at most ``2^largest``."""
    return space(
        Setting,
        D=dims(1, 2),
        N=dims(1, 2),
        R=dyadics(0, 2, open_low=True),
        B=scales(-1, largest),
        C=scales(-10, 20),
    )


def prompts(s: Setting) -> Space:
    """Two sets of diagonal weights with entries up to B, and tokens by rows."""
    weights: dict[str, Any] = {f"{role}{i}": box(s.D, low=-s.B, high=s.B) for role in ROLES for i in (1, 2)}
    return space(H=in_ball(s.N, s.D, radius=s.R), **weights)


def output(prompt: Prompt, which: int) -> Array:
    """One layer on tokens by rows."""
    V, Q, K, W1, W2 = (getattr(prompt, f"{role}{which}")[:, None, :] for role in ROLES)
    H = prompt.H
    H = H + relu((H * Q) @ (H * K).mT) @ (H * V) / H.shape[1]
    return H + relu(H * W1) * W2


lipschitz = PAPER.claim(
    "norm of a transformer",
    id="transformer-norm/lipschitz",
    origin="read",
    at=lines(72),
    summary="On bounded inputs a transformer is Lipschitz continuous in its parameters",
    settings=settings(10),
    prompts=prompts,
    examples=[Setting(D=1, N=1, R=1.0, B=1024.0, C=1.0)],
)


def of_one_layer(s: Setting, B: Array) -> Array:
    # The attention moves a token by at most 2 B^2 R^3 |theta - theta'|, which the MLP stretches by
    # 1 + B^2; the MLP's own change acts on a token of norm at most R + B^3 R^3.
    R = s.R
    return 2 * B**2 * R**3 * (1 + B**2) + B * (R + B**3 * R**3)


@lipschitz.printed(
    r"There is a C with $\max_i\|TF_\theta(H)_i-TF_{\theta'}(H)_i\|\le C\|\theta-\theta'\|_{op}$ for all "
    r"$\theta,\theta'$ and all H with $\|h_i\|\le R$.",
    defect="statement",
    because="The output is a polynomial of degree 3 and more in the weights: V = Q = K = t with growing t "
    "exceeds every C.",
    constant=lambda s, B: s.C,
)
@lipschitz.amended(
    r"For $\|\theta\|,\|\theta'\|\le B$ and $\|h_i\|\le R$, one layer: $\max_i\|TF_\theta(H)_i-"
    r"TF_{\theta'}(H)_i\|\le(2B^2R^3(1+B^2)+B(R+B^3R^3))\|\theta-\theta'\|_{op}$.",
    adds="parameters of norm at most B; one layer, with one head and diagonal weights; the constant",
    settings=settings(2),
    constant=of_one_layer,
)
def outputs_are_close(s: Setting, prompt: Prompt, constant: Callable[[Setting, Array], Array]) -> Margin:
    """The output moves at most by a constant times the change of the parameters."""
    first, second = ({r: getattr(prompt, f"{r}{i}") for r in ROLES} for i in (1, 2))
    change = layer_norm({role: first[role] - second[role] for role in ROLES})
    B = maximum(layer_norm(first), layer_norm(second))
    moved = amax(norm(output(prompt, 1) - output(prompt, 2)), -1)
    return at_most(moved, constant(s, B) * change)


lipschitz.mutant("linear in B", constant=lambda s, B: B * (s.R + 1) / 8)
lipschitz.mutant("the constant 1/8", constant=lambda s, B: 1 / 8)
lipschitz.mutant("without the attention", constant=lambda s, B: B * s.R / 4)
