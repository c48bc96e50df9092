"""Attn0 and FF2 with the weights (126) change nothing, appendix A.4.3. It holds as printed."""

from collections.abc import Callable

from constructions.layer import Layer
from constructions.universal import attn0, ff1, ff2
from lemmata import Margin, Prompt, equal, lines
from lemmata.numbers import concatenate
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lemma_4.eq_107 import first
from theorems.universal_approximation.lemma_4.layers import STATES, Setting, hidden_state, settings, states

idle = PAPER.claim(
    "(126)",
    id="lemma-4/eq-126",
    rank="step",
    summary="Attn0 and FF2 change nothing",
    at=lines(1106, 1112),
    settings=settings(2),
    prompts=states,
)


@idle.printed(
    r"With the weights (126), $H^{(1/2)}=H^{(0)}$ and $H^{(l+1)}=H^{(l+1/2)}$: Attn0 and FF2 return "
    + STATES
    + r", as it is.",
    layers=lambda s: (attn0(s.stream, s.t), ff2(s.stream, s.t)),
)
def idle_layers_change_nothing(
    s: Setting, prompt: Prompt, layers: Callable[[Setting], tuple[Layer, ...]]
) -> Margin:
    """The outputs of Attn0 and FF2 against their input."""
    H = hidden_state(s, prompt)
    outputs = concatenate([layer(H) for layer in layers(s)], -1)
    return equal(outputs, concatenate([H, H], -1))


idle.mutant("FF1 in its place", layers=lambda s: (attn0(s.stream, s.t), ff1(s.stream, 2, s.t)))
idle.mutant("FF0 in its place", layers=lambda s: (first(s), ff2(s.stream, s.t)))
