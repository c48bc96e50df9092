"""Functions of slope at most 1, the mixture (82) for them, and a certificate (Li et al. 2025)."""

from __future__ import annotations

from dataclasses import dataclass

from baselines.barron import phi
from lemmata import Prompt, Space, box, dims, dyadics, space
from lemmata.numbers import Array, absolute, amax, as_array, concatenate, constant, relu, sign, sum


@dataclass(frozen=True)
class Setting:
    pieces: int
    tau: float


settings = space(Setting, pieces=dims(1, 3), tau=dyadics(2, 64))


def functions(s: Setting) -> Space:
    """Slopes on equal pieces of [-1, 1], the value at -1, and a point."""
    return space(
        slopes=box(s.pieces, low=-1.0, high=1.0),
        start=box(1, low=-1.0, high=1.0),
        z=box(1, low=-1.0, high=1.0),
    )


def certificate(s: Setting, prompt: Prompt) -> Array:
    """A lower bound on the error for g = 1, whatever gamma with (81b): ``(batch, 1)``."""
    tau = as_array(s.tau, prompt.z)
    nu = constant([[5.0], [-3.0], [1.0]], prompt.z) / 9
    z = constant([[0.0], [0.5], [1.0]], prompt.z) / tau - 1
    kinks = concatenate([-z + 0.5 / tau, -z - 0.5 / tau, z * 0 + 1, z * 0 - 2], 0)[:, 0]
    inside = concatenate([kinks[k : k + 1] for k in range(12) if k != 0], 0)  # -z_0 + 1/(2 tau) > 1
    mixed = sum(phi((z + inside[None, :]) * tau) * nu, 0)
    return sum(nu, 0)[None] - amax(absolute(mixed), -1) * 3 + prompt.z * 0


def ramp_integral(u: Array) -> Array:
    """The integral of the ramp up to u."""
    return (relu(u + 0.5) ** 2 - relu(u - 0.5) ** 2) / 2


def with_82(s: Setting, prompt: Prompt) -> Array:
    """The error of the gamma of (82), with z - t: ``(batch, 1)``."""
    tau, z, start = as_array(s.tau, prompt.z), prompt.z, prompt.start
    found, value = z * 0, start
    before = ramp_integral((z + 1 + absolute(start)) * tau) - ramp_integral((z + 1) * tau)
    found = found + sign(start) * before / tau
    for k in range(s.pieces):
        slope = prompt.slopes[:, k : k + 1]
        # from -1 + 2k/p to -1 + 2(k+1)/p; z + 1 is measured from the left end
        left = z + 1 - constant([2.0 * k], z) / s.pieces
        right = z + 1 - constant([2.0 * k + 2], z) / s.pieces
        value = value + slope * (relu(left) - relu(right))
        found = found + slope * (ramp_integral(left * tau) - ramp_integral(right * tau)) / tau
    return absolute(value - found)
