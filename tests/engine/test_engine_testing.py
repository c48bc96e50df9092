"""What an author is given for pytest: it passes what is right and names what is wrong."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest
import torch
from hypothesis import strategies as st

from lemmata import (
    Domain,
    ForAll,
    LemmataError,
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
from lemmata.claims.space import space
from lemmata.errors import ClaimError, MissingDependency
from lemmata.search.profiles import PROFILES
from lemmata.testing import check_claim, check_domain, check_space, check_spaces, parametrize_claims

OURS = [
    dims(1, 6),
    dims(2, 4, most=4),
    choices(0.5, 1.0, 2.0),
    dyadics(0, 2),
    dyadics(0, 1, open_low=True, open_high=True),
    scales(-3, 3),
    scales(-3, 0, open_high=True),
    reals(3),
    reals(2, 3),
    reals(60),
    box(2, 2, low=-1, high=0.5),
    signs(4),
    gaussian(3),
    in_ball(2, 3, radius=1.5),
    in_ball(3, radius=0),
    symmetric(2, 3),
    sparse(5, 2, 1.0),
]


@pytest.mark.parametrize("domain", OURS, ids=repr)
def test_our_domains_conform(domain: Domain) -> None:
    check_domain(domain)


class Unit(Domain):
    """Vectors of two numbers between 0 and 1; each way to go wrong is a subclass."""

    def strategy(self) -> Any:
        return st.tuples(*[st.integers(0, 8)] * 2).map(lambda t: torch.tensor(t, dtype=torch.float64) / 8)

    def sample(self, generator: torch.Generator, batch: int) -> torch.Tensor:
        return torch.rand(batch, 2, generator=generator, dtype=torch.float64)

    def contains(self, value: Any) -> bool:
        return tuple(value.shape) == (2,) and bool(((value >= 0) & (value <= 1)).all())

    def project(self, values: torch.Tensor) -> torch.Tensor:
        return values.clamp(0, 1)

    def __repr__(self) -> str:
        return "unit"


def test_a_domain_of_an_author_conforms() -> None:
    check_domain(Unit())


def wrong(**methods: Any) -> Domain:
    found: Domain = type("Wrong", (Unit,), methods)()
    return found


COUNTER = iter(range(10**6))
SAMPLE = Unit.sample
WRONG = {
    "explicit draws outside": (
        wrong(strategy=lambda d: st.just(torch.full((2,), 2.0, dtype=torch.float64))),
        r"strategy\(\) drew tensor\(\[2., 2.\].*contains\(\) denies it",
    ),
    "explicit draws in float32": (
        wrong(strategy=lambda d: st.just(torch.zeros(2))),
        r"strategy\(\) drew torch.float32, expected torch.float64",
    ),
    "explicit draws by another generator": (
        wrong(strategy=lambda d: st.builds(lambda: torch.rand(2, dtype=torch.float64))),
        "draws differently for one seed; draw by Hypothesis alone",
    ),
    "law outside": (
        wrong(sample=lambda d, g, n: 2 * SAMPLE(d, g, n)),
        r"the law drew .*contains\(\) denies it",
    ),
    "law in float32": (
        wrong(sample=lambda d, g, n: SAMPLE(d, g, n).float()),
        r"sample\(\) gave torch.float32, expected a float64 tensor",
    ),
    "law of lists": (wrong(sample=lambda d, g, n: SAMPLE(d, g, n).tolist()), r"sample\(\) gave <class 'list'>"),
    "no batch axis": (
        wrong(sample=lambda d, g, n: SAMPLE(d, g, 1)),
        r"sample\(generator, 32\) has shape \(1, 2\); the first axis is the batch",
    ),
    "another shape": (
        wrong(
            sample=lambda d, g, n: SAMPLE(d, g, n)[:, :1],
            contains=lambda d, v: bool(((v >= 0) & (v <= 1)).all()),
        ),
        r"sample\(\) draws shape \(1,\), strategy\(\) \(2,\)",
    ),
    "global generator": (
        wrong(sample=lambda d, g, n: torch.rand(n, 2, dtype=torch.float64)),
        "draws differently for one seed; draw from the generator",
    ),
    "deaf to its seed": (
        wrong(sample=lambda d, g, n: SAMPLE(d, torch.Generator().manual_seed(7), n)),
        "draws the same whatever the seed",
    ),
    "one draw repeated": (
        wrong(sample=lambda d, g, n: SAMPLE(d, g, 1).expand(n, 2)),
        "repeats one draw along the batch",
    ),
    "projection outside": (
        wrong(project=lambda d, v: v.clamp(0, 2)),
        r"project\(\) moved .*contains\(\) denies it",
    ),
    "no projection": (wrong(project=Domain.project), r"project\(\) moved .*contains\(\) denies it"),
    "projection of another shape": (
        wrong(project=lambda d, v: v.clamp(0, 1)[0]),
        r"project\(\) made torch.float64 \(2,\) of torch.float64 \(32, 2\)",
    ),
    "projection that goes on": (
        wrong(project=lambda d, v: v.clamp(0, 1) / 2),
        r"project\(\) moves what it has projected",
    ),
    "projection in place": (wrong(project=lambda d, v: v.clamp_(0, 0.5)), r"project\(\) changes its argument"),
}


@pytest.mark.parametrize("name", WRONG)
def test_each_broken_promise_is_named(name: str) -> None:
    domain, words = WRONG[name]
    with pytest.raises(AssertionError, match=words) as caught:
        check_domain(domain)
    assert "unit" in str(caught.value) or "Wrong" in str(caught.value)


@dataclass(frozen=True)
class Setting:
    n: int
    radius: float


SETTINGS = space(Setting, n=dims(1, 3), radius=dyadics(0, 2))


def prompts(s: Setting) -> Any:
    return space(x=in_ball(s.n, radius=s.radius), noise=dyadics(-1, 1))


def test_spaces_conform_where_they_are_drawn() -> None:
    check_space(SETTINGS, law=False)
    check_space(prompts(Setting(2, 1.0)))
    check_space(space(a=dims(1, 3), b=lambda found: dyadics(0, 1), where=lambda p: p.a >= 2), batch=64)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (space(x=WRONG["projection outside"][0]), r"^x: unit: project\(\) moved"),
        (space(x=reals(2), where=lambda p: False), "no explicit draw meets where="),
        (
            space(x=reals(2), where=lambda p: bool((p.x == p.x.round()).all())),
            "none of 32 draws of the law meets where=",
        ),
    ],
)
def test_a_space_that_breaks_a_promise_is_named(wrong: Any, words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        check_space(wrong)


def make(**options: Any) -> Any:
    paper = Paper("mine", "t", "a", 2026, "k", "s")
    given: dict[str, Any] = {"settings": SETTINGS, "prompts": prompts, **options}
    claim = paper.claim("Lemma 1", kind=ForAll(), **given)

    @claim.printed(r"$\|x\|_\infty\le r$", limit=lambda r: r)
    def check(radius: Any, x: Any, limit: Any) -> Any:
        return at_most(x, limit(radius))

    claim.mutant("half", limit=lambda r: r / 2)
    return claim


def test_the_spaces_of_a_claim_conform() -> None:
    check_spaces(make(examples=[Setting(2, 1.0)]))


def test_a_law_of_a_claim_is_looked_at_where_it_is_drawn() -> None:
    claim = make(prompts=lambda s: space(x=WRONG["law outside"][0]))
    with pytest.raises(AssertionError, match="x: unit: the law drew"):
        check_spaces(claim)


def test_an_example_outside_of_every_reading_is_named() -> None:
    with pytest.raises(ClaimError, match=r"the example Setting\(n=0, .*nothing tries it"):
        check_spaces(make(examples=[Setting(0, 1.0)]))


@pytest.mark.slow
def test_a_claim_that_is_as_expected_passes() -> None:
    assert check_claim(make()).outcomes == {"printed": "holds", "half": "killed"}


@pytest.mark.slow
def test_all_surprises_of_a_claim_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    # What survives is hunted to the end of a budget.
    few = replace(PROFILES["quick"].cut(9), climbs=0, survey=0, work=0)
    monkeypatch.setitem(PROFILES, "quick", few)
    claim = make()
    claim.mutant("double", limit=lambda r: 2 * r)
    claim.mutant("triple", limit=lambda r: 3 * r)
    with pytest.raises(AssertionError) as caught:
        check_claim(claim)
    assert [line.partition(" survived")[0] for line in str(caught.value).split("\n")[:2]] == [
        "mine/lemma-1: the mutant 'double'",
        "- the mutant 'triple'",
    ]


def test_what_is_undecided_skips() -> None:
    def solved(r: Any) -> Any:
        raise MissingDependency("a-solver is not installed")

    claim = make()
    claim.mutant("by a solver", limit=solved)
    with pytest.raises(pytest.skip.Exception, match="a-solver is not installed"):
        check_claim(claim)


def test_misuse_is_said() -> None:
    with pytest.raises(LemmataError, match="one of brief, quick, standard, deep"):
        check_claim(make(), profile="fast")
    with pytest.raises(LemmataError, match="nothing is selected by 'nowhere'"):
        parametrize_claims("nowhere")


def test_claims_become_items() -> None:
    mark = parametrize_claims("pca/lemma-8").mark
    assert mark.args[0] == "claim"
    assert mark.kwargs["ids"] == ["pca/lemma-8"] == [claim.id for claim in mark.args[1]]
