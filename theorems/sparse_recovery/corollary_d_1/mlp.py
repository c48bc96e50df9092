r"""The changed MLP of appendix D.2, and what the displays around it get wrong.

The four blocks $W_{1,\mathrm{sub}(1..4)}$ threshold the entries of $\mathbb S$ and zero the others. The
others come out as 0; on $\mathbb S$ the fourth bias has the sign of (C.2), $+\theta$, and the result is
$x-\theta$ for every x: it should be $-\theta$. The attention leaves the rows of x alone (its value
matrices write to beta only), so that its output is not $\operatorname{diag}(I^{\mathbb S},1,I^{\mathbb S},1)$
times itself: the first $I^{\mathbb S}$ should be I (`remark-3/state`).
"""

from dataclasses import dataclass

from baselines.proximal import soft_threshold
from lemmata import Margin, Prompt, dims, dyadics, equal, lines, reals, space
from lemmata.numbers import concatenate, constant, relu, zeros
from theorems.sparse_recovery import PAPER

OUT = (-1, 1, 1, -1)
"""W_2: the signs with which the four copies are added."""


@dataclass(frozen=True)
class Setting:
    d: int
    inside: int  # |S|, the first entries
    theta: float


settings = space(
    Setting, d=dims(1, 4), inside=lambda s: dims(1, s.d, most=s.d), theta=dyadics(0, 2, of="[0, inf)")
)
mlp = PAPER.claim(
    "Corollary D.1",
    part="the changed MLP",
    id="corollary-d.1/mlp",
    rank="step",
    origin="read",
    at=lines(750, 760),
    summary="The changed MLP of appendix D.2 thresholds the estimate on the known set and zeroes it elsewhere",
    settings=settings,
    prompts=lambda s: space(h=reals(2 * s.d + 2)),
)


@mlp.printed(
    r"With $W_{1,\mathrm{sub}(1)},\dots,W_{1,\mathrm{sub}(4)}$, $W_2$ of (C.2) and biases $-\theta$, $+\theta$ "
    r"in the third and fourth block on $\mathbb S$ "
    r"(the first $|\mathbb S|$ coordinates), for every $\theta\ge0$ and $h\in\mathbb R^{2d+2}$: "
    r"$\operatorname{MLP}(h)=(h_{1:d+1},\mathcal S_\theta(h_{d+2:d+|\mathbb S|+1}),0,h_{2d+2})$.",
    defect="construction",
    because="As in (C.2), the fourth bias makes it x - theta for every x.",
    fails_where=lambda s: s.theta > 0,
    last=1,
    outside=(1, 1, -1, 1),
)
@mlp.amended(
    r"With $W_{1,\mathrm{sub}(1)},\dots,W_{1,\mathrm{sub}(4)}$, $W_2$ of (C.2) and biases $-\theta$, $-\theta$ "
    r"in the third and fourth block on $\mathbb S$ "
    r"(the first $|\mathbb S|$ coordinates), for every $\theta\ge0$ and $h\in\mathbb R^{2d+2}$: "
    r"$\operatorname{MLP}(h)=(h_{1:d+1},\mathcal S_\theta(h_{d+2:d+|\mathbb S|+1}),0,h_{2d+2})$.",
    adds="-theta for +theta in the last bias",
    last=-1,
    outside=(1, 1, -1, 1),
)
def thresholds(s: Setting, prompt: Prompt, last: int, outside: tuple[int, ...]) -> Margin:
    """The MLP thresholds the known set and zeroes the rest."""
    d, k = s.d, s.inside
    on = constant([0] * (d + 1) + [1] * k + [0] * (d - k + 1), prompt.h)
    off = constant([0] * (d + 1 + k) + [1] * (d - k) + [0], prompt.h)
    output = prompt.h  # the layer is residual
    for within, beyond, bias, out in zip((1, -1, 1, -1), outside, (0, 0, -1, last), OUT, strict=True):
        output = output + relu(prompt.h * (on * within + off * beyond) + on * bias * s.theta) * out
    beta = soft_threshold(prompt.h[:, d + 1 : d + 1 + k], s.theta)
    gone = zeros((len(prompt), d - k), prompt.h)
    parts = [prompt.h[:, : d + 1], beta, gone, prompt.h[:, 2 * d + 1 :]]
    return equal(output, concatenate(parts, -1))


mlp.mutant("no sign in the third block outside of the set", outside=(1, 1, 1, 1))
mlp.mutant("no bias in the fourth block", last=0)
