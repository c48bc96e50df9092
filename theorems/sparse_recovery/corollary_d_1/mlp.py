r"""The changed MLP of appendix D.2, and what the displays around it get wrong.

With the sign of (C.2) in the fourth bias the result is $x-\theta$ for every x. The attention leaves the rows of
x alone (its value matrices write to $\beta$ only), so that its output is not $\operatorname{diag}(I^{\mathbb
S},1,I^{\mathbb S},1)$ times itself: the first $I^{\mathbb S}$ should be I (`remark-3/state`).
"""

from baselines.proximal import soft_threshold
from lemmata import amended, dims, dyadics, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import concat, constant, relu, zeros
from theorems.sparse_recovery import PAPER


@theorem(
    PAPER,
    "Corollary D.1",
    part="the changed MLP",
    rank="step",
    at=lines(750, 760),
    d=dims(1, 4),
    inside=dims(1, "d", most="d"),  # |S|, the first entries
    theta=dyadics(0, 2, of="[0, inf)"),
    h=reals("2 * d + 2"),
)
@printed(
    r"With $W_{1,\mathrm{sub}(1)},\dots,W_{1,\mathrm{sub}(4)}$, $W_2$ of (C.2) and biases $-\theta$, "
    r"$+\theta$ in the third and fourth block on $\mathbb S$ (the first $|\mathbb S|$ coordinates), for "
    r"every $\theta\ge0$ and $h\in\mathbb R^{2d+2}$: $\operatorname{MLP}(h)=(h_{1:d+1},\mathcal "
    r"S_\theta(h_{d+2:d+|\mathbb S|+1}),0,h_{2d+2})$.",
    defect="construction",
    because=r"As in (C.2), the fourth bias makes it $x - \theta$ for every x.",
    fails_where=lambda theta: theta > 0,
    falls_with="sparse_recovery/eq-c.2",
)
@amended(
    r"With $W_{1,\mathrm{sub}(1)},\dots,W_{1,\mathrm{sub}(4)}$, $W_2$ of (C.2) and biases $-\theta$, "
    r"$-\theta$ in the third and fourth block on $\mathbb S$ (the first $|\mathbb S|$ coordinates), for "
    r"every $\theta\ge0$ and $h\in\mathbb R^{2d+2}$: $\operatorname{MLP}(h)=(h_{1:d+1},\mathcal "
    r"S_\theta(h_{d+2:d+|\mathbb S|+1}),0,h_{2d+2})$.",
    adds=r"$-\theta$ for $+\theta$ in the last bias",
    last=-1,
)
@mutants(
    no_sign_in_the_third_block_outside_of_the_set=dict(outside=(1, 1, 1, 1)),
    no_bias_in_the_fourth_block=dict(last=0),
)
def thresholds(d, inside, theta, h, last=1, outside=(1, 1, -1, 1)):
    """The changed MLP of appendix D.2 thresholds the estimate on the known set and zeroes it elsewhere."""
    on = constant([0] * (d + 1) + [1] * inside + [0] * (d - inside + 1))
    off = constant([0] * (d + 1 + inside) + [1] * (d - inside) + [0])
    output = h  # the layer is residual
    # W_2 adds the four copies with the last of these signs.
    for within, beyond, bias, sign in zip(
        (1, -1, 1, -1), outside, (0, 0, -1, last), (-1, 1, 1, -1), strict=True
    ):
        output = output + sign * relu(h * (within * on + beyond * off) + bias * theta * on)
    beta = soft_threshold(h[d + 1 : d + 1 + inside], theta)
    return equal(output, concat([h[: d + 1], beta, zeros(d - inside), h[2 * d + 1 :]]))
