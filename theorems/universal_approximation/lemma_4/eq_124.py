"""Attn2 with its two heads should compute (124), and so (110), appendix A.4.3; its values lack the factor N."""

from dataclasses import replace

from torch import Tensor

from constructions.attention import Attention
from constructions.layer import Layer
from constructions.universal import residual_stream
from lemmata import amended, equal, lines, mutants, printed, theorem
from lemmata.numbers import Number, ones, over_batches
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lemma_4.layers import (
    SMALL,
    STATE,
    display_124,
    hidden_state,
    prediction_layer,
)


def one_head(d: int, n: int, N: int, tau: Number, t: Tensor) -> Layer:
    layer = prediction_layer("repaired")(d, n, N, tau, t)
    assert isinstance(layer, Attention)
    return replace(layer, heads=layer.heads[:1])


@theorem(PAPER, "(124)", rank="result", at=lines(1092, 1101), **STATE, construction=prediction_layer("printed"))
@printed(
    r"With $V_1=4\tau(u_{d+1}-u_{d+3})^\top$ in the last row, $V_2=-V_1$ and the listed $Q$ and $K$, Attn2 "
    r"changes $\widehat y$ into the right side of (124), and nothing else, at every state (50) with $w_i=1$ "
    r"for $i\le N$, $w_{N+1}=0$, features in $[0,1]$ beside the constant 1, and the last entry of $x_i$ 1.",
    defect="construction",
    because="The attention (11) divides by N and (124) does not.",
    fails_where=lambda N: N >= 2,
)
@amended(
    r"With $V_1=4N\tau(u_{d+1}-u_{d+3})^\top$ in the last row, $V_2=-V_1$ and the listed $Q$ and $K$, Attn2 "
    r"changes $\widehat y$ into the right side of (124), and nothing else, at every state (50) with $w_i=1$ "
    r"for $i\le N$, $w_{N+1}=0$, features in $[0,1]$ beside the constant 1, and the last entry of $x_i$ 1.",
    because="The factor N undoes the 1/N of (11).",
    adds="the factor N in $V_1$",
    construction=prediction_layer("repaired"),
)
@mutants(one_head=dict(construction=one_head))
def attn2_runs_124(tf, d, n, N, lam, tau, x, y, phi, rho, yhat):
    """The two heads of Attn2 compute the linearised prediction (124)."""
    stream = residual_stream(d, n)
    H = hidden_state(stream, x, y, phi, rho, lam, yhat)
    change = display_124(tau, phi, rho, yhat) - yhat
    return equal(tf(H), H + over_batches(stream.embed)(yhat=change[:, None] * ones((1, N + 1))))


attn2_runs_124.derive_mutants(at=SMALL)
