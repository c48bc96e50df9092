r"""What the attention layers of A.4 compute, against the displays that they should run.

Attn1 should compute (118). The text says that it has four heads and lists three: the third one adds
$\frac{8\tau}{N}\sigma_{\mathsf{attn}}(0)\sum_i\phi_i$ that nothing takes away. (The row of the fourth head
may have been lost in the extraction of the text.) With $V_4=-V_1$ and $Q_4=K_4=0$ it computes (118)
exactly.

Attn2 should compute (124), which has no factor $1/N$; the attention (11) has one, so the printed values
$4\tau$ give the N-th part of the prediction. With $4N\tau$ they give (124).

Both are exact identities: the mutants of every block of the weights are tested here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from constructions.transformer import Layer
from lemmata import Margin, Prompt, box, equal, reals
from lemmata.numbers import Array, zeros
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.instances_layers import (
    Setting,
    gradient_layer,
    hidden_state,
    prediction_layer,
    settings,
    states,
)
from theorems.universal_approximation.instances_layers_displays import (
    display_118,
    display_124,
    state,
)

AT = Setting(1, 1, 2, 0.5, 2.0, reals(1, 1).seeded(1), box(1, low=-2.0, high=1.0).seeded(1))
gradient = PAPER.claim(
    "(118)",
    slug="construction-layers-118",
    kind="forall",
    settings=settings(2),
    prompts=states,
)


@gradient.printed(
    r"With the three heads that are listed and all remaining entries zero, Attn1 changes $\rho$ into the "
    r"right side of (118), and nothing else.",
    expect="refuted",
    defect="extraction",
    because="Of the four heads three are listed; the fourth, which takes away what the third adds at "
    "score 0, is missing.",
    construction=gradient_layer("printed"),
)
@gradient.amended(
    r"With the three heads that are listed and a fourth, $V_4=-V_1$, $Q_4=K_4=0$, Attn1 changes $\rho$ into "
    r"the right side of (118), and nothing else.",
    because="Only the missing head is added.",
    construction=gradient_layer("repaired"),
)
def attn1_runs_118(s: Setting, tf: Layer, prompt: Prompt) -> Margin:
    """Attn1 adds the linearised gradient step to rho."""
    H = hidden_state(s, prompt)
    return equal(tf(H), H + _in_block(s, H, "rho", display_118(s, state(s, prompt)) - prompt.rho))


prediction = PAPER.claim(
    "(124)",
    slug="construction-layers-124",
    kind="forall",
    settings=settings(2),
    prompts=states,
)


@prediction.printed(
    r"With $V_1=4\tau(u_{d+1}-u_{d+3})^\top$ in the last row, $V_2=-V_1$ and the listed $Q$ and $K$, Attn2 "
    r"changes $\widehat y$ into the right side of (124), and nothing else.",
    expect="refuted",
    defect="construction",
    because="The attention (11) divides by N and (124) does not.",
    construction=prediction_layer("printed"),
)
@prediction.amended(
    r"With $V_1=4N\tau(u_{d+1}-u_{d+3})^\top$ in the last row, $V_2=-V_1$ and the listed $Q$ and $K$, Attn2 "
    r"changes $\widehat y$ into the right side of (124), and nothing else.",
    because="The factor N undoes the 1/N of (11).",
    construction=prediction_layer("repaired"),
)
def attn2_runs_124(s: Setting, tf: Layer, prompt: Prompt) -> Margin:
    """Attn2 adds the linearised prediction to yhat."""
    H = hidden_state(s, prompt)
    return equal(tf(H), H + _in_block(s, H, "yhat", display_124(s, state(s, prompt)) - prompt.yhat))


def _in_block(s: Setting, H: Array, name: str, change: Array) -> Array:
    """The change ``(batch, size)`` written into one block of every token."""
    return s.stream.embed(**{name: change[..., None] + zeros((1, 1, H.shape[-1]), H)})


gradient.derive_mutants(at=AT)
gradient.mutant("twice the step", construction=gradient_layer("repaired", inverse_step=1))
prediction.derive_mutants(at=AT)
prediction.mutant("one head", construction=lambda s: _first_head(prediction_layer("repaired")(s)))


def _first_head(layer: Layer) -> Layer:
    return replace(layer, heads=layer.heads[:1])  # type: ignore[type-var]
