"""FF0 writes the features and the penalty, (107a) and (107b), with the weights (116i) and (116j).

It holds as printed, on the input matrix (57). The features, which (114) splits into ReLUs by (113), are
compared with their definition (26), (29), (33); the mutants of
every block of FF0 are tested here.
"""

from collections.abc import Callable

from baselines.barron import feature_vectors
from constructions.layer import Layer
from constructions.mlp import Mlp
from constructions.universal import embed, ff0
from lemmata import Margin, Prompt, equal, lines
from lemmata.numbers import Array, as_array, concatenate
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lemma_4 import layers


def first(s: layers.Setting) -> Mlp:
    """FF0 with the steepness tau_ff = tau: the temperature of Attn1 plays no part here."""
    return ff0(s.omega, s.t, s.tau, s.lam)


def after_first(s: layers.Setting, prompt: Prompt, features: Callable[..., Array]) -> tuple[Array, Array]:
    """The input matrix (57), and it with the features and the penalty that (107) wants."""
    H = embed(prompt.X, prompt.y, prompt.query, s.n)
    X = concatenate([prompt.X, prompt.query[:, None]], 1)
    phi = features(X, s.omega, s.t, s.tau)
    return H, H + s.stream.embed(phi=phi.mT, lam=as_array(s.lam, H))


initial = PAPER.claim(
    "(107)",
    id="lemma-4/eq-107",
    rank="step",
    summary="FF0 writes the features, the last entry 1 and the penalty, and nothing else",
    at=lines(1032, 1037),
    settings=layers.settings(2),
    prompts=layers.inputs,
)
initial.construction(first)


@initial.printed(
    r"With the weights (116), FF0 turns $H^{(1/2)}=H^{(0)}$ into the matrix with the features and the last "
    r"entry 1 of (107a), for every steepness $\tau_{\mathsf{ff}}=\tau>0$, $\lambda^{(1)}=\overline\lambda$ "
    r"as (107b) says, and "
    r"every other row unchanged.",
    features=feature_vectors,
)
def ff0_runs_107(s: layers.Setting, tf: Layer, prompt: Prompt, features: Callable[..., Array]) -> Margin:
    """The output of FF0 against the matrix that (107) wants."""
    H, wanted = after_first(s, prompt, features)
    return equal(tf(H), wanted)


initial.derive_mutants(at=layers.SMALL)
initial.mutant("a steeper feature", features=lambda X, omega, t, tau: feature_vectors(X, omega, t, tau + 1))
