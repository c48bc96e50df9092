"""FF1 soft-thresholds rho and resets the prediction, (109a) and (109b), with the weights (122f) and (122g).

It holds as printed, on every state, for every penalty that is not negative; the mutants of every block of
FF1 are tested here.
"""

from collections.abc import Callable

from baselines.proximal import soft_threshold
from constructions.layer import Layer
from constructions.universal import ff1
from lemmata import Margin, Prompt, equal, lines
from lemmata.numbers import Array
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lemma_4 import layers

proximal = PAPER.claim(
    "(109)",
    id="lemma-4/eq-109",
    rank="step",
    summary="FF1 soft-thresholds rho and resets the prediction, and nothing else",
    at=lines(1081, 1085),
    settings=layers.settings(2),
    prompts=layers.states,
)
proximal.construction(lambda s: ff1(s.stream, 2 * s.n, s.t))


@proximal.printed(
    r"With the weights (122) and $\eta=\frac1{2n}$, for $\lambda\ge0$, on "
    + layers.STATES
    + r", FF1 turns $\rho$ into $\mathsf{ST}_{\eta\lambda}(\rho)$ as (109a) says and "
    r"$\widehat y$ into 0 as (109b) says, and leaves every other row unchanged, whatever $\omega$, $t$ and "
    r"$\tau$ of the other layers are.",
    threshold=lambda s: s.lam,
)
def ff1_runs_109(
    s: layers.Setting, tf: Layer, prompt: Prompt, threshold: Callable[[layers.Setting], Array]
) -> Margin:
    """The output of FF1 against the matrix that (109) wants."""
    H = layers.hidden_state(s, prompt)
    rho = s.stream.read(H, "rho")
    theta = threshold(s) / (2 * s.n)
    change = s.stream.embed(rho=soft_threshold(rho, theta) - rho, yhat=-s.stream.read(H, "yhat"))
    return equal(tf(H), H + change)


proximal.derive_mutants(at=layers.SMALL)
proximal.mutant("twice the threshold", threshold=lambda s: s.lam * 2)
