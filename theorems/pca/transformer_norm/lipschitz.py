r"""Transformers are Lipschitz in their parameters, if these are bounded, too.

The slides say that the transformer "is Lipschitz continuous to this norm when inputs are bounded". An
attention layer is cubic in its weights: with $D=N=1$, $h=1$ and $V=Q=K=t$ the output is $1+t^3$, so no
constant serves all $\theta$, whatever the bound on the inputs. For $\|\theta\|\le B$ and tokens of norm at
most $R$ one layer (attention, then MLP) has the constant $\frac1{64}B^4R^3+\max\{BR,B^2R^3\}$, for any number
of heads. Weights are diagonal in the hunt, so that operator norms are exact; the change is measured by the norm
of the difference.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lemmata import Margin, Prompt, Space, at_most, box, choices, dims, in_ball, lines, scales, some, space
from lemmata.numbers import Array, amax, maximum, norm, relu, sum
from theorems.pca import PAPER
from theorems.pca.transformer_norm import ROLES, layer_norm


@dataclass(frozen=True)
class Bounded:
    """Tokens of norm at most R, weights with entries up to ``largest``."""

    D: int
    N: int
    M: int
    R: float
    largest: float


@dataclass(frozen=True)
class Setting(Bounded):
    """Bounds, and the constant."""

    C: float


def growing(C: float) -> Setting:
    """Weights so large that ``V = Q = K = largest`` exceed the constant."""
    return Setting(D=1, N=1, M=1, R=1.0, largest=2.0 ** math.ceil(math.log2(C) / 2 + 4), C=C)


LARGEST = scales(-6, 9)
few = space(Bounded, D=dims(1, 3), N=dims(1, 4), M=dims(1, 3), R=scales(-6, 6, of="(0, inf)"), largest=LARGEST)
single = space(
    Bounded, D=dims(1, 1), N=dims(1, 2), M=dims(1, 1), R=scales(-6, 6, of="(0, inf)"), largest=LARGEST
)
"""One head and one feature, where mutants fall without a long search."""


def prompts(s: Bounded) -> Space:
    """Two sets of diagonal weights with entries up to ``largest``, and tokens by rows."""
    heads, mlp = ((*shape, s.D) for shape in ((s.M,), ()))
    weights: dict[str, Any] = {
        f"{role}{i}": box(*(mlp if "W" in role else heads), low=-s.largest, high=s.largest)
        for role in ROLES
        for i in (1, 2)
    }
    return space(H=in_ball(s.N, s.D, radius=s.R), **weights)


def output(prompt: Prompt, which: int) -> Array:
    """One layer on tokens by rows."""
    V, Q, K = (getattr(prompt, f"{role}{which}")[:, :, None, :] for role in ("V", "Q", "K"))
    W1, W2 = (getattr(prompt, f"{role}{which}")[:, None, :] for role in ("W1", "W2"))
    H = prompt.H[:, None]  # the heads have an axis of their own
    H = prompt.H + sum(relu((H * Q) @ (H * K).mT) @ (H * V), 1) / H.shape[2]
    return H + relu(H * W1) * W2


lipschitz = PAPER.claim(
    "norm of a transformer",
    id="transformer-norm/lipschitz",
    origin="read",
    at=lines(72),
    summary="On bounded inputs a transformer is Lipschitz continuous in its parameters",
    settings=space(
        Setting,
        D=dims(1, 2),
        N=dims(1, 3),
        M=dims(1, 2),
        R=choices(1.0),
        largest=LARGEST,
        C=some(scales(-10, 10), for_each=("R",), weaker="larger", fails_at=growing),
    ),
    pinned={"R": "C may depend on R, so that all C have to fail at one R: at R = 1 they do"},
    prompts=prompts,
    examples=[growing(2.0**10)],
)


def of_one_layer(s: Bounded, B: Array) -> Array:
    # Let v, q, w_1, w_2 be the norms of V (the sum over heads), of Q and K, and of the MLP: v + q + w_1 + w_2
    # <= B on the way from one theta to the other. The output changes by at most q^2 R^3 (1 + w_1 w_2) for each
    # unit of V, twice v q R^3 (1 + w_1 w_2) for one of Q and K, and w (R + v q^2 R^3) for one of W_1 or W_2;
    # in norm the largest of these counts, and q^2 w_1 w_2, w v q^2 <= B^4 / 64.
    return B**4 * s.R**3 / 64 + maximum(B * s.R, B**2 * s.R**3)


@lipschitz.printed(
    r"For every R there is a C with $\max_i\|TF_\theta(H)_i-TF_{\theta'}(H)_i\|\le "
    r"C\|\theta-\theta'\|_{op}$ for all $\theta,\theta'$, of any size, and all H with $\|h_i\|\le R$ (one "
    r"layer; "
    r"read so, since inputs alone are said to be bounded).",
    defect="statement",
    because="The output grows like t^3 with the weights V = Q = K = t, which exceeds every C.",
    constant=lambda s, B: s.C,
)
@lipschitz.amended(
    r"For $\|\theta\|,\|\theta'\|\le B$ and $\|h_i\|\le R$, one layer with diagonal weights: "
    r"$\max_i\|TF_\theta(H)_i-TF_{\theta'}(H)_i\|\le\left(\tfrac1{64}B^4R^3+\max\{BR,B^2R^3\}\right)"
    r"\|\theta-\theta'\|_{op}$.",
    adds="parameters of norm at most B; one layer, with diagonal weights; the constant",
    slack="0.99999 was met outside, by two transformers that differ a little in W_2 or V alone, all other "
    "weights but W_1, or Q and K, being 0: a coincidence of ten matrices that is seldom drawn.",
    settings=few,
    constant=of_one_layer,
)
def outputs_are_close(s: Bounded, prompt: Prompt, constant: Callable[[Any, Array], Array]) -> Margin:
    """The output moves at most by a constant times the change of the parameters."""
    first, second = ({r: getattr(prompt, f"{r}{i}") for r in ROLES} for i in (1, 2))
    change = layer_norm({role: first[role] - second[role] for role in ROLES})
    B = maximum(layer_norm(first), layer_norm(second))
    moved = amax(norm(output(prompt, 1) - output(prompt, 2)), -1)
    return at_most(moved, constant(s, B) * change)


SMALL: dict[str, Any] = {"why": "With one head and one feature, which are enough.", "settings": single}
lipschitz.mutant("half of the constant", **SMALL, constant=lambda s, B: of_one_layer(s, B) / 2)
lipschitz.mutant("without the attention", **SMALL, constant=lambda s, B: B**4 * s.R**3 / 64 + B * s.R)
lipschitz.mutant("without the MLP", **SMALL, constant=lambda s, B: B**4 * s.R**3 / 64 + B**2 * s.R**3)
