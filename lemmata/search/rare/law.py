"""The law of a prompt as independent numbers, some of which can be drawn anew while others stay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import torch
from torch import Generator, Tensor

from lemmata.claims.domains.base import Domain, Latent
from lemmata.claims.domains.quantified import every
from lemmata.claims.prompt import Prompt
from lemmata.claims.space import Space


@dataclass
class Points:
    """Prompts as the numbers behind them.

    Attributes:
        z: ``(batch, normals)``, standard normal under the law.
        c: ``(batch, choices)``, whole, each value as likely under the law.
        whole: the values of quantities whose law is known by its draws alone.
    """

    z: Tensor
    c: Tensor
    whole: dict[str, Tensor]

    def __len__(self) -> int:
        return len(self.z)

    def take(self, index: Tensor) -> Points:
        return Points(self.z[index], self.c[index], {name: v[index] for name, v in self.whole.items()})

    def put(self, where: Tensor, other: Points) -> None:
        """Takes over the points of another batch in the places of a mask."""
        self.z[where], self.c[where] = other.z[where], other.c[where]
        for name, values in self.whole.items():
            values[where] = other.whole[name][where]

    def followed_by(self, other: Points) -> Points:
        whole = {name: torch.cat([v, other.whole[name]]) for name, v in self.whole.items()}
        return Points(torch.cat([self.z, other.z]), torch.cat([self.c, other.c]), whole)


def quantified(space: Space) -> dict[str, Domain]:
    """The quantities that the statement is made for each value of, with the domains of their values."""
    return {name: given.domain for name, given in space.fields.items() if isinstance(given, every)}


@dataclass(frozen=True)
class Law:
    """The law of the prompts at one setting; ``held`` are the values of what is stated for every value."""

    domains: Mapping[str, Domain]
    held: Mapping[str, Tensor]

    @classmethod
    def of(cls, space: Space, held: Mapping[str, Tensor] | None = None) -> Law | None:
        """The law of a space; None where quantities are not independent.

        That is so of hypotheses that join several, and of a domain that depends on other data. Without ``held``
        the values that the statement is made for each of are drawn, too: for a search, and for no test.
        """
        fields = {name: given for name, given in space.fields.items() if isinstance(given, Domain)}
        if space.where is not None or len(fields) < len(space.fields):
            return None
        return cls(fields, {name: held[name] for name in quantified(space)} if held is not None else {})

    @cached_property
    def latents(self) -> dict[str, Latent]:
        """The quantities with numbers behind them."""
        found = {name: d.latent() for name, d in self.domains.items() if name not in self.held}
        return {name: latent for name, latent in found.items() if latent is not None}

    @cached_property
    def blocks(self) -> dict[str, slice]:
        """Of each such quantity the places of its numbers, among the normal ones or among the choices."""
        ends, blocks = {False: 0, True: 0}, {}
        for name, latent in self.latents.items():
            kind = latent.options > 0
            blocks[name] = slice(ends[kind], ends[kind] + latent.count)
            ends[kind] += latent.count
        return blocks

    @cached_property
    def normals(self) -> int:
        return sum(latent.count for latent in self.latents.values() if not latent.options)

    @cached_property
    def options(self) -> Tensor:
        """``(choices,)`` among how many values each choice is."""
        counts = [
            latent.options for latent in self.latents.values() for _ in range(latent.count) if latent.options
        ]
        return torch.tensor(counts, dtype=torch.long)

    @cached_property
    def chances(self) -> Tensor:
        """``(choices, most)`` the probability of each value under the law."""
        most = int(self.options.max()) if len(self.options) else 1
        within = (torch.arange(most) < self.options[:, None]).to(torch.float64)
        return within / self.options[:, None]

    def draw(self, size: int, generator: Generator) -> Points:
        """Points from the law."""
        z = torch.randn(size, self.normals, generator=generator, dtype=torch.float64)
        unit = torch.rand(size, len(self.options), generator=generator, dtype=torch.float64)
        whole = {
            name: domain.sample(generator, size)
            for name, domain in self.domains.items()
            if name not in self.held and name not in self.latents
        }
        return Points(z, (unit * self.options).long(), whole)

    def prompt(self, points: Points) -> Prompt:
        """What the points stand for."""
        values: dict[str, Tensor] = {}
        for name in self.domains:
            if name in self.held:
                values[name] = self.held[name].expand(len(points), *self.held[name].shape)
            elif name in self.latents:
                latent = self.latents[name]
                numbers = points.c if latent.options else points.z
                values[name] = latent.value(numbers[:, self.blocks[name]])
            else:
                values[name] = points.whole[name]
        return Prompt(**values)

    def moved(self, points: Points, generator: Generator) -> Points:
        """A part of each point drawn anew, or moved a little; that leaves the law of points as it is."""
        size = len(points)
        numbers = self.normals + len(self.options) + len(points.whole)

        def rand(*shape: int) -> Tensor:
            return torch.rand(*shape, generator=generator, dtype=torch.float64)

        share = float(max(numbers, 1)) ** -rand(size, 1)  # of the numbers, from one of them to all
        step = 10 ** (-3 * rand(size, 1) ** 2)  # mostly far, at times a thousandth
        fresh = self.draw(size, generator)
        near = (1 - step**2).sqrt() * points.z + step * fresh.z
        whole = {}
        for name, values in points.whole.items():
            kept = rand(size).reshape(-1, *[1] * (values.ndim - 1)) >= share.reshape(
                -1, *[1] * (values.ndim - 1)
            )
            whole[name] = torch.where(kept, values, fresh.whole[name])
        return Points(
            torch.where(rand(*points.z.shape) < share, near, points.z),
            torch.where(rand(*points.c.shape) < share, fresh.c, points.c),
            whole,
        )
