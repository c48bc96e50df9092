"""Attn0 and FF2 with the weights (126) change nothing, appendix A.4.3. It holds as printed."""

from collections.abc import Callable

from constructions.layer import Layer
from constructions.streams import Stream
from constructions.universal import attn0, ff0, ff1, ff2, residual_stream
from lemmata import equal, lines, mutants, printed, theorem
from lemmata.numbers import Array, broadcast_to, concat, over_batches
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lemma_4.layers import STATE, hidden_state

Build = Callable[[Stream, Array], Layer]


def some_ff0(stream: Stream, t: Array) -> Layer:
    """FF0 with equal directions, and the steepness and penalty 1."""
    return ff0(broadcast_to(0 * t[:, None] + 1, (len(t), stream.sizes["x"])), t, 1, 1)


@theorem(PAPER, "(126)", rank="step", at=lines(1106, 1112), **STATE)
@printed(
    "With the weights (126), $H^{(1/2)}=H^{(0)}$ and $H^{(l+1)}=H^{(l+1/2)}$: Attn0 and FF2 return every "
    r"state (50) with $w_i=1$ for $i\le N$, $w_{N+1}=0$, features in $[0,1]$ beside the constant 1, and the "
    "last entry of $x_i$ 1, as it is."
)
@mutants(FF1_in_its_place=dict(last=lambda stream, t: ff1(stream, 2, t)), FF0_in_its_place=dict(first=some_ff0))
def idle_layers_change_nothing(d, n, lam, t, x, y, phi, rho, yhat, first: Build = attn0, last: Build = ff2):
    """Attn0 and FF2 change nothing."""
    stream = residual_stream(d, n)
    H = hidden_state(stream, x, y, phi, rho, lam, yhat)
    outputs = [over_batches(lambda H, t, b=build: b(stream, t[0])(H))(H, t) for build in (first, last)]
    return equal(concat(outputs, axis=1), concat([H, H], axis=1))
