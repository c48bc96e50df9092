r"""(C.2) and (C.3): the MLP of the decoder transformer soft-thresholds the $\beta$ block of a token.

The first two of its four ReLU terms cancel $x$, and with the printed bias the last two leave $x-\theta$: the
smallest witness has $d=1$, $x=0$ and $\theta=1/8$. That $\theta\ge0$ the paper does not say: for $\theta<0$ its
formula $\operatorname{sign}(x)\max\{0,|x|-\theta\}$ jumps at 0 and no ReLU network can follow it.
"""

from baselines.proximal import soft_threshold_by_sign
from constructions.lista_vm import mlp_soft_threshold
from lemmata import amended, dims, dyadics, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, Number, Vector, concat
from theorems.sparse_recovery import PAPER

THRESHOLD, ANY_SIGN = dyadics(0, 4, of="[0, inf)"), dyadics(-4, 4, of="(-inf, inf)")


def thresholded(d: int, theta: Number, h: Vector, blocks: tuple[int, ...] = (1,)) -> Array:
    r"""A token whose blocks x and y (0), $\beta$ (1) and flag (2) are thresholded or not; (C.3) is block 1."""
    parts = h[: d + 1], h[d + 1 : -1], h[-1:]
    return concat(
        [soft_threshold_by_sign(part, theta) if k in blocks else part for k, part in enumerate(parts)]
    )


@theorem(
    PAPER, "(C.2), (C.3)", rank="step", at=lines(383, 391), d=dims(1, 4), theta=THRESHOLD, h=reals("2 * d + 2")
)
@printed(
    r"For $\theta\ge0$ and all $h_i\in\mathbb R^{2d+2}$, with the weights of (C.2): $\mathrm{MLP}(h_i)="
    r"\begin{bmatrix}(h_i)_{1:d+1}\\\mathcal S_{\theta}\left((h_i)_{d+2:2d+1}\right)\\(h_i)_{2d+2}"
    r"\end{bmatrix}$; the fourth block of $\mathbf b$ is $+\theta\cdot\mathbf 1_d$.",
    defect="construction",
    because=(
        r"The fourth bias block has the wrong sign: the $\beta$ block becomes $\beta - \theta$, whatever "
        r"$\beta$ is."
    ),
    fails_where=lambda theta: theta > 0,
    construction=lambda d, theta: mlp_soft_threshold(d, theta, bias="printed"),
)
@amended(
    r"For $\theta\ge0$ and all $h_i\in\mathbb R^{2d+2}$, with the weights of (C.2), the fourth block of "
    r"$\mathbf b$ being $-\theta\cdot\mathbf 1_d$: $\mathrm{MLP}(h_i)=\begin{bmatrix}(h_i)_{1:d+1}\\\mathcal "
    r"S_{\theta}\left((h_i)_{d+2:2d+1}\right)\\(h_i)_{2d+2}\end{bmatrix}$.",
    because=r"$\mathrm{ReLU}(x - \theta) - \mathrm{ReLU}(-x - \theta)$ is soft thresholding if $\theta \ge 0$.",
    adds=r"$-\theta$ in the fourth block of b",
    construction=lambda d, theta: mlp_soft_threshold(d, theta, bias="corrected"),
)
@mutants(
    theta_may_be_negative=dict(theta=ANY_SIGN),
    the_flag_is_thresholded=dict(blocks=(1, 2)),
    x_and_y_are_thresholded=dict(blocks=(0, 1)),
    twice_the_threshold=dict(times=2),
)
def displays(d, theta, tf, h, blocks=(1,), times=1):
    r"""The MLP of (C.2) soft-thresholds the $\beta$ block of a token and passes the rest through."""
    return equal(tf(h[:, None])[:, 0], thresholded(d, times * theta, h, blocks))


displays.derive_mutants(at=dict(d=2, theta=1.0))
