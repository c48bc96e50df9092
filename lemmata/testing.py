"""For pytest: claims as test items, and whether spaces and laws keep what the engine relies on.

::

    from lemmata.testing import check_claim, check_spaces, parametrize_claims

    @parametrize_claims("my_topic")
    def test_claims(claim):
        check_claim(claim)

An item passes if its readings and mutants come out as expected, exactly as ``lemmata verify`` judges them. The
spaces of a claim are put to the test by :func:`check_spaces`, a domain of your own by :func:`check_domain`.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import torch
from hypothesis import HealthCheck, Phase, Verbosity
from hypothesis.errors import Unsatisfiable
from torch import Generator, Tensor

from lemmata.claims import sample_settings
from lemmata.claims.claim import Claim
from lemmata.claims.declarations import Declaration, completed
from lemmata.claims.domains.base import Domain
from lemmata.claims.domains.whole import choices
from lemmata.claims.space import Space
from lemmata.records.evidence import HuntRecord
from lemmata.run import registry
from lemmata.run.folders import unfolded
from lemmata.run.interactive import Verdict, hunt, judge
from lemmata.run.plan import Plan
from lemmata.run.rehearsal import DEVICE, Rehearsal
from lemmata.run.reuse import Earlier, Found
from lemmata.run.selection import is_file
from lemmata.search.drawing.seeds import generator
from lemmata.search.encoding import encode_fields
from lemmata.search.evaluation import Evaluator

__all__ = ["check_claim", "check_device", "check_domain", "check_spaces", "parametrize_claims"]
_ROUNDING = 2.0**-30
"""A second projection moves nothing by more than this share: that is rounding."""
_ANOTHER_ORDER = 2.0**-40
"""How much of a margin, relative to the two sides, may come from sums in another order."""
_SETTINGS = 4
"""Settings of a claim at which its prompts are looked at."""


# -- claims ----------------------------------------------------------------------------------------


@functools.cache
def _library(files: tuple[str, ...]) -> registry.Library:
    return registry.load(files)


def parametrize_claims(*select: str) -> Any:
    """A decorator that runs a test for every selected claim.

    The test takes one argument, ``claim``. ``select`` is as on the command line: ids, topics, globs
    or paths of claim files or of folders; all installed claims if there is none.

    Raises:
        LemmataError: a selection selects nothing, or a paper cannot be imported.
    """
    places = unfolded(select)
    claims = _library(tuple(filter(is_file, places))).select(places)
    return pytest.mark.parametrize("claim", claims, ids=[claim.id for claim in claims])


def check_claim(
    claim: Claim | Declaration, profile: str = "quick", seed: int = 0, *, earlier: Path | None = None
) -> Verdict:
    """Hunts for all readings and mutants of a claim; fails on surprises, and names every one.

    Without a surprise it skips the test if some of them are undecided, and says which.

    Args:
        claim: the claim, or its declaration.
        profile: ``quick``, ``standard`` or ``deep``.
        seed: decides every draw.
        earlier: the folder of a run (``lemmata verify --out``): where nothing has changed since that the hunts
            of the claim read, they are not done again, whether its evidence is there or in the user's folder
            for caches. What a test has changed in this process is not seen.

    Returns:
        The verdict.

    Raises:
        LemmataError: there is no such profile, the seed is negative, or the claim is not encoded.
    """
    verdict = _earlier(completed(claim), profile, seed, earlier) if earlier else None
    verdict = verdict or hunt(claim, profile, seed, alpha=_library(()).alpha)
    if verdict.surprises:  # raised, since pytest would show the whole verdict beside an assertion
        odd = [name for name in verdict.hunts if f"{name} refuted, expected holds" in verdict.surprises]
        seen = filter(None, map(verdict.witness, odd))
        first, *others = verdict.surprises  # pytest's short summary has the first line alone
        lines = [*others, *(f"witness: {witness!r}" for witness in seen)]
        raise AssertionError("\n- ".join([f"{claim.id}: {first}", *lines]))
    open_ones = [record for record in verdict.hunts.values() if record.outcome in ("undecided", "not-run")]
    if open_ones:
        told = "; ".join(f"{record.variant}: {record.outcome}: {record.finding.words}" for record in open_ones)
        pytest.skip(f"{claim.id}, {told}")
    return verdict


def _earlier(claim: Claim, profile: str, seed: int, folder: Path) -> Verdict | None:
    """The verdict on a claim from evidence of an earlier run; None if some of it is to be hunted."""
    found = _found(profile, seed, folder)
    families = [f for variant in claim.variants() if (f := claim.family_of(variant)) is not None]
    if (
        _library(()).claims.get(claim.id) is not claim
        or not {claim.id, *(f.id for f in families)} <= found.keys()
    ):
        return None
    records = {f.id: [r for r in found[f.id].results if isinstance(r, HuntRecord)] for f in (claim, *families)}
    judged = judge(claim, [record for several in records.values() for record in several], families)
    return Verdict(claim, judged, {record.variant: record for record in records[claim.id]})


@functools.cache
def _found(profile: str, seed: int, folder: Path) -> dict[str, Found]:
    """The evidence of earlier runs for all installed claims."""
    library = _library(())
    plan = Plan(tuple(library.claims.values()), profile, seed, "cpu", 1, library.alpha)
    return Earlier(plan, plan.header(), folder / "evidence.jsonl").found()


def check_device(claim: Claim | Declaration, *, seed: int = 0) -> Counter[str]:
    """Evaluates all readings of a claim as on a GPU, which need not be there.

    Arrays on the CPU must not meet the data, which are on the device, and the margins are those of the CPU:
    see :mod:`lemmata.run.rehearsal`. A hunt does the same with ``--device cuda``.

    Args:
        claim: one whose checks have data; there is nothing to rehearse without, nor in experiments.
        seed: decides the settings and prompts.

    Returns:
        How often a value was asked for (``float(x)``, ``if x > 0``), by the function that asks: a device is
        slowed down there.

    Raises:
        AssertionError: margins are others on the device.
        MixedDevices: arrays on the CPU meet others on the device.
        ClaimError: the declaration cannot be completed.
    """
    claim, asked = completed(claim), Counter[str]()
    if claim.kind.estimated or claim.kind.at_once:
        return asked
    for variant in (reading.variant for reading in claim.readings.values()):
        for s in sample_settings.settings(variant.settings, 1):
            drawn = variant.prompts and variant.prompts(s).sample(generator(seed, claim.id), _SETTINGS)
            if drawn is not None and not len(drawn):
                continue  # none of the draws meets the hypotheses
            here = Evaluator(variant, torch.device("cpu")).readout(s, drawn)
            with Rehearsal() as rehearsal:
                there = Evaluator(variant, DEVICE).readout(s, drawn)
            asked += rehearsal.values
            assert torch.allclose(
                here.counting, there.counting, _ANOTHER_ORDER, _ANOTHER_ORDER, equal_nan=True
            ), f"{claim.id}, {variant.name}: margins are others on a device, at setting {encode_fields(s)}"
    return Counter({name: count for name, count in asked.items() if not name.startswith("lemmata.search.")})


# -- spaces and laws -------------------------------------------------------------------------------


def check_spaces(claim: Claim | Declaration, *, seed: int = 0) -> None:
    """Checks the settings of every reading of a claim, and the prompts with their laws at some.

    Raises:
        AssertionError: a space breaks a promise (see :func:`check_space`).
        ClaimError: the declaration cannot be completed.
    """
    for reading in completed(claim).readings.values():
        variant = reading.variant
        check_space(variant.settings, law=False, seed=seed)
        if variant.prompts is not None:
            for s in _explicit_draws(variant.settings, _SETTINGS, seed)[-_SETTINGS:]:
                check_space(variant.prompts(s), seed=seed)


def check_space(space: Space, *, law: bool = True, draws: int = 20, batch: int = 32, seed: int = 0) -> None:
    """Checks that a space keeps what the engine relies on, and so do its domains where it is drawn.

    Instances that the search draws lie inside; the same seed draws the same; if ``law``, batches do
    so, too, with one leading axis. Settings, which are never drawn by a law, need none.

    Args:
        space: of settings, or of prompts at one setting.
        law: whether ``sample()`` is to work.
        draws: explicit instances to look at.
        batch: instances from the law to look at.
        seed: decides both.

    Raises:
        AssertionError: a promise is broken; the message says which, and by what value.
    """
    instances = _explicit_draws(space, draws, seed)
    domains: dict[str, Domain] = {}
    for instance in instances:
        reason = space.explain(instance)
        assert reason is None, f"strategy() drew {instance!r}, which explain() denies: {reason}"
        values: dict[str, Any] = {}
        for name, domain in space.resolve(values):
            values[name] = getattr(instance, name)
            domains.setdefault(f"{name}: {domain!r}", domain)
    for name, domain in domains.items():
        _check_domain(name, domain, law, max(draws // 4, 1), batch, seed)
    if not law:
        return
    samples = _sampled(space, batch, seed)
    sizes = {name: len(value) for name, value in samples.items()}
    assert len(set(sizes.values())) == 1, f"sample() gave batches of different sizes: {sizes}"
    (size,) = set(sizes.values())
    assert size <= batch, f"sample() gave {size} instances, {batch} were asked for"
    assert size, f"none of {batch} draws of the law meets where=; draw what meets it"
    for row in range(size):
        instance = space.holder(**{name: value[row] for name, value in samples.items()})
        reason = space.explain(instance)
        assert reason is None, f"the law drew {instance!r}, which explain() denies: {reason}"
    again = _sampled(space, batch, seed)
    assert all(_same(samples[n], again[n]) for n in samples), "sample() with one seed draws differently"


def check_domain(domain: Domain, *, law: bool = True, draws: int = 40, batch: int = 32, seed: int = 0) -> None:
    """Checks that a domain keeps what the engine relies on.

    - ``strategy()`` draws values that ``contains()`` admits, arrays as float64, and the same values
      for the same seed.
    - ``sample(generator, batch)`` draws from the generator alone: ``(batch, *shape)`` float64 (int64
      for whole numbers) that ``contains()`` admits, of the shape of explicit draws, one independent
      draw a row.
    - ``project()`` moves any batch onto the domain, leaves its shape and type and its argument as they
      are, and moves nothing when called again. (Whole numbers and choices are never moved.)

    Args:
        domain: the values of one quantity.
        law: whether ``sample()`` and ``project()`` are to work; settings need neither.
        draws: explicit values to look at.
        batch: values from the law to look at; at least 2.
        seed: decides both.

    Raises:
        AssertionError: a promise is broken; the message says which, and by what value.
    """
    _check_domain(repr(domain), domain, law, draws, batch, seed)


def _check_domain(name: str, domain: Domain, law: bool, draws: int, batch: int, seed: int) -> None:
    values = _explicit_draws(domain, draws, seed)
    for value in values:
        if isinstance(value, Tensor):
            assert value.dtype == torch.float64, (
                f"{name}: strategy() drew {value.dtype}, expected torch.float64"
            )
        assert domain.contains(value), f"{name}: strategy() drew {value!r}, contains() denies it"
    if not law:
        return
    samples = _check_law(name, domain, batch, seed)
    if isinstance(values[0], Tensor):
        assert samples.shape[1:] == values[0].shape, (
            f"{name}: sample() draws shape {tuple(samples.shape[1:])}, strategy() {tuple(values[0].shape)}"
        )
    if samples.is_floating_point() and not isinstance(domain, choices):
        _check_projection(name, domain, samples, seed)


def _check_law(name: str, domain: Domain, batch: int, seed: int) -> Any:
    for size in (1, batch):
        samples: Any = domain.sample(Generator().manual_seed(seed), size)
        kind = getattr(samples, "dtype", type(samples))  # an author's method may return anything
        assert kind in (torch.float64, torch.int64), f"{name}: sample() gave {kind}, expected a float64 tensor"
        assert samples.ndim and len(samples) == size, (
            f"{name}: sample(generator, {size}) has shape {tuple(samples.shape)}; the first axis is the batch"
        )
        for row in samples:
            assert _contains(domain, row), f"{name}: the law drew {row!r}, contains() denies it"
    torch.manual_seed(seed + 1)  # what does not come from the generator now comes out differently
    again = domain.sample(Generator().manual_seed(seed), batch)
    assert _same(samples, again), (
        f"{name}: sample() draws differently for one seed; draw from the generator that it is given"
    )
    others = [domain.sample(Generator().manual_seed(seed + k), batch) for k in (1, 2, 3)]
    varies = not all(_same(samples, other) for other in others)
    one = all(_same(row, samples[0]) for row in samples)
    assert varies or one, f"{name}: sample() draws the same whatever the seed of its generator"
    assert not (varies and one), f"{name}: sample() repeats one draw along the batch"
    return samples


def _check_projection(name: str, domain: Domain, samples: Tensor, seed: int) -> None:
    noise = torch.randn(samples.shape, generator=Generator().manual_seed(seed), dtype=samples.dtype)
    for points in (samples, samples + noise / 8, samples + 8 * noise):
        argument = points.clone()
        projected = domain.project(argument)
        assert _same(argument, points), f"{name}: project() changes its argument"
        assert projected.shape == points.shape and projected.dtype == points.dtype, (
            f"{name}: project() made {projected.dtype} {tuple(projected.shape)} of {points.dtype} "
            f"{tuple(points.shape)}"
        )
        for before, row in zip(points, projected, strict=True):
            assert _contains(domain, row), (
                f"{name}: project() moved {before!r} to {row!r}, contains() denies it"
            )
        again = domain.project(projected)
        shift = (again - projected).abs() > _ROUNDING * projected.abs().clamp_min(1.0)
        assert not bool(shift.any()), f"{name}: project() moves what it has projected, {projected!r}"


def _contains(domain: Domain, value: Tensor) -> bool:
    """Whether a drawn value is admitted; a scalar also as the whole number that it may be."""
    if domain.contains(value):
        return True
    if value.ndim:
        return False
    number = value.item()
    return domain.contains(number) or (number == int(number) and domain.contains(int(number)))


def _explicit_draws(source: Domain | Space, draws: int, seed: int) -> list[Any]:
    """What the search would draw, in order."""
    first, second = (_explicit(source.strategy, draws, seed) for _ in range(2))
    name = type(source).__name__
    assert first, f"{name}: strategy() drew nothing"
    same = len(first) == len(second) and all(map(_same, first, second))
    assert same, f"{name}: strategy() draws differently for one seed; draw by Hypothesis alone"
    return first


def _explicit(strategy: Callable[[], Any], draws: int, seed: int) -> list[Any]:
    values: list[Any] = []

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=draws,
        phases=[Phase.generate],
        database=None,
        derandomize=False,
        deadline=None,
        verbosity=Verbosity.quiet,
        suppress_health_check=list(HealthCheck),
    )
    @hypothesis.given(strategy())
    def record(value: Any) -> None:
        values.append(value)

    try:
        record()
    except Unsatisfiable:
        raise AssertionError("no explicit draw meets where=; draw what meets it") from None
    return values


def _sampled(space: Space, batch: int, seed: int) -> dict[str, Any]:
    return dict(vars(space.sample(Generator().manual_seed(seed), batch)))


def _same(a: Any, b: Any) -> bool:
    if isinstance(a, Tensor) or isinstance(b, Tensor):
        return isinstance(a, Tensor) and isinstance(b, Tensor) and torch.equal(a, b)
    if hasattr(a, "__dict__") and type(a) is type(b):
        return vars(a).keys() == vars(b).keys() and all(_same(v, vars(b)[n]) for n, v in vars(a).items())
    return bool(a == b)
