r"""(C.2) and (C.3): the MLP of the decoder transformer soft-thresholds the beta block of a token.

(C.2) has the weights, (C.3) says what they do. The MLP adds four ReLU terms to its input $x$:
$-\sigma(x)+\sigma(-x)+\sigma(x-\theta)$ and a last one whose bias is printed $+\theta$. The
first two cancel $x$, and with the printed bias the last two leave $x-\theta$ for every $x$: the
smallest witness has $d=1$, $x=0$ and $\theta=1/8$. With the bias $-\theta$ the sum is the soft
threshold, provided that $\theta\ge0$, which the paper does not say and both readings have: for $\theta<0$
its formula $\operatorname{sign}(x)\max\{0,|x|-\theta\}$ jumps at 0 and no ReLU network can follow it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from baselines.proximal import soft_threshold
from constructions.lista_vm import mlp_soft_threshold
from constructions.mlp import Mlp
from lemmata import Margin, Prompt, Space, dims, dyadics, equal, lines, reals, space
from lemmata.numbers import Array, concatenate
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
    "(C.2), (C.3)",
    id="eq-c.2",
    rank="step",
    at=lines(383, 391),
    summary="The MLP of (C.2) soft-thresholds the beta block of a token and passes the rest through",
    settings=thresholds,
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
    r"For $\theta\ge0$ and all $h_i\in\mathbb R^{2d+2}$, with the weights of (C.2): $\mathrm{MLP}(h_i)="
    r"\begin{bmatrix}(h_i)_{1:d+1}\\"
    r"\mathcal S_{\theta}\left((h_i)_{d+2:2d+1}\right)\\(h_i)_{2d+2}\end{bmatrix}$; the fourth block "
    r"of $\mathbf b$ is $+\theta\cdot\mathbf 1_d$.",
    defect="construction",
    because="The fourth bias block has the wrong sign: the MLP computes x - theta for every x.",
    fails_where=lambda s: s.theta > 0,
    construction=mlp("printed"),
    expected=blocks,
)
@displays.amended(
    r"For $\theta\ge0$ and all $h_i\in\mathbb R^{2d+2}$, with the weights of (C.2), the fourth block of $"
    r"\mathbf b$ being "
    r"$-\theta\cdot\mathbf 1_d$: $\mathrm{MLP}(h_i)=\begin{bmatrix}(h_i)_{1:d+1}\\"
    r"\mathcal S_{\theta}\left((h_i)_{d+2:2d+1}\right)\\(h_i)_{2d+2}\end{bmatrix}$.",
    because="ReLU(x - theta) - ReLU(-x - theta) is the soft threshold if theta >= 0.",
    adds="-theta in the fourth block of b",
    construction=mlp("corrected"),
    expected=blocks,
)
def mlp_is_the_soft_threshold(
    s: Setting, tf: Mlp, prompt: Prompt, expected: Callable[[Setting, Array], Array]
) -> Margin:
    """The MLP thresholds the beta block of a token and passes the rest through."""
    return equal(tf(prompt.h[..., None])[..., 0], expected(s, prompt.h))


displays.mutant("theta may be negative", settings=any_sign)
displays.mutant("the flag is thresholded", expected=lambda s, h: soft_threshold(h, s.theta))
displays.mutant("x and y are thresholded", expected=lambda s, h: blocks(s, h, first=True))
displays.mutant("twice the threshold", expected=lambda s, h: blocks(Setting(s.d, s.theta * 2), h))
displays.derive_mutants(at=Setting(d=2, theta=1.0))
