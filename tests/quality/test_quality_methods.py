"""Methods on all functions of a class: what a function says of its points, and what is proved by that."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import torch

from benchmarks import methods
from lemmata import (
    Margin,
    at_most,
    convex_through,
    dims,
    lipschitz_through,
    monotone_through,
    mutants,
    printed,
    reals,
    theorem,
)
from lemmata.numbers.instance_arrays import InstanceArray
from lemmata.prove.proofs import prove
from lemmata.run.hunting import PROFILES, hunt
from lemmata.run.replay import recheck

WORK = 2**17


@pytest.mark.parametrize("name", sorted(methods.THEOREMS))
def test_a_tight_constant_is_proved_for_all_functions_and_a_smaller_one_is_not(name: str) -> None:
    claim = methods.THEOREMS[name].complete()
    proof = prove(claim.variant("printed"), WORK).certificate
    assert proof is not None
    assert recheck(claim, proof).confirmed
    (smaller,) = claim.mutants
    assert prove(claim.variant(smaller), WORK).certificate is None


@theorem("Theorem 2", K=dims(1, 2), x=reals(1), g=reals("K + 1", 1), f=reals("K + 1"))
@printed("Gradient descent, values.")
@mutants({"95 % of the constant": {"c": Fraction(19, 20)}})
def _descent(K: int, x: Any, g: Any, f: Any, *, c: Any = 1) -> Margin:
    points = [x]
    for k in range(K):
        points.append(points[-1] - g[k])
    return at_most(f[K], c * (x @ x) / (4 * K + 2)).given(convex_through(points, g, f, smooth=1, origin=True))


def test_draws_are_moved_onto_the_inequalities_so_that_a_hunt_refutes_a_smaller_constant() -> None:
    (smaller,) = _descent.complete().mutants
    found = hunt(_descent.complete().variant(smaller), PROFILES["quick"]).finding
    assert (found.outcome, found.evidence) == ("refuted", "genuine")


def _functions(count: int, d: int, mu: float, seed: int) -> tuple[Any, Any, Any]:
    """Points, gradients and values of a function that is 1-smooth, ``mu``-strongly convex and least at 0."""
    draws = np.random.default_rng(seed)
    x, turned = draws.normal(size=(count, d)) * 3, np.linalg.qr(draws.normal(size=(d, d)))[0]
    along, knee, curvature = x @ turned, draws.uniform(0, 2, d), draws.uniform(0, 1 - mu, d)
    size = np.minimum(abs(along), knee)
    slope = np.sign(along) * size * curvature + mu * along
    value = (curvature * (size**2 / 2 + knee * (abs(along) - size)) + mu * along**2 / 2).sum(1)
    return x, slope @ turned.T, value


def _arrays(some: Any) -> list[Any]:
    return [InstanceArray(torch.as_tensor(one)[None]) for one in some]


def _least(slacks: Any) -> float:
    return float(slacks.raw.min())


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("mu", [0.0, 0.25])
def test_functions_of_the_class_meet_the_inequalities_and_no_smaller_class_has_them(
    mu: float, seed: int
) -> None:
    x, g, f = map(_arrays, _functions(6, 2, mu, seed))
    near = -1e-12
    assert _least(convex_through(x, g, f, smooth=1, strongly=mu, origin=True)) >= near
    assert _least(convex_through(x, g, f, strongly=mu, origin=True)) >= near
    assert _least(monotone_through(x, g, strongly=mu, origin=True)) >= near
    assert _least(lipschitz_through(x, g, origin=True)) >= near
    assert _least(convex_through(x, [-one for one in g], f, smooth=1)) < 0
    assert _least(convex_through(x, g, f, smooth=0.01)) < 0
    assert _least(lipschitz_through(x, g, 0.01)) < 0
    assert _least(monotone_through(x, g, strongly=1.01)) < 0


def test_as_many_of_each_are_needed() -> None:
    (one,) = _arrays(np.ones((1, 2)))
    with pytest.raises(ValueError, match="2 points, 1 gradients, 2 values: there have to be as many"):
        convex_through([one, one], [one], [one, one])
    with pytest.raises(ValueError, match="1 points, 1 images"):
        monotone_through([one], [one])
    assert monotone_through([one], [one], origin=True).shape == (1,)
