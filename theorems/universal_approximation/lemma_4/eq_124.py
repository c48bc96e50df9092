r"""Attn2 with its two heads should compute (124), and so (110), appendix A.4.3; its values lack the factor N.

(124) has no factor $1/N$; the attention (11) has one, so that the printed values $4\tau$ give the N-th part
of the prediction. With $4N\tau$ they give (124) exactly: an identity, so that the mutants of every block of
the weights are tested here.
"""

from dataclasses import replace

from constructions.attention import Attention
from constructions.layer import Layer
from lemmata import Margin, Prompt, equal, lines
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lemma_4 import layers

prediction = PAPER.claim(
    "(124)",
    id="lemma-4/eq-124",
    rank="step",
    summary="The two heads of Attn2 compute the linearised prediction (124)",
    at=lines(1092, 1101),
    settings=layers.settings(2),
    prompts=layers.states,
)


@prediction.printed(
    r"With $V_1=4\tau(u_{d+1}-u_{d+3})^\top$ in the last row, $V_2=-V_1$ and the listed $Q$ and $K$, Attn2 "
    r"changes $\widehat y$ into the right side of (124), and nothing else, at " + layers.STATES + ".",
    defect="construction",
    because="The attention (11) divides by N and (124) does not.",
    fails_where=lambda s: s.N >= 2,
    construction=layers.prediction_layer("printed"),
)
@prediction.amended(
    r"With $V_1=4N\tau(u_{d+1}-u_{d+3})^\top$ in the last row, $V_2=-V_1$ and the listed $Q$ and $K$, Attn2 "
    r"changes $\widehat y$ into the right side of (124), and nothing else, at " + layers.STATES + ".",
    because="The factor N undoes the 1/N of (11).",
    adds="the factor N in V_1",
    construction=layers.prediction_layer("repaired"),
)
def attn2_runs_124(s: layers.Setting, tf: Layer, prompt: Prompt) -> Margin:
    """The output of Attn2 against the matrix with the right side of (124)."""
    H = layers.hidden_state(s, prompt)
    return equal(
        tf(H), H + layers.in_block(s, H, "yhat", layers.display_124(s, layers.state(s, prompt)) - prompt.yhat)
    )


prediction.derive_mutants(at=layers.SMALL)
prediction.mutant("one head", construction=lambda s: _first_head(layers.prediction_layer("repaired")(s)))


def _first_head(layer: Layer) -> Layer:
    assert isinstance(layer, Attention)
    return replace(layer, heads=layer.heads[:1])
