r"""A residual network with ReLUs does gradient descent.

Proposition 6 of the note. "There is" is a construction: it gets the setting, and never the data. Each layer
adds $-\eta hx$ to x, by $x=\mathrm{relu}(x)-\mathrm{relu}(-x)$; named weights say which directions have which
curvature.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from lemmata import dims, equal, lines, printed, reals, theorem
from lemmata.numbers import Array, concat, relu
from step_sizes import PAPER
from step_sizes.quadratics import DESCENT, descended


@dataclass(frozen=True)
class Network:
    """Layers that add W2 relu(W1 x) to x; blocks of W1 and W2 are numbers times the identity.

    Its mutants come by themselves: ``derive_mutants`` asks for the two methods of that name.
    """

    W1: Mapping[tuple[str, str], Array]
    """By the hidden block that is written and the block of x that is read."""
    W2: Mapping[tuple[str, str], Array]
    """By the block of x that is written and the hidden block that is read."""
    layers: int

    def __call__(self, x: Mapping[str, Array]) -> dict[str, Array]:
        """The blocks ``(batch, d)`` after the last layer."""
        x = dict(x)
        for _ in range(self.layers):
            hidden = {to: relu(weight * x[name]) for (to, name), weight in self.W1.items()}
            for (to, name), weight in self.W2.items():
                x[to] = x[to] + weight * hidden[name]
        return x

    def derived_mutants(self) -> Iterator[tuple[str, Network]]:
        """The network with one weight zeroed, negated or off by 1/128, with a name for each."""
        for role in ("W1", "W2"):
            weights = getattr(self, role)
            for (to, name), weight in weights.items():
                changes = {"zeroed": 0 * weight, "negated": -weight, "off by 1/128": weight * 129 / 128}
                for change, value in changes.items():
                    changed: dict[str, Any] = {role: {**weights, (to, name): value}}
                    yield f"{role}[{to}<-{name}] {change}", replace(self, **changed)

    def derived_mutant(self, name: str) -> Network:
        """The one of this name."""
        return dict(self.derived_mutants())[name]


def network(L: Array, share: Array, step: Array, k: int) -> Network:
    """One layer for each step."""
    read, write = {}, {}
    for name, curvature in (("steep", L), ("flat", share * L)):
        for part, sign in ((f"{name}_up", 1), (f"{name}_down", -1)):
            read[part, name] = sign
            write[name, part] = -sign * (2 * step / L) * curvature
    return Network(read, write, k)


@theorem(
    PAPER,
    "Proposition 6",
    at=lines(28, 29),
    d=DESCENT["d"],
    L=DESCENT["L"],
    share=DESCENT["share"],
    step=DESCENT["step"],  # a share of the longest one, 2 / L
    k=dims(1, 4),  # a network has a layer
    steep=reals("d"),
    flat=reals("d"),
    construction=network,
)
@printed("A residual network of $k$ layers with ReLUs computes $x_k$ from $x_0$.")
def descends(L, share, step, k, steep, flat, tf: Network):
    """A residual network with ReLUs computes the iterates of gradient descent."""
    computed, eta = tf({"steep": steep, "flat": flat}), 2 * step / L
    expected = [descended(h, x, eta, k) for h, x in ((L, steep), (share * L, flat))]
    return equal(concat([computed["steep"], computed["flat"]]), concat(expected))


descends.derive_mutants(at=dict(d=1, L=1.0, share=0.5, step=0.5, k=1))
