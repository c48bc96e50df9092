r"""The extra layer of Theorem E.1, weight by weight: what it writes into the label row of every token.

By the displays of the proof the head has $Qh_i=(0;1;x_n;0)$, $Kh_j=(0;-B';\beta_j;0)$ and $Vh_j=(0;
\mathbb 1_{i\%2=1};0)$, and the MLP makes $\frac2p\hat y+B'$ of $\hat y$. The indicator in V has the index
of the query in the sum, where every $j\le i$ then counts, even ones, too; it must be $\mathbb
1_{j\%2=1}$, a flag that V reads off the key. As an identity for all tokens: at even queries the flag
shuts B' out of the scores. The mutants change every block of the layer's weights.
"""

from collections.abc import Callable
from dataclasses import dataclass

import torch

from constructions.lista_vm import label_layer, residual_stream
from constructions.transformer import Transformer
from lemmata import Margin, Prompt, choices, dims, dyadics, equal, lines, scales, space
from lemmata.numbers import Array, constant, relu, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.layer import Sizes, labels, odd, prompts, rows, state


@dataclass(frozen=True)
class Setting(Sizes):
    B: float  # B'
    p: float
    b_x: float = 2.0
    R: float = 2.0


layer = PAPER.claim(
    "Theorem E.1, last layer",
    id="theorem-e.1/last-layer",
    rank="step",
    origin="read",
    at=lines(820, 842),
    summary="The extra layer of Theorem E.1 writes the shifted and scaled average of the scores into the label "
    "row",
    prompts=prompts,
    settings=space(
        Setting,
        d=dims(1, 2),
        N=dims(1, 2),
        B=dyadics(0, 1, of="[0, inf)"),
        p=choices(0.5, 1.0, 0.25),
        b_x=scales(-2, 2, of="(0, inf)"),
        R=scales(-2, 2, of="(0, inf)"),
    ),
)
Keys = Callable[[Array], Array]


@layer.construction
def last(s: Setting) -> Transformer:
    return Transformer(residual_stream(s.d), label_layer(s.d, s.B, s.p))


ROW = (
    r"With the weights of the displays ($B'\ge0$ and $p\in\{1,\frac12,\frac14\}$, which is in the factor "
    r"$\frac2p$ alone), on any state with $\|x_i\|\le b_x$ and $\|\beta_i\|\le R$: at every token i "
    r"the label row becomes $\frac2p\left(y+\frac1i\sum_{j\le i}\sigma(x_i^\top\beta_j-B'\mathbb "
    r"1_{i\%%2=1})\mathbb 1_{%s\%%2=1}\right)+B'$."
)


@layer.printed(
    ROW % "i",
    defect="typo",
    because="The indicator belongs to the key: even tokens, with estimates of their own, would count.",
    keys=lambda flags: flags[:, None],
)
@layer.amended(ROW % "j", adds="the indicator of the key j for that of the query i", keys=lambda flags: flags)
def label_row(s: Setting, tf: Transformer, prompt: Prompt, keys: Keys) -> Margin:
    """The last layer averages the scores above the threshold, and shifts and scales the average."""
    H = state(s, prompt)
    flags, tokens = odd(H), H.shape[-1]
    scores = rows(s, prompt) @ prompt.beta.mT - (flags * s.B)[:, None]
    causal = constant(torch.ones(tokens, tokens, dtype=torch.float64).tril(), H)
    i = constant([float(k) for k in range(1, tokens + 1)], H)
    attended = sum(relu(scores) * causal * keys(flags), -1) / i
    wanted = (labels(s, prompt) + attended) * 2 / s.p + s.B
    return equal(tf(H)[:, s.d], wanted)


layer.derive_mutants(Setting(d=2, N=2, B=0.5, p=0.5))
