"""Every domain: what it draws and samples lies inside, and projecting lands inside."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import pytest
import torch
from hypothesis import find, given, settings
from hypothesis import strategies as st
from torch import Generator, Tensor

from lemmata import (
    Domain,
    ForAll,
    Paper,
    at_most,
    box,
    choices,
    dims,
    dyadics,
    gaussian,
    in_ball,
    reals,
    scales,
    signs,
    sparse,
    symmetric,
)
from lemmata.claims.domains.base import EXPLICIT_ENTRIES
from lemmata.claims.prompt import Prompt
from lemmata.claims.space import Space, space
from lemmata.errors import ClaimError
from lemmata.run.hunting import PROFILES, hunt
from lemmata.testing import check_domain


@dataclass(frozen=True)
class One:
    d: int


SCALARS: dict[str, Domain] = {
    "dims": dims(1, 5),
    "one dim": dims(3, 3),
    "choices": choices(2.0, 0.5, -1.0),
    "dyadics": dyadics(-1, 2),
    "dyadics, ends off the grid": dyadics(0.3, 0.8),
    "dyadics, open": dyadics(0, 1, open_low=True, open_high=True),
    "dyadics, open, off the grid": dyadics(0.3, 0.8, open_low=True, open_high=True),
    "dyadics, fine grid": dyadics(0, 1, open_low=True, grid=64),
    "scales": scales(-3, 4),
    "scales, open": scales(-40, 0, open_high=True),
}
ARRAYS: dict[str, Any] = {
    "reals, scalar": reals(),
    "reals": reals(2, 3),
    "reals, many": reals(8, 8),
    "reals, none": reals(2, 0),
    "box": box(3, low=-1.0, high=0.5),
    "box, many": box(5, 6, low=0.0, high=1.0),
    "box, a point": box(2, low=0.25, high=0.25),
    "signs": signs(4),
    "signs, many": signs(5, 6),
    "gaussian": gaussian(3),
    "gaussian, many": gaussian(5, 5),
    "ball": in_ball(3, radius=1.5),
    "ball, many": in_ball(4, 8, radius=1.0),
    "ball, a point": in_ball(2, radius=0.0),
    "symmetric": symmetric(2, 2),
    "symmetric, many": symmetric(1, 6),
    "sparse": sparse(5, 2, 1.0),
    "sparse, many": sparse(30, 3, 0.75),
    "sparse, zero": sparse(3, 0, 1.0),
}
DOMAINS = {**SCALARS, **ARRAYS}
few = settings(max_examples=30)


def generator(seed: int = 0) -> Generator:
    return Generator().manual_seed(seed)


def instances(domain: Domain, batch: Tensor) -> list[Any]:
    """The instances of a batch as a witness would give them back."""
    if isinstance(domain, dims):
        return [int(v) for v in batch]
    return list(batch) if batch.ndim > 1 or domain in ARRAYS.values() else batch.tolist()


@pytest.mark.parametrize("name", sorted(DOMAINS))
@few
@given(data=st.data())
def test_what_is_drawn_lies_inside(name: str, data: st.DataObject) -> None:
    assert DOMAINS[name].contains(data.draw(DOMAINS[name].strategy()))


@pytest.mark.parametrize("name", sorted(DOMAINS))
def test_what_is_sampled_lies_inside(name: str) -> None:
    domain = DOMAINS[name]
    batch = domain.sample(generator(), 200)
    assert len(batch) == 200
    assert all(domain.contains(v) for v in instances(domain, batch))


@pytest.mark.parametrize("name", sorted(DOMAINS))
def test_a_seed_decides_a_sample(name: str) -> None:
    domain = DOMAINS[name]
    first, again, other = (domain.sample(generator(seed), 50) for seed in (1, 1, 2))
    assert first.equal(again)
    assert first.equal(other) == bool((first == first[:1]).all())  # all alike: one value only


@pytest.mark.parametrize("name", sorted(ARRAYS))
@given(seed=st.integers(0, 1000), size=st.sampled_from([1e-3, 1.0, 1e3]))
@few
def test_projecting_lands_inside_and_stays_there(name: str, seed: int, size: float) -> None:
    domain = ARRAYS[name]
    values = torch.randn(7, *domain.shape, generator=generator(seed), dtype=torch.float64) * size
    once = domain.project(values)
    assert once.shape == values.shape
    assert all(domain.contains(v) for v in once)
    assert domain.project(once).equal(once)


@pytest.mark.parametrize("name", sorted(ARRAYS))
def test_what_lies_inside_is_not_moved(name: str) -> None:
    batch = ARRAYS[name].sample(generator(), 100)
    assert ARRAYS[name].project(batch).equal(batch)


OUTSIDE = [
    (dims(2, 5), [1, 2.0, "3", None]),
    (choices(1.0, 2.0), [3.0, "1"]),
    (dyadics(0, 1, open_low=True), [0.0, 1.5, math.nan, "1/2", None]),
    (dyadics(0, 1, open_high=True), [1.0, -0.1]),
    (scales(-1, 1), [0.0, -1.0, 0.49, 2.01, math.inf]),
    (scales(-1, 1, open_high=True), [2.0]),
    (reals(2), [torch.zeros(3), torch.tensor([0.0, math.nan]), [0.0, 0.0], 1.0]),
    (reals(2), [torch.tensor([math.inf, 0.0]), torch.zeros(1, 2)]),
    (box(2, low=0.0, high=1.0), [torch.tensor([0.5, 1.5]), torch.tensor([-0.1, 0.0])]),
    (signs(2), [torch.tensor([1.0, 0.0]), torch.tensor([1.0, 2.0])]),
    (in_ball(2, radius=1.0), [torch.tensor([1.0, 0.125])]),
    (symmetric(1, 2), [torch.tensor([[[1.0, 2.0], [3.0, 1.0]]])]),
    (sparse(3, 1, 1.0), [torch.tensor([0.5, 0.5, 0.0]), torch.tensor([2.0, 0.0, 0.0])]),
]


@pytest.mark.parametrize(("domain", "values"), OUTSIDE, ids=[repr(d) for d, _ in OUTSIDE])
def test_what_breaks_a_hypothesis_is_outside(domain: Domain, values: list[Any]) -> None:
    assert not any(domain.contains(value) for value in values)


class TestLaws:
    """The law is the one that the name says."""

    def test_gaussian_entries_are_standard_normal(self) -> None:
        values = gaussian(4).sample(generator(), 50_000)
        assert values.mean().abs() < 0.01
        assert (values.var() - 1).abs() < 0.02
        assert ((values**4).mean() - 3).abs() < 0.1

    def test_signs_are_fair_and_independent(self) -> None:
        values = signs(2).sample(generator(), 50_000)
        assert values.mean(0).abs().max() < 0.02
        assert values.prod(-1).mean().abs() < 0.02

    def test_dims_take_every_value(self) -> None:
        assert set(dims(2, 5).sample(generator(), 500).tolist()) == {2, 3, 4, 5}

    def test_boxes_have_corners(self) -> None:
        values = box(2, low=-1.0, high=1.0).sample(generator(), 400)
        assert (values.abs() == 1).all(-1).any()
        assert (values.abs() < 1).all(-1).any()

    def test_reals_come_at_several_magnitudes(self) -> None:
        size = reals(8).sample(generator(), 400).abs().amax(-1)
        assert size.min() < 0.6
        assert size.max() > 8

    def test_sparse_vectors_use_their_bounds(self) -> None:
        values = sparse(6, 2, 1.0).sample(generator(), 400)
        assert (values != 0).sum(-1).max() == 2
        assert values.abs().sum(-1).max() > 0.9


class TestShrinking:
    """The simplest draw is the one that a person reads."""

    @pytest.mark.parametrize(
        ("domain", "simplest"),
        [(dims(2, 9), 2), (dyadics(-1, 1), 0.0), (scales(-5, 5), 1.0), (choices(0.5, 0.125), 0.5)],
    )
    def test_of_scalars(self, domain: Domain, simplest: float) -> None:
        assert find(domain.strategy(), lambda value: True) == simplest

    @pytest.mark.parametrize("name", ["reals", "ball", "symmetric", "sparse", "reals, many"])
    def test_of_arrays(self, name: str) -> None:
        domain = ARRAYS[name]
        assert not find(domain.strategy(), lambda value: True).any()

    def test_explicit_entries_are_multiples_of_an_eighth(self) -> None:
        value = find(reals(2).strategy(), lambda v: bool((v[0] > 0.3) & (v[1] < -1)))
        first, second = value.tolist()
        assert first == 1.0, "whole numbers are simpler than eighths"
        assert second * 8 == int(second * 8) < -8

    def test_large_arrays_are_drawn_by_a_seed(self) -> None:
        assert math.prod(reals(8, 8).shape) > EXPLICIT_ENTRIES
        assert reals(8, 8).seeded(3).equal(reals(8, 8).seeded(3))


@dataclass(frozen=True)
class Setting:
    d: int
    k: int
    theta: float
    w: Tensor


def lower(s: Any) -> Domain:
    return dims(1, s.d)


nested = space(
    Setting,
    where=lambda s: s.theta != 1.0,
    d=dims(1, 4),
    k=lower,
    theta=dyadics(0, 2),
    w=lambda s: box(s.k, low=0.0, high=1.0),
)


class TestSpace:
    @few
    @given(s=nested.strategy())
    def test_draws_meet_all_hypotheses(self, s: Setting) -> None:
        assert nested.explain(s) is None
        assert s.k <= s.d
        assert s.w.shape == (s.k,)

    @few
    @given(s=nested.strategy(growth=1))
    def test_growth_limits_whole_numbers(self, s: Setting) -> None:
        assert s.d <= 2

    @pytest.mark.parametrize(
        ("changed", "why"),
        [
            ({"d": 0}, "d lies outside of dims(low=1, high=4)"),
            ({"k": 0}, "k lies outside of dims(low=1, high=2)"),
            ({"k": 2}, "w lies outside of box(shape=(2,), low=0.0, high=1.0)"),
            ({"theta": 2.5}, "theta lies outside of dyadics(low=0, high=2"),
            ({"w": torch.tensor([2.0])}, "w lies outside of box(shape=(1,), low=0.0, high=1.0)"),
            ({"theta": 1.0}, "the hypotheses that join several quantities are not met"),
        ],
    )
    def test_explain_names_the_quantity(self, changed: dict[str, Any], why: str) -> None:
        fields = {"d": 2, "k": 1, "theta": 0.5, "w": torch.tensor([0.5]), **changed}
        assert (nested.explain(Setting(**fields)) or "").startswith(why)

    def test_explain_says_what_is_missing(self) -> None:
        assert space(x=reals(2), y=reals(1)).explain(Prompt(x=torch.zeros(2))) == "y is missing"

    def test_a_field_that_gives_no_domain_is_misuse(self) -> None:
        broken: Space = space(d=dims(1, 2), x=lambda s: 3)  # type: ignore[arg-type, return-value]
        with pytest.raises(ClaimError, match="the field x gave 3, not a domain"):
            broken.sample(generator(), 2)

    def test_a_box_upside_down_is_misuse(self) -> None:
        with pytest.raises(ClaimError, match=r"low=1\.0 must not exceed high=0\.0"):
            box(2, low=1.0, high=0.0)

    def test_a_sample_is_a_batch_of_every_quantity(self) -> None:
        batch = space(x=reals(2), e=signs(3)).sample(generator(), 5)
        assert batch.x.shape == (5, 2)
        assert batch.e.shape == (5, 3)

    def test_projection_goes_quantity_by_quantity(self) -> None:
        both = space(x=box(2, low=0.0, high=1.0), y=reals(1))
        moved = both.project(Prompt(x=torch.tensor([[-3.0, 0.5]]), y=torch.tensor([[9.0]])))
        assert moved.x.tolist() == [[0.0, 0.5]]
        assert moved.y.tolist() == [[9.0]]

    def test_a_space_is_its_own_function_of_the_setting(self) -> None:
        assert nested(Setting(1, 1, 0.0, torch.zeros(1))) is nested


class TestPrompt:
    batch = Prompt(x=torch.arange(6.0).reshape(3, 2), y=torch.arange(3.0))

    def test_an_unknown_quantity_is_named_with_the_known_ones(self) -> None:
        with pytest.raises(AttributeError, match=r"no quantity 'z'; it has \['x', 'y'\]"):
            _ = self.batch.z

    def test_instances_are_taken_and_put_together(self) -> None:
        assert len(self.batch) == 3
        some = self.batch.take(torch.tensor([2, 0]))
        assert some.y.tolist() == [2.0, 0.0]
        assert some.followed_by(self.batch).y.tolist() == [2.0, 0.0, 0.0, 1.0, 2.0]
        assert self.batch.take(slice(1, 2)).x.tolist() == [[2.0, 3.0]]


def test_a_hypothesis_that_joins_quantities_holds_in_batches_too() -> None:
    ordered = space(
        x=box(2, low=0.0, high=1.0), y=box(2, low=0.0, high=1.0), where=lambda p: bool((p.x <= p.y).all())
    )
    batch = ordered.sample(Generator().manual_seed(0), 200)
    assert 10 < len(batch) < 150
    assert bool((batch.x <= batch.y).all())
    never = space(x=reals(1), where=lambda p: False)
    assert len(never.sample(Generator(), 5)) == 0


def test_a_claim_whose_prompts_never_meet_their_hypotheses_is_vacuous() -> None:
    claim = Paper("topic", "Title", "Author", 2026, "key", "source.txt").claim(
        "Lemma 1",
        kind=ForAll(),
        settings=space(One, d=dims(1, 3)),
        prompts=lambda s: space(x=reals(s.d), where=lambda p: False),
        examples=[One(2)],
    )
    claim.printed("...")(lambda x: at_most(x, x - 1))
    seen = hunt(claim.variant("printed"), PROFILES["quick"])
    assert seen.outcome == "vacuous"


def test_scalars_of_a_prompt_belong_to_their_domains() -> None:
    scalars = space(k=dims(1, 3), t=dyadics(0.0, 1.0), w=scales(-2, 2), c=choices(0.5, 2.0))
    batch = scalars.sample(Generator().manual_seed(0), 6)
    for row in range(6):
        assert scalars.explain(batch.map(lambda v, row=row: v[row])) is None
    outside = Prompt(**{name: torch.tensor(9.5).double() for name in scalars.fields})
    assert scalars.explain(outside) is not None


def test_no_rounding_carries_a_vector_out_of_its_ball() -> None:
    third = torch.full((3,), 1 / 3, dtype=torch.float64)
    over = third.clone()
    over[0] = over[0] + 2.0**-53
    assert sparse(3, 3, 1.0).contains(third)
    assert float(over.sum()) <= 1.0
    assert not sparse(3, 3, 1.0).contains(over), "the sum is above one by less than its rounding"
    moved = sparse(3, 3, 1.0).project(over[None])[0]
    assert sparse(3, 3, 1.0).contains(moved)
    assert float((moved - over).abs().max()) < 1e-11
    unit = torch.tensor([0.6, 0.8], dtype=torch.float64)  # both are rounded up
    assert not in_ball(2, radius=1.0).contains(unit)
    assert in_ball(2, radius=1.0).contains(in_ball(2, radius=1.0).project(unit[None])[0])
    assert in_ball(2, radius=1.0).contains(torch.tensor([1.0, 0.0]).double())


@dataclass(frozen=True)
class WithDefaults:
    d: int
    c: float = 1.0


def test_a_field_that_a_space_leaves_out_has_its_default() -> None:
    narrow = space(WithDefaults, d=dims(1, 3))
    assert narrow.explain(WithDefaults(2)) is None
    assert narrow.explain(WithDefaults(2, 1.0)) is None
    assert "c is no quantity" in str(narrow.explain(WithDefaults(2, 2.0)))


def test_symmetric_is_of_one_matrix_or_of_several() -> None:
    assert (symmetric(3).shape, symmetric(2, 3).shape) == ((3, 3), (2, 3, 3))
    assert (
        symmetric.words("A", "d") == symmetric.words("A", "1", "d") == r"$A\in\mathbb R^{d\times d}$ symmetric"
    )


@pytest.mark.parametrize(
    ("low", "high", "of", "drawn"),
    [
        (0, 4, "(0, inf)", (1 / 64, 4)),
        (-1, 1, "(-1, 1)", (-63 / 64, 63 / 64)),
        (0, 1 / 64, "(0, 1)", (1 / 256, 1 / 64)),
        (0, 4, "[0, inf)", (0, 4)),
    ],
)
def test_a_box_draws_no_end_that_is_left_out(
    low: float, high: float, of: str, drawn: tuple[float, float]
) -> None:
    domain = box(3, low=low, high=high, of=of)
    check_domain(domain, law=False)
    values = domain.sample(Generator().manual_seed(0), 4000)
    assert (float(values.min()), float(values.max())) == drawn
    assert bool(torch.stack([torch.as_tensor(domain.contains(v)) for v in values]).all())
    with pytest.raises(ClaimError, match="goes beyond"):
        box(3, low=low - 1, high=high, of=of)


def test_batches_are_put_together_in_order_however_many_draws_were_left_out() -> None:
    parts = [Prompt(x=torch.arange(n, dtype=torch.float64) + 10 * n, y=torch.ones(n, 2)) for n in (3, 0, 2)]
    whole = Prompt.together(iter(parts), 7)
    assert whole.x.tolist() == [30, 31, 32, 20, 21] and whole.y.shape == (5, 2)
    assert Prompt.together(iter(parts[:1]), 3) is parts[0]
