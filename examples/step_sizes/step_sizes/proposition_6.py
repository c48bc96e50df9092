r"""A residual network with ReLUs does gradient descent.

Proposition 6 of the note. "There is" is a construction: it gets the setting, and never the data. Each layer
adds $-\eta hx$ to x, by $x=\mathrm{relu}(x)-\mathrm{relu}(-x)$; named blocks say which directions have which
curvature.
"""

from __future__ import annotations

from dataclasses import replace

from constructions.mlp import Mlp
from constructions.streams import Stream
from constructions.transformer import Transformer
from lemmata import Margin, Prompt, dims, equal, lines, reals, space
from lemmata.numbers import Array, concat
from step_sizes import PAPER
from step_sizes.quadratics import DESCENTS, Descent

proposition = PAPER.claim(
    "Proposition 6",
    at=lines(28, 29),
    settings=replace(DESCENTS, fields={**DESCENTS.fields, "k": dims(1, 4)}),  # a network has a layer
    prompts=lambda s: space(steep=reals(s.d), flat=reals(s.d)),
)


def step(s: Descent) -> Array:
    """The step size, up to 2 / L."""
    return s.step * 2 / s.L


@proposition.construction
def network(s: Descent) -> Transformer:
    """One layer for each step."""
    stream = Stream(steep=s.d, flat=s.d)
    hidden = Stream(steep_up=s.d, steep_down=s.d, flat_up=s.d, flat_down=s.d)
    read, write = {}, {}
    for name, curvature in (("steep", s.L), ("flat", s.mu)):
        for part, sign in ((f"{name}_up", 1), (f"{name}_down", -1)):
            read[part, name] = sign
            write[name, part] = -sign * step(s) * curvature
    W1, W2 = hidden.linear(read, reads=stream), stream.linear(write, reads=hidden)
    return Transformer(stream, (Mlp(W1, W2, hidden.vector({}), stream, hidden),) * s.k)


@proposition.printed("A residual network of $k$ layers with ReLUs computes $x_k$ from $x_0$.")
def descends(s: Descent, tf: Transformer, prompt: Prompt) -> Margin:
    """A residual network with ReLUs computes the iterates of gradient descent."""
    steep, flat = prompt.steep, prompt.flat
    computed = tf(tf.stream.embed(steep=steep[:, :, None], flat=flat[:, :, None]))[:, :, 0]
    for _ in range(s.k):
        steep, flat = steep - step(s) * s.L * steep, flat - step(s) * s.mu * flat
    return equal(computed, concat([steep, flat], -1))


proposition.derive_mutants(at=Descent(d=1, L=1.0, share=0.5, step=0.5, k=1))
