r"""Attn1 with its four heads computes (118), appendix A.4.3: of the four three are listed.

The third one adds $\frac{8\tau}{N}\sigma_{\mathsf{attn}}(0)\sum_i\phi_i$, which nothing listed takes away.
With $V_4=-V_1$ and $Q_4=K_4=0$ Attn1 computes (118) exactly: an identity, so that the mutants of every
block of the weights are tested here.
"""

from constructions.layer import Layer
from lemmata import Margin, Prompt, equal, lines
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lemma_4 import layers

gradient = PAPER.claim(
    "(118)",
    id="lemma-4/eq-118",
    rank="step",
    summary="The listed heads of Attn1 compute the linearised gradient step (118)",
    at=lines(1045, 1055),
    possible_extraction=True,
    settings=layers.settings(2),
    prompts=layers.states,
)


@gradient.printed(
    r"With the three heads that are listed and all remaining entries zero, Attn1 changes $\rho$ into the "
    r"right side of (118) with $\eta=\frac1{2n}$, and nothing else, at " + layers.STATES + ".",
    defect="extraction",
    because="Of the four heads three are listed; the fourth, which takes away what the third adds at "
    "score 0, is missing.",
    construction=layers.gradient_layer("printed"),
)
@gradient.amended(
    r"With the three heads that are listed and a fourth, $V_4=-V_1$, $Q_4=K_4=0$, Attn1 changes $\rho$ into "
    r"the right side of (118) with $\eta=\frac1{2n}$, and nothing else, at " + layers.STATES + ".",
    because="Only the missing head is added.",
    adds="the fourth head, V_4 = -V_1 and Q_4 = K_4 = 0",
    construction=layers.gradient_layer("repaired"),
)
def attn1_runs_118(s: layers.Setting, tf: Layer, prompt: Prompt) -> Margin:
    """The output of Attn1 against the matrix with the right side of (118)."""
    H = layers.hidden_state(s, prompt)
    return equal(
        tf(H), H + layers.in_block(s, H, "rho", layers.display_118(s, layers.state(s, prompt)) - prompt.rho)
    )


gradient.derive_mutants(at=layers.SMALL)
gradient.mutant("a step of 1/n", construction=layers.gradient_layer("repaired", inverse_step=1))
