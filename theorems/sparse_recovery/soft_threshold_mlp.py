r"""The MLP of the decoder transformer soft-thresholds the beta block of a token.

(C.2) and (C.3) of appendix C.1, (4.3) and the sentence after it. The MLP adds four ReLU terms to its
input $x$: $-\sigma(x)+\sigma(-x)+\sigma(x-\theta)$ and a last one whose bias is printed $+\theta$. The
first two cancel $x$, and with the printed bias the last two leave $x-\theta$ for every $x$: the
smallest witness has $d=1$, $x=0$ and $\theta=1/8$. With the bias $-\theta$ the sum is the soft
threshold, provided that $\theta\ge0$, which the paper does not say: for $\theta<0$ its formula
$\operatorname{sign}(x)\max\{0,|x|-\theta\}$ jumps at 0 and no ReLU network can follow it.

(4.3) also thresholds the first $d+1$ entries, where (C.3) and the proof pass them through.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from baselines.proximal import soft_threshold
from constructions.lista_vm import mlp_soft_threshold
from constructions.transformer import Mlp
from lemmata.arrays import Array, concatenate, relu
from lemmata.margins import Margin, equal
from lemmata.spaces import Prompt, Space, dims, dyadics, reals, space
from theorems.sparse_recovery import PAPER


@dataclass(frozen=True)
class Setting:
    d: int
    theta: float


any_sign = space(Setting, d=dims(1, 4), theta=dyadics(-4, 4))
thresholds = space(Setting, d=dims(1, 4), theta=dyadics(0, 4))


def prompts(s: Setting) -> Space:
    """One token: blocks x (d), y (1), beta (d) and flag (1)."""
    return space(h=reals(2 * s.d + 2))


displays = PAPER.claim(
    "(C.2), (C.3)", slug="soft-threshold-mlp", kind="forall", settings=any_sign, prompts=prompts
)
main_text = PAPER.claim(
    "(4.3)",
    slug="soft-threshold-mlp-4.3",
    kind="forall",
    settings=thresholds,
    prompts=prompts,
    uses=[displays],
)
scalar = PAPER.claim(
    "the sentence after (4.3)",
    slug="soft-threshold-mlp-combination",
    kind="forall",
    settings=any_sign,
    prompts=prompts,
)


def mlp(bias: Literal["printed", "corrected"]) -> Callable[[Setting], Mlp]:
    return lambda s: mlp_soft_threshold(s.d, s.theta, bias=bias)


def blocks(s: Setting, h: Array, first: bool = False) -> Array:
    """The token with its beta block thresholded, and its first d + 1 entries too if ``first``."""
    head, beta, flag = h[..., : s.d + 1], h[..., s.d + 1 : -1], h[..., -1:]
    head = soft_threshold(head, s.theta) if first else head
    return concatenate([head, soft_threshold(beta, s.theta), flag], -1)


@displays.printed(
    r"With the weights of (C.2): $\mathrm{MLP}(h_i)=\begin{bmatrix}(h_i)_{1:d+1}\\"
    r"\mathcal S_{\theta}\left((h_i)_{d+2:2d+1}\right)\\(h_i)_{2d+2}\end{bmatrix}$; the fourth block "
    r"of $\mathbf b$ is $+\theta\cdot\mathbf 1_d$.",
    expect="refuted",
    defect="construction",
    because="The fourth bias block has the wrong sign: the MLP computes x - theta for every x.",
    construction=mlp("printed"),
    expected=blocks,
)
@displays.amended(
    r"With the weights of (C.2), the fourth block of $\mathbf b$ being $-\theta\cdot\mathbf 1_d$, and "
    r"$\theta\ge0$: $\mathrm{MLP}(h_i)=\begin{bmatrix}(h_i)_{1:d+1}\\"
    r"\mathcal S_{\theta}\left((h_i)_{d+2:2d+1}\right)\\(h_i)_{2d+2}\end{bmatrix}$.",
    because="ReLU(x - theta) - ReLU(-x - theta) is the soft threshold if theta >= 0.",
    settings=thresholds,
    construction=mlp("corrected"),
    expected=blocks,
)
def mlp_is_the_soft_threshold(
    s: Setting, tf: Mlp, prompt: Prompt, expected: Callable[[Setting, Array], Array]
) -> Margin:
    """The MLP thresholds the beta block of a token and passes the rest through."""
    return equal(tf(prompt.h[..., None])[..., 0], expected(s, prompt.h))


@main_text.printed(
    r"$\mathrm{MLP}(h_i)=\begin{bmatrix}\mathcal S_{\theta}\left((h_i)_{1:d+1}\right)\\"
    r"\mathcal S_{\theta}\left((h_i)_{d+2:2d+1}\right)\\(h_i)_{2d+2}\end{bmatrix}$.",
    expect="refuted",
    defect="extraction",
    because="The first block is thresholded too, against (C.3) and the proof. The brackets of this "
    "display are garbled in our source, so it is a possible extraction artefact.",
    construction=mlp("corrected"),
    expected=lambda s, h: blocks(s, h, first=True),
)
@main_text.amended(
    r"$\mathrm{MLP}(h_i)=\begin{bmatrix}(h_i)_{1:d+1}\\"
    r"\mathcal S_{\theta}\left((h_i)_{d+2:2d+1}\right)\\(h_i)_{2d+2}\end{bmatrix}$.",
    construction=mlp("corrected"),
    expected=blocks,
)
def main_text_agrees(
    s: Setting, tf: Mlp, prompt: Prompt, expected: Callable[[Setting, Array], Array]
) -> Margin:
    """The main text and the appendix describe the same MLP."""
    return equal(tf(prompt.h[..., None])[..., 0], expected(s, prompt.h))


@scalar.printed(
    r"$x-\mathrm{ReLU}(x)+\mathrm{ReLU}(-x)+\mathrm{ReLU}(x-\theta)-\mathrm{ReLU}(-x+\theta)="
    r"\mathcal S_\theta(x)$.",
    expect="refuted",
    defect="construction",
    because="The four terms sum to x - theta for every x.",
    last=lambda x, theta: relu(theta - x),
)
@scalar.amended(
    r"$x-\mathrm{ReLU}(x)+\mathrm{ReLU}(-x)+\mathrm{ReLU}(x-\theta)-\mathrm{ReLU}(-x-\theta)="
    r"\mathcal S_\theta(x)$ for $\theta\ge0$.",
    settings=thresholds,
    last=lambda x, theta: relu(-x - theta),
)
def combination(s: Setting, prompt: Prompt, last: Callable[[Array, Array], Array]) -> Margin:
    """Four ReLU terms and the identity make the soft threshold."""
    x = prompt.h
    total = x - relu(x) + relu(-x) + relu(x - s.theta) - last(x, s.theta)
    return equal(total, soft_threshold(x, s.theta))


displays.mutant("theta may be negative", settings=any_sign)
displays.mutant("the flag is thresholded", expected=lambda s, h: soft_threshold(h, s.theta))
displays.mutant("x and y are thresholded", expected=lambda s, h: blocks(s, h, first=True))
displays.mutant("twice the threshold", expected=lambda s, h: blocks(Setting(s.d, s.theta * 2), h))
displays.derive_mutants(at=Setting(d=2, theta=1.0))
main_text.mutant("theta may be negative", settings=any_sign)
main_text.mutant("the flag is thresholded", expected=lambda s, h: soft_threshold(h, s.theta))
main_text.mutant("the printed bias", construction=mlp("printed"))
scalar.mutant("theta may be negative", settings=any_sign)
scalar.mutant("the last term is missing", last=lambda x, theta: x * 0)
scalar.mutant("the last term keeps x", last=lambda x, theta: relu(-x))
