r"""What the main text says of the soft-thresholding MLP: (4.3) and the sentence after it.

(4.3) thresholds the first $d+1$ entries of a token, too, where (C.3) and the proof pass them through:
the two descriptions of one MLP differ. (Other weights could do what (4.3) says.)
The sentence after it lists the terms $-\mathrm{ReLU}(x)$, $\mathrm{ReLU}(-x)$, $\mathrm{ReLU}(x-\theta)$,
$-\mathrm{ReLU}(-x+\theta)$ and $x$: together they sum to $x-\theta$, the last sign being that of (C.2).
"""

from __future__ import annotations

from collections.abc import Callable

from baselines.proximal import soft_threshold
from constructions.transformer import Mlp
from lemmata import Margin, Prompt, equal
from lemmata.numbers import Array, relu
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.eq_c_2 import (
    ON_TOKENS,
    Setting,
    any_sign,
    blocks,
    displays,
    mlp,
    thresholds,
)

main_text = PAPER.claim(
    "(4.3)", id="eq-4.3", settings=thresholds, uses=[displays], **ON_TOKENS
)
scalar = PAPER.claim(
    "the sentence after (4.3)",
    id="eq-4.3/combination/sum",
    settings=any_sign,
    **ON_TOKENS,
)


@main_text.printed(
    r"The MLP of (C.2), with its bias corrected, computes (4.3): "
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
    r"The MLP of (C.2), with its bias corrected, computes (C.3): "
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
    because="The five terms sum to x - theta for every x.",
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


main_text.mutant("theta may be negative", settings=any_sign)
main_text.mutant("the flag is thresholded", expected=lambda s, h: soft_threshold(h, s.theta))
main_text.mutant("the printed bias", construction=mlp("printed"))
scalar.mutant("theta may be negative", settings=any_sign)
scalar.mutant("the last term is missing", last=lambda x, theta: x * 0)
scalar.mutant("the last term keeps x", last=lambda x, theta: relu(-x))
