r"""(C.2) and (C.3): the MLP of the decoder transformer soft-thresholds the beta block of a token.

(C.2) has the weights, (C.3) says what they do. The MLP adds four ReLU terms to its input $x$:
$-\sigma(x)+\sigma(-x)+\sigma(x-\theta)$ and a last one whose bias is printed $+\theta$. The
first two cancel $x$, and with the printed bias the last two leave $x-\theta$ for every $x$: the
smallest witness has $d=1$, $x=0$ and $\theta=1/8$. With the bias $-\theta$ the sum is the soft
threshold, provided that $\theta\ge0$, which the paper does not say and is read here: for $\theta<0$
its formula $\operatorname{sign}(x)\max\{0,|x|-\theta\}$ jumps at 0 and no ReLU network can follow it.
"""

from collections.abc import Callable
from dataclasses import dataclass

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


any_sign = space(Setting, d=dims(1, 4), theta=dyadics(-4, 4, of="(-inf, inf)"))
thresholds = space(Setting, d=dims(1, 4), theta=dyadics(0, 4, of="[0, inf)"))


def prompts(s: Setting) -> Space:
    """One token: blocks x (d), y (1), beta (d) and flag (1)."""
    return space(h=reals(2 * s.d + 2))


displays = PAPER.claim(
    "(C.2), (C.3)",
    id="eq-c.2",
    rank="step",
    origin="read",
    at=lines(383, 391),
    summary="The MLP of (C.2) soft-thresholds the beta block of a token and passes the rest through",
    settings=thresholds,
    prompts=prompts,
)


def with_plus_theta(s: Setting) -> Mlp:
    """The MLP of (C.2) as it is printed, with +theta in the fourth block of b."""
    return mlp_soft_threshold(s.d, s.theta, bias="printed")


def with_minus_theta(s: Setting) -> Mlp:
    """The MLP of (C.2) with -theta in the fourth block of b."""
    return mlp_soft_threshold(s.d, s.theta, bias="corrected")


def blocks(s: Setting, h: Array) -> Array:
    """(C.3): the token with its beta block thresholded."""
    x_and_y, beta, flag = h[..., : s.d + 1], h[..., s.d + 1 : -1], h[..., -1:]
    return concatenate([x_and_y, soft_threshold(beta, s.theta), flag], -1)


def x_and_y_too(s: Setting, h: Array) -> Array:
    """The token with its beta block and its first d + 1 entries thresholded."""
    return concatenate([soft_threshold(h[..., : s.d + 1], s.theta), blocks(s, h)[..., s.d + 1 :]], -1)


def flag_too(s: Setting, h: Array) -> Array:
    """The token with its beta block and its flag thresholded."""
    return concatenate([blocks(s, h)[..., :-1], soft_threshold(h[..., -1:], s.theta)], -1)


@displays.printed(
    r"For $\theta\ge0$ and all $h_i\in\mathbb R^{2d+2}$, with the weights of (C.2): $\mathrm{MLP}(h_i)="
    r"\begin{bmatrix}(h_i)_{1:d+1}\\"
    r"\mathcal S_{\theta}\left((h_i)_{d+2:2d+1}\right)\\(h_i)_{2d+2}\end{bmatrix}$; the fourth block "
    r"of $\mathbf b$ is $+\theta\cdot\mathbf 1_d$.",
    defect="construction",
    because="The fourth bias block has the wrong sign: the beta block becomes beta - theta, whatever beta is.",
    fails_where=lambda s: s.theta > 0,
    construction=with_plus_theta,
    expected=blocks,
)
@displays.amended(
    r"For $\theta\ge0$ and all $h_i\in\mathbb R^{2d+2}$, with the weights of (C.2), the fourth block of $"
    r"\mathbf b$ being "
    r"$-\theta\cdot\mathbf 1_d$: $\mathrm{MLP}(h_i)=\begin{bmatrix}(h_i)_{1:d+1}\\"
    r"\mathcal S_{\theta}\left((h_i)_{d+2:2d+1}\right)\\(h_i)_{2d+2}\end{bmatrix}$.",
    because="ReLU(x - theta) - ReLU(-x - theta) is the soft threshold if theta >= 0.",
    adds="-theta in the fourth block of b",
    construction=with_minus_theta,
    expected=blocks,
)
def mlp_is_the_soft_threshold(
    s: Setting, tf: Mlp, prompt: Prompt, expected: Callable[[Setting, Array], Array]
) -> Margin:
    """The MLP thresholds the beta block of a token and passes the rest through."""
    return equal(tf(prompt.h[..., None])[..., 0], expected(s, prompt.h))


displays.mutant("theta may be negative", settings=any_sign)
displays.mutant("the flag is thresholded", expected=flag_too)
displays.mutant("x and y are thresholded", expected=x_and_y_too)
displays.mutant("twice the threshold", expected=lambda s, h: blocks(Setting(s.d, s.theta * 2), h))
displays.derive_mutants(at=Setting(d=2, theta=1.0))
