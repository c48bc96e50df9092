r"""What the feed-forward layers of A.4 compute, against the displays that they should run.

FF0 with the weights (116) on the input matrix (57) gives (107a) and (107b); FF1 with the weights (122) gives
(109a) and (109b) on every state, for every penalty that is not negative.
All of it holds as printed. The features are compared with their definition (26), (29), (33); the mutants of
every block of FF0 and FF1 are tested here.
"""

from __future__ import annotations

from collections.abc import Callable

from baselines.barron import feature_vectors
from baselines.proximal import soft_threshold
from constructions.transformer import Layer, Mlp
from constructions.universal import embed, ff0, ff1
from lemmata import Margin, Prompt, box, equal, reals
from lemmata.numbers import Array, as_array, concatenate
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.instances_layers import (
    Setting,
    hidden_state,
    inputs,
    settings,
    states,
)

STEEP = 2
"""The steepness of the features; every value serves."""
AT = Setting(1, 1, 2, 0.5, 2.0, reals(1, 1).seeded(1), box(1, low=-2.0, high=1.0).seeded(1))


def first(s: Setting) -> Mlp:
    return ff0(s.omega, s.t, STEEP, s.lam)


def after_first(s: Setting, prompt: Prompt, features: Callable[..., Array]) -> tuple[Array, Array]:
    """The input matrix (57), and it with the features and the penalty that (107) wants."""
    H = embed(prompt.X, prompt.y, prompt.query, s.n)
    X = concatenate([prompt.X, prompt.query[:, None]], 1)
    phi = features(X, s.omega, s.t, STEEP)
    return H, H + s.stream.embed(phi=phi.mT, lam=as_array(s.lam, H))


initial = PAPER.claim(
    "(107)", slug="construction-layers-107", kind="forall", settings=settings(2), prompts=inputs
)
initial.construction(first)


@initial.printed(
    r"With the weights (116), FF0 turns $H^{(1/2)}=H^{(0)}$ into the matrix with the features and the last "
    r"entry 1 of (107a), $\lambda^{(1)}=\overline\lambda$ as (107b) says, and every other row unchanged.",
    features=feature_vectors,
)
def ff0_runs_107(s: Setting, tf: Layer, prompt: Prompt, features: Callable[..., Array]) -> Margin:
    """FF0 writes the features of every token and the penalty."""
    H, wanted = after_first(s, prompt, features)
    return equal(tf(H), wanted)


initial.derive_mutants(at=AT)
initial.mutant(
    "a steeper feature", features=lambda X, omega, t, tau: feature_vectors(X, omega, t, tau + 1)
)

proximal = PAPER.claim(
    "(109)", slug="construction-layers-109", kind="forall", settings=settings(2), prompts=states
)
proximal.construction(lambda s: ff1(s.stream, 2 * s.n, s.t))


@proximal.printed(
    r"With the weights (122), FF1 turns $\rho$ into $\mathsf{ST}_{\eta\lambda}(\rho)$ as (109a) says and "
    r"$\widehat y$ into 0 as (109b) says, and leaves every other row unchanged.",
    threshold=lambda s: s.lam,
)
def ff1_runs_109(
    s: Setting, tf: Layer, prompt: Prompt, threshold: Callable[[Setting], Array]
) -> Margin:
    """FF1 soft-thresholds rho and resets the prediction."""
    H = hidden_state(s, prompt)
    rho = s.stream.read(H, "rho")
    theta = as_array(threshold(s), rho) / (2 * s.n)
    change = s.stream.embed(rho=soft_threshold(rho, theta) - rho, yhat=-s.stream.read(H, "yhat"))
    return equal(tf(H), H + change)


proximal.derive_mutants(at=AT)
proximal.mutant("twice the threshold", threshold=lambda s: s.lam * 2)
