"""What a claim is: quantifiers in signatures, readings, mutants, and messages that say what to do."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
import torch

from lemmata import Declaration, ForAll, Margin, Paper, Probability, at_most, dims, equal, lines, reals
from lemmata.claims.prompt import Prompt
from lemmata.claims.space import Space, space
from lemmata.errors import ClaimError
from lemmata.numbers import over_batches


@dataclass(frozen=True)
class Size:
    d: int


@dataclass(frozen=True)
class Weights:
    """A construction with two derived mutants."""

    scale: float

    def derived_mutants(self) -> list[tuple[str, Weights]]:
        return [("scale zeroed", Weights(0.0)), ("scale negated", Weights(-self.scale))]

    def derived_mutant(self, name: str) -> Weights:
        return dict(self.derived_mutants())[name]


sizes = space(Size, d=dims(1, 3))
larger = space(Size, d=dims(4, 9))


def prompts(s: Size) -> Space:
    return space(x=reals(s.d), y=reals(s.d))


def paper() -> Paper:
    return Paper("topic", "Title", "Author", 2026, "key", "source.txt")


def make(**options: Any) -> Declaration:
    return paper().claim("Lemma 1", kind=ForAll(), settings=sizes, prompts=prompts, **options)


def check(x: Any, factor: int) -> Margin:
    """Everything is a multiple of itself."""
    return equal(x * factor, x)


def prompt(x: float, y: float = 0.0) -> Prompt:
    return Prompt(x=torch.tensor([[x]]).double(), y=torch.tensor([[y]]).double())


class TestIds:
    @pytest.mark.parametrize(
        ("options", "identifier"),
        [
            ({"label": "Theorem 4.1"}, "topic/theorem-4.1"),
            ({"label": "(C.2), (C.3)"}, "topic/c.2-c.3"),
            ({"label": "the sentence after (4)", "id": "after-4"}, "topic/after-4"),
            ({"label": "Lemma 1", "id": "lemma-1/tail"}, "topic/lemma-1/tail"),
        ],
    )
    def test_are_made_from_labels(self, options: dict[str, Any], identifier: str) -> None:
        assert paper().claim(kind=ForAll(), settings=sizes, **options).id == identifier

    @pytest.mark.parametrize(
        "options", [{"label": "…"}, {"label": "x", "id": "../x"}, {"label": "x", "id": "x/A b"}]
    )
    def test_that_would_be_no_ids_are_misuse(self, options: dict[str, Any]) -> None:
        with pytest.raises(ClaimError, match=r"is no id.*give id="):
            paper().claim(kind=ForAll(), settings=sizes, **options)

    def test_of_a_topic_with_a_space_are_misuse(self) -> None:
        with pytest.raises(ClaimError, match="'my topic/x' is no id"):
            Paper("my topic", "t", "a", 2026, "k", "s").claim("x", kind=ForAll(), settings=sizes)

    def test_are_defined_once(self) -> None:
        one = paper()
        one.claim("Lemma 1", kind=ForAll(), settings=sizes)
        with pytest.raises(ClaimError, match="topic/lemma-1 is defined twice"):
            one.claim("lemma 1", kind=ForAll(), settings=sizes)

    def test_name_what_a_claim_uses(self) -> None:
        one = paper()
        first = one.claim("Lemma 1", kind=ForAll(), settings=sizes)
        second = one.claim("Lemma 2", kind=ForAll(), settings=sizes, uses=[first, "other/lemma-3"])
        assert second.draft.uses == ("topic/lemma-1", "other/lemma-3")


class TestReadingsAndMutants:
    def test_come_in_the_order_of_the_page(self) -> None:
        claim = make()
        claim.construction(lambda s: Weights(2.0))

        @claim.amended("amended", factor=1)  # decorators run from the bottom up: printed is first
        @claim.printed("printed", expect="refuted", defect="typo", because="2", factor=2)
        def of(x: Any, tf: Weights, factor: int) -> Margin:
            return check(x, factor)

        claim.mutant("by hand", factor=3)
        claim.mutant("of the construction", construction=lambda s: Weights(5.0))
        claim.derive_mutants(at=Size(1))
        assert [(v.name, v.role) for v in claim.complete().variants()] == [
            ("printed", "reading"),
            ("amended", "reading"),
            ("by hand", "mutant"),
            ("of the construction", "mutant"),
            ("scale zeroed", "mutant"),
            ("scale negated", "mutant"),
            ("all weights zero", "mutant"),
        ]
        assert list(claim.complete().readings) == ["printed", "amended"]

    def test_the_other_order_of_decorators_gives_the_same(self) -> None:
        claim = make()
        claim.amended("amended", factor=1)(check)
        claim.printed("printed", expect="refuted", defect="typo", because="2", factor=2)(check)
        assert list(claim.complete().readings) == ["printed", "amended"]

    def test_mutants_change_the_surviving_reading(self) -> None:
        claim = make()
        claim.printed("printed", expect="refuted", defect="typo", because="2", factor=2)(check)
        claim.amended("amended", factor=1, settings=larger)(check)
        claim.mutant("other sizes", settings=sizes)
        claim.mutant("other factor", factor=7)
        assert claim.complete().survivor.name == "amended"
        assert claim.variant("other sizes").settings is sizes
        assert claim.variant("other sizes").ingredients == {"factor": 1}
        assert claim.variant("other factor").settings is larger
        assert claim.variant("other factor").ingredients == {"factor": 7}

    def test_a_reading_may_bring_settings_prompts_and_construction(self) -> None:
        claim = make()
        other = lambda s: space(x=reals(1), y=reals(1))  # noqa: E731
        claim.printed("printed", settings=larger, prompts=other, construction=Weights, factor=1)(check)
        variant = claim.variant("printed")
        assert (variant.settings, variant.prompts, variant.construction) == (larger, other, Weights)
        assert variant.ingredients == {"factor": 1}

    def test_mutants_change_the_survivor_wherever_they_are_declared(self) -> None:
        claim = make()
        claim.mutant("doubles", factor=2)
        claim.printed("x", expect="refuted", defect="typo", because="3", factor=3)(check)
        claim.amended("y", factor=1, settings=larger)(check)
        assert claim.variant("doubles").settings is larger

    def test_one_check_may_serve_all_readings(self) -> None:
        claim = make(examples=[Size(2)])
        claim.construction(lambda s: Weights(1.0))

        @claim.amended("y", factor=1)
        @claim.printed("x", expect="refuted", defect="typo", because="2", factor=2)
        def scaled(x: Any, tf: Weights, factor: int) -> Margin:
            return equal(x * factor * tf.scale, x)

        claim.mutant("triple", factor=3)
        claim.mutant("larger", construction=lambda s: Weights(3.0))
        variants = claim.complete().variants()
        names = ["printed", "amended", "triple", "larger", "all weights zero"]
        assert [v.name for v in variants] == names
        assert {v.check for v in variants} == {scaled}
        assert variants[3].construct(Size(1)) == Weights(3.0)

    def test_a_claim_is_a_value_that_later_declarations_do_not_touch(self) -> None:
        declaration = make()
        declaration.printed("x", factor=1)(check)
        claim = declaration.complete()
        assert declaration.complete() is claim
        declaration.mutant("doubles", factor=2)
        assert [v.name for v in declaration.complete().variants()] == ["printed", "doubles"]
        assert [v.name for v in claim.variants()] == ["printed"]
        with pytest.raises(dataclasses.FrozenInstanceError):
            claim.label = "other"  # type: ignore[misc]
        with pytest.raises(TypeError, match="mappingproxy"):
            claim.readings["printed"].variant.ingredients["factor"] = 2  # type: ignore[index]

    def test_a_mutant_may_change_an_ingredient_and_the_construction(self) -> None:
        claim = make()
        claim.construction(lambda s: Weights(1.0))

        @claim.printed("x", factor=1)
        def scaled(x: Any, tf: Weights, factor: int) -> Margin:
            return equal(x * factor * tf.scale, x)

        claim.mutant("both", why="So that both are seen.", factor=2, construction=lambda s: Weights(3.0))
        mutant = claim.variant("both")
        assert mutant.ingredients == {"factor": 2}
        margin = mutant.evaluate(Size(1), prompt(1.0), mutant.construct(Size(1)))
        assert margin.left.item() == 6.0

    def test_the_line_of_a_claim_is_that_of_its_check(self) -> None:
        claim = make()
        claim.printed("x", factor=1)(check)
        assert claim.complete().summary == "Everything is a multiple of itself"
        assert claim.complete().description.startswith("What a claim is")
        assert claim.complete().file == __file__

    def test_an_unknown_variant_is_misuse(self) -> None:
        claim = make()
        claim.printed("x", factor=1)(check)
        with pytest.raises(ClaimError, match="topic/lemma-1 has no variant 'amended'"):
            claim.variant("amended")


class TestQuantifiers:
    def test_a_check_may_ask_for_less(self) -> None:
        claim = make()
        claim.printed("x")(lambda d: at_most(d, 3))
        violated, holds, _ = claim.variant("printed").evaluate(Size(4), None).statuses()
        assert violated.tolist() == [True]
        assert holds.tolist() == [False]


def _printed(**options: Any) -> Callable[[], None]:
    def act() -> None:
        claim = make()
        claim.printed("x", **options)(check)
        claim.complete()

    return act


def _with_reading(act: Callable[[Declaration], Any]) -> Callable[[], None]:
    def run() -> None:
        claim = make()
        claim.printed("x", factor=1)(check)
        act(claim)
        claim.complete()

    return run


MISUSE: list[tuple[str, Callable[[], Any], str]] = [
    (
        "unknown kind",
        lambda: paper().claim("x", kind="always", settings=sizes),  # type: ignore[arg-type]
        r"kind must be one of ForAll\(\), Probability\(\), .*got 'always'",
    ),
    (
        "a sampled probability without failure",
        lambda: paper().claim("x", kind=Probability(), settings=sizes, prompts=prompts),
        "a sampled probability claim states failure=",
    ),
    ("an unknown outcome", _printed(expect="fails", factor=1), "expect='fails' is none of holds, refuted"),
    ("an unknown defect", _printed(defect="wrong", because="x", factor=1), "defect='wrong' is none of"),
    ("refuted without defect", _printed(expect="refuted", factor=1), "names its defect"),
    ("vacuous without defect", _printed(expect="vacuous", factor=1), "names its defect"),
    (
        "refuted without reason",
        _printed(expect="refuted", defect="typo", factor=1),
        "says why in because=",
    ),
    ("open, and expected", _printed(open="why", expect="holds", factor=1), "nobody knows what to expect"),
    ("a defect that holds", _printed(expect="holds", defect="typo", because="x", factor=1), "names its defect"),
    ("an ingredient left open", _printed(), r"leaves \['factor'\] open and nothing fills it in"),
    (
        "an ingredient too many",
        _printed(factor=1, theta=2),
        r"has no ingredient \['theta'\].*its parameters are \['factor', 'x'\]",
    ),
    (
        "a check of the construction without one",
        lambda: _printed_by(lambda d, tf: at_most(d, 3)),
        "wants tf but none is given",
    ),
    ("no printed reading", lambda: make().complete(), "there is no printed reading"),
    ("amended alone", lambda: _amended_alone().complete(), "there is no printed reading"),
    (
        "a reading without a check",
        lambda: _unchecked().complete(),
        "the reading 'printed' has no check",
    ),
    (
        "a mutant that changes nothing",
        _with_reading(lambda c: c.mutant("m")),
        "the mutant 'm' changes nothing",
    ),
    (
        "a waiver of what there is not",
        _with_reading(lambda c: c.waive("m", "It is weaker.")),
        r"waives \['m'\], but has no such mutants",
    ),
    (
        "an ingredient of another type",
        _printed(factor="two"),
        "topic/lemma-1, printed: the ingredient factor is 'two', but the check expects int",
    ),
    (
        "an unknown rank",
        lambda: make(rank="main"),
        "rank must be one of headline, result, step, slip, got 'main'",
    ),
    (
        "an unknown origin",
        lambda: make(origin="theirs"),
        "origin must be one of printed, read, ours, got 'theirs'",
    ),
    (
        "derived mutants that cannot be",
        _with_reading(lambda c: _underived(c)),
        r"can be derived of the construction at Size\(d=1\): KeyError: 'no such block'",
    ),
    ("a place that is none", lambda: make(at=(3, 9)), r"at must be lines\(first, last\), got \(3, 9\)"),
    ("lines backwards", lambda: lines(9, 3), "counted from 1, the first one first"),
    ("a reading twice", _with_reading(lambda c: c.printed("x", factor=2)), "'printed' is defined twice"),
    (
        "a mutant twice",
        _with_reading(lambda c: _twice(c)),
        "the name 'm' is taken",
    ),
    (
        "a mutant of a reading's name",
        _with_reading(lambda c: c.mutant("printed", factor=2)),
        "the name 'printed' is taken",
    ),
    (
        "a mutant of an unknown ingredient",
        _with_reading(lambda c: c.mutant("m", gamma=2)),
        r"m: the check has no ingredient \['gamma'\]",
    ),
    ("a waiver without reason", _with_reading(lambda c: c.waive("m", "")), "waiving 'm' needs a reason"),
    (
        "derived mutants of nothing",
        _with_reading(lambda c: c.derive_mutants(Size(1))),
        "derived mutants need a construction",
    ),
]  # fmt: skip


class Broken(Weights):
    def derived_mutants(self) -> list[tuple[str, Weights]]:
        raise KeyError("no such block")


def _twice(claim: Declaration) -> None:
    claim.mutant("m", factor=2)
    claim.mutant("m", factor=3)


def _underived(claim: Declaration) -> None:
    claim.construction(lambda s: Broken(1.0))
    claim.derive_mutants(at=Size(1))


def _printed_by(function: Callable[..., Margin]) -> None:
    claim = make()
    claim.printed("x")(function)
    claim.complete()


def _unchecked() -> Declaration:
    claim = make()
    claim.printed("x", factor=1)
    return claim


def _amended_alone() -> Declaration:
    claim = make()
    claim.amended("y", factor=1)(check)
    return claim


@pytest.mark.parametrize(("act", "message"), [m[1:] for m in MISUSE], ids=[m[0] for m in MISUSE])
def test_misuse_is_named(act: Callable[[], Any], message: str) -> None:
    with pytest.raises(ClaimError, match=message):
        act()


@pytest.mark.parametrize("returned", [True, None, torch.zeros(1), 0.0])
def test_a_check_returns_a_margin(returned: Any) -> None:
    claim = make()
    claim.printed("x")(lambda d: returned)
    name = type(returned).__name__
    with pytest.raises(TypeError, match=f"the check returned {name}; a check returns a Margin"):
        claim.variant("printed").evaluate(Size(1), prompt(1.0))


@pytest.mark.parametrize("scale", [1.0, 2.0**-40])
def test_a_margin_of_the_setting_alone_holds_for_each_prompt(scale: float) -> None:
    """And one that is a number of all prompts together is refused, however little hangs on them."""
    batch = prompt(1.0).followed_by(prompt(2.0), prompt(3.0))
    alone, lost = make(id="alone"), make(id="lost")
    alone.printed("x")(lambda d: at_most(1, d))
    assert len(alone.variant("printed").evaluate(Size(2), batch).slack) == 3
    lost.printed("x")(lambda x: at_most(0, over_batches(lambda x: float(x.sum()))(x) * scale + 1))
    with pytest.raises(ValueError, match="depends on which instances they are"):
        lost.variant("printed").evaluate(Size(2), batch)


def test_the_figure_that_leads_a_paper_is_one_of_its_claims() -> None:
    one = paper()
    one.claim("Lemma 1", settings=sizes, prompts=prompts).printed("x", factor=1)(check)
    one.lead = "lemma-1"
    one.load()
    one.lead = "lemma-2"
    with pytest.raises(ClaimError, match="lead='lemma-2' is the id of none of its claims"):
        one.load()


class TestSummaries:
    """What a reader sees of a claim in lists: a sentence of its own."""

    def two(self, **options: Any) -> Paper:
        one = paper()
        for label in ("Lemma 1", "Lemma 2"):
            summary = options.get(label.lower().replace(" ", "_"), "")
            claim = one.claim(label, settings=sizes, prompts=prompts, summary=summary)
            claim.printed("x", factor=1)(options.get("check", check))
        return one

    def test_of_their_own_are_said_or_written_above_the_check(self) -> None:
        self.two(lemma_1="One.", lemma_2="Two.").load()
        self.two(lemma_1="One.").load()  # the second has its check's

    def test_that_two_claims_share_are_refused(self) -> None:
        with pytest.raises(
            ClaimError, match=r"topic/lemma-2 has the summary of topic/lemma-1, 'Same'; give it"
        ):
            self.two(lemma_1="Same.", lemma_2="Same").load()

    def test_that_are_the_words_of_the_file_serve_one_claim(self) -> None:
        with pytest.raises(ClaimError, match=r"topic/lemma-2 has the summary of topic/lemma-1, 'What a claim"):
            self.two(check=lambda x, factor: equal(x, x)).load()
