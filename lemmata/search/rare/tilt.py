"""Tilted laws: mixtures of product laws with a share of the law itself, and their ratio to the law.

Draws x of any law Q with the known ratio w = dP/dQ have E w(x) 1[x fails] <= P(fail): see
:class:`lemmata.records.sequential_tests.Bet`. So Q may be fitted to failing points that other draws have given.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import torch
from torch import Generator, Tensor

from lemmata.search.rare.law import Law, Points

PLAIN = 0.1
"""The share of the law itself: no ratio exceeds one over it."""
_ROUNDED_DOWN = 1 - 1e-9
_ROUNDS = 15
_FEWEST = 8
"""Points of a component."""
_MOST = 16
_STARTS = 2
"""Of each fit of several components, which may end at another place."""
_BETTER = 0.02
"""What another component has to add to the mean logarithm of the likelihood."""

_APART = 1.5
"""The distance of components that are two."""


@dataclass(frozen=True)
class Tilt:
    """A mixture of products over ``law``.

    Attributes:
        weight: ``(components,)``.
        mean, scale: ``(components, normals)``.
        chance: ``(components, choices, most)``.
    """

    law: Law
    weight: Tensor
    mean: Tensor
    scale: Tensor
    chance: Tensor

    def draw(self, size: int, generator: Generator) -> Points:
        """Points from the mixture."""
        points = self.law.draw(size, generator)
        tilted = torch.rand(size, generator=generator, dtype=torch.float64) >= PLAIN
        k = torch.multinomial(self.weight, size, True, generator=generator)
        points.put(tilted, self._tilted(points, k, generator))
        return points

    def one_of_each(self, generator: Generator) -> Points:
        """A point from each component."""
        count = len(self.weight)
        return self._tilted(self.law.draw(count, generator), torch.arange(count), generator)

    def _tilted(self, points: Points, k: Tensor, generator: Generator) -> Points:
        unit = torch.rand(*points.c.shape, 1, generator=generator, dtype=torch.float64)
        chosen = (unit > self.chance.cumsum(-1)[k]).sum(-1).minimum(self.law.options - 1)
        return Points(self.mean[k] + self.scale[k] * points.z, chosen, points.whole)

    def of(self, which: Tensor) -> Tilt:
        """Some of the components."""
        return Tilt(self.law, self.weight[which], self.mean[which], self.scale[which], self.chance[which])

    def log_ratios(self, points: Points) -> Tensor:
        """``(batch, components)`` log dQ_k / dP."""
        z, inverse = points.z, 1 / self.scale**2
        out = (z * z) @ (1 - inverse).T / 2 + z @ (self.mean * inverse).T
        out = out - (self.mean**2 * inverse / 2 + self.scale.log()).sum(1)
        ratio = (self.chance / self.law.chances.clamp(min=1e-300)).clamp(min=1e-300).log()
        return out + _one_hot(self.law, points).flatten(1) @ ratio.flatten(1).T

    def shares(self, points: Points) -> Tensor:
        """``(batch, components)`` how likely a point is of each component."""
        return torch.softmax(self.log_ratios(points) + self.weight.log(), 1)

    def weights(self, points: Points) -> Tensor:
        """The ratios dP / dQ, rounded down a little."""
        tilted = torch.logsumexp(self.log_ratios(points) + self.weight.log(), 1) + math.log1p(-PLAIN)
        plain = torch.full_like(tilted, math.log(PLAIN))
        return torch.exp(-torch.logaddexp(tilted, plain)) * _ROUNDED_DOWN


def _one_hot(law: Law, points: Points) -> Tensor:
    return torch.nn.functional.one_hot(points.c, law.chances.shape[1]).to(torch.float64)


def fitted(one: Points, other: Points, law: Law, generator: Generator) -> Tilt:
    """The fit to one set of points under which another is the most likely, then to both."""
    best, chosen, kind = -math.inf, None, True
    count = 1
    while count <= _MOST and (count == 1 or len(one) / count >= 2 * _FEWEST):
        for strict in (True, False):
            for _ in range(_STARTS if count > 1 else 1):
                tilt = fit(law, one, _near_centres(law, one, count, generator), strict)
                score = -float(tilt.weights(other).log().mean())
                if score > best + _BETTER:
                    best, chosen, kind = score, tilt, strict
        count *= 2
    assert chosen is not None
    both = one.followed_by(other)
    return fit(law, both, chosen.shares(both), kind)


def single(points: Points, law: Law) -> Tilt:
    """The fit of one product."""
    return fit(law, points, torch.ones(len(points), 1, dtype=torch.float64), strict=True)


def fit(law: Law, points: Points, belongs: Tensor, strict: bool) -> Tilt:
    """A mixture of products by expectation and maximisation.

    What noise explains is left at the law. ``strict`` takes for noise what differs between most entries of a
    quantity: points of splitting have common ancestors.

    Args:
        law: of the points if nothing failed.
        points: that fail.
        belongs: ``(batch, components)`` to which component each belongs, to begin with.
        strict: see above.
    """
    hot = _one_hot(law, points)
    fewest = min(_FEWEST, len(points) / belongs.shape[1])
    for turn in range(_ROUNDS):
        kept = belongs.sum(0) >= fewest
        belongs = belongs[:, kept]
        n = belongs.sum(0)
        mean = belongs.T @ points.z / n[:, None]
        spread = belongs.T @ (points.z * points.z) / n[:, None] - mean**2
        scale = (spread.clamp(min=0) + 1e-18).sqrt()
        chance = (torch.einsum("ik,ijo->kjo", belongs, hot) + law.chances) / (n[:, None, None] + 1)
        tilt = Tilt(law, n / n.sum(), *_screened(law, n, mean, scale, chance, strict))
        if len(n) == 1:
            break
        if turn < _ROUNDS - 1:
            belongs = tilt.shares(points)
    return tilt


def _near_centres(law: Law, points: Points, count: int, generator: Generator) -> Tensor:
    """``(batch, count)`` whether a point is nearest to each of some that lie apart (k-means++)."""
    features = torch.cat([points.z, (_one_hot(law, points) - law.chances).flatten(1) * 2], 1)
    centres = [int(torch.randint(len(features), (), generator=generator))]
    distance = ((features - features[centres[0]]) ** 2).sum(1)
    for _ in range(count - 1):
        centres.append(int(torch.multinomial(distance + 1e-12, 1, generator=generator)))
        distance = distance.minimum(((features - features[centres[-1]]) ** 2).sum(1))
    nearest = torch.cdist(features, features[centres]).argmin(1)
    return torch.nn.functional.one_hot(nearest, count).to(torch.float64)


def _screened(
    law: Law, n: Tensor, mean: Tensor, scale: Tensor, chance: Tensor, strict: bool
) -> tuple[Tensor, Tensor, Tensor]:
    """Entries of one quantity share a parameter unless theirs differs by more than noise.

    Nor do they leave the law for less than that. Without it the noise of hundreds of entries goes into every
    ratio.
    """
    mean, scale, chance = mean.clone(), scale.clone(), chance.clone()
    for k in range(len(n)):
        for name, block in law.blocks.items():
            if not law.latents[name].options:
                _pool(mean[k, block], scale[k, block] / n[k].sqrt(), 0.0, strict)
                logs = scale[k, block].log()
                _pool(logs, torch.full_like(logs, float((2 * n[k]).rsqrt())), 0.0, strict)
                scale[k, block] = logs.exp() * 1.05  # a little wider
                continue
            for option in range(law.latents[name].options):
                p = chance[k, block, option]
                noise = ((p * (1 - p)).clamp(min=1e-3) / n[k]).sqrt()
                _pool(p, noise, float(law.chances[block][0, option]), strict)
        chance[k] = chance[k].clamp(min=1e-4) * (law.chances > 0)
        chance[k] /= chance[k].sum(-1, keepdim=True)
    return mean, scale, chance


def _pool(v: Tensor, noise: Tensor, law: float, strict: bool) -> None:
    """In place."""
    if not len(v):
        return
    away = (v - v.median()).abs()
    if strict and len(v) > 3:
        noise = noise.maximum(away.median() * 1.5)
    near = away <= 3.5 * noise
    shared, error = v[near].mean(), noise[near].mean() / near.sum().sqrt()
    v[near] = shared if abs(shared - law) > 3 * error else law
    v[~near & ((v - law).abs() <= 3.5 * noise)] = law


def images(tilt: Tilt, count: int, generator: Generator) -> Tilt:
    """Copies of random components whose entries change places within a quantity, or their signs."""
    pick = torch.multinomial(tilt.weight, count, True, generator=generator)
    mean, scale, chance = tilt.mean[pick], tilt.scale[pick], tilt.chance[pick]
    for row in range(count):
        for name, block in tilt.law.blocks.items():
            order = torch.randperm(block.stop - block.start, generator=generator)
            if tilt.law.latents[name].options:
                chance[row, block] = chance[row, block][order]
                continue
            sign = 1.0 if float(torch.rand((), generator=generator)) < 0.5 else -1.0
            mean[row, block], scale[row, block] = sign * mean[row, block][order], scale[row, block][order]
    return Tilt(tilt.law, tilt.weight[pick], mean, scale, chance)


def joined(tilt: Tilt, others: Tilt, most: int) -> Tilt | None:
    """A tilt with those components of another that lie apart; None if none does."""
    both = Tilt(
        tilt.law,
        *(
            torch.cat([getattr(tilt, part), getattr(others, part)])
            for part in ("weight", "mean", "scale", "chance")
        ),
    )
    kept = list(range(len(tilt.weight)))
    for k in range(len(kept), len(both.weight)):
        if len(kept) < most and float(_distances(both, k, torch.tensor(kept)).min()) > _APART:
            kept.append(k)
    if len(kept) == len(tilt.weight):
        return None
    more = both.of(torch.tensor(kept))
    return replace(more, weight=more.weight / more.weight.sum())


def _distances(tilt: Tilt, k: int, others: Tensor) -> Tensor:
    """How far a component lies from others, in their deviations."""
    scale = tilt.scale[others]
    away = ((tilt.mean[k] - tilt.mean[others]).abs() / scale.minimum(tilt.scale[k])).sum(1)
    wider = (tilt.scale[k] / scale).log().abs().sum(1)
    return away + wider + 2 * (tilt.chance[k] - tilt.chance[others]).abs().flatten(1).sum(1)
