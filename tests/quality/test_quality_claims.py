"""Claims that say more than they may, or pass in silence: each is an error, or is said.

Planted cases of each form: NaN in a hypothesis, examples that nothing tries, claims without mutants,
rates that rest on families which prove nothing, papers of neighbouring files, changed statements.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from lemmata import Declaration, ForAll, Margin, Paper, at_most, dims, equal, reals
from lemmata.claims.space import space
from lemmata.commands import verify
from lemmata.commands.cli import main
from lemmata.errors import ClaimError
from lemmata.numbers import min, sqrt
from lemmata.run import registry
from lemmata.run.hunting import PROFILES, hunt


@dataclass(frozen=True)
class Size:
    n: int


def paper() -> Paper:
    return Paper("mine", "Title", "Author", 2026, "key", "source.txt")


def about_numbers(check: Callable[..., Margin], **options: Any) -> Declaration:
    """A claim about n real numbers."""
    claim = paper().claim(
        "Lemma 1",
        kind=ForAll(),
        settings=space(Size, n=dims(1, 3)),
        prompts=lambda s: space(x=reals(s.n)),
        **options,
    )
    claim.printed("...")(check)
    return claim


def surprise(claim: Declaration) -> str:
    """What one hunt for the printed reading says, an error."""
    record = hunt(claim.variant("printed"), PROFILES["quick"])
    assert record.outcome == "error", record.finding.words
    return record.finding.words


def root(x: Any) -> Any:
    """NaN where an entry is negative."""
    return sqrt(min(x))


class TestNaN:
    @pytest.mark.parametrize("method", ["given", "trivial_where"])
    def test_in_a_hypothesis_is_no_way_around_it(self, method: str) -> None:
        def check(x: Any) -> Margin:
            return getattr(equal(x, x), method)(root(x))

        told = surprise(about_numbers(check))
        assert told.startswith(f"{method}(...) returned NaN at setting {{'n': 1}}, prompt {{'x': [")

    def test_counts_only_where_the_other_hypotheses_hold(self) -> None:
        def after(x: Any) -> Margin:
            return equal(x + x, x * 2).given(root(x)).given(x)

        def before(x: Any) -> Margin:
            margin = equal(x + x, x * 2).given(x)
            return margin.trivial_where(root(x) - 1).given(root(x))

        for check in (after, before):
            record = hunt(about_numbers(check).variant("printed"), PROFILES["quick"])
            assert record.outcome == "holds", record.finding.words
            assert record.scope.inactive

    def test_of_a_check_shows_the_first_prompt(self) -> None:
        def check(x: Any) -> Margin:
            return at_most(root(x), 100)

        told = surprise(about_numbers(check))
        assert "the check returned NaN at setting {'n': 1}, prompt {'x': [" in told
        assert len(told) < 500

    def test_without_a_prompt_names_the_setting(self) -> None:
        claim = paper().claim("Lemma 1", kind=ForAll(), settings=space(Size, n=dims(1, 3)))
        claim.printed("...")(lambda n: at_most(math.nan * n, 1))
        assert surprise(claim).startswith("the check returned NaN at setting {'n': 1}: it has no value there")


class TestExamples:
    def test_that_fit_no_reading_and_no_mutant_are_an_error(self) -> None:
        claim = about_numbers(lambda x: equal(x, x), examples=[Size(2), Size(0)])
        with pytest.raises(ClaimError, match=r"the example Size\(n=0\).* n lies outside"):
            claim.complete()

    def test_of_an_amended_reading_or_a_mutant_are_tried_there(self) -> None:
        claim = paper().claim(
            "Lemma 1", kind=ForAll(), settings=space(Size, n=dims(1, 3)), examples=[Size(5), Size(7)]
        )
        claim.printed("...", c=1)(lambda n, c: at_most(n, n * c))
        claim.amended("n = 5", c=1, settings=space(Size, n=dims(5, 5)))(lambda n, c: at_most(n, n * c))
        claim.mutant("half", why="x", c=0.5, settings=space(Size, n=dims(7, 7)))
        assert len(claim.complete().variants()) == 3

    def test_are_left_to_the_hunt_where_a_space_cannot_be_evaluated(self) -> None:
        claim = paper().claim(
            "Lemma 1",
            kind=ForAll(),
            settings=space(Size, n=dims(1, 3), where=lambda s: s.missing > 0),
            examples=[Size(2)],
        )
        claim.printed("...")(lambda n: at_most(n, 3))
        assert "missing" in surprise(claim)


NO_MUTANTS = '''"""A claim whose check is never put to the test."""

from dataclasses import dataclass

from lemmata import Paper, ForAll
from lemmata.claims.margin import at_most
from lemmata import dims
from lemmata.claims.space import space


@dataclass(frozen=True)
class Size:
    n: int


PAPER = Paper("mine", "Title", "Author", 2026, "key", "source.txt")
alone = PAPER.claim("alone", kind=ForAll(), settings=space(Size, n=dims(1, 3, most=3)))
alone.printed("x")(lambda n: at_most(n, 3))
waived = PAPER.claim("waived", kind=ForAll(), settings=space(Size, n=dims(1, 3, most=3)))
waived.printed("x", limit=3)(lambda n, limit: at_most(n, limit))
waived.mutant("more", limit=4)
waived.waive("more", because="It is weaker.")
'''


@pytest.mark.slow
def test_a_claim_without_mutants_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "claims_without_mutants.py"
    file.write_text(NO_MUTANTS, encoding="utf-8")
    out = ("--out", str(tmp_path / "out"), "--workers", "1")
    assert main(["verify", str(file), *out]) == 0
    told = capsys.readouterr().out
    assert "mine/alone: no mutants: nothing shows that the check can fail" in told
    assert "mine/waived: all mutants are waived: nothing shows that the check can fail" in told
    assert main(["verify", str(file), "--strict", *out]) == 3


RATES = '''"""Rates that are false, and what is said to prove it."""

from dataclasses import dataclass

from lemmata import Paper, Rate, ForAll
from lemmata.claims.margin import at_most
from lemmata import dims
from lemmata.claims.space import space


@dataclass(frozen=True)
class Size:
    n: int


PAPER = Paper("mine", "Title", "Author", 2026, "key", "source.txt")
ladder = [Size(2**k) for k in range(2, 10)]
false = dict(expect="refuted", defect="statement", because="It grows.")
for label, limit in (("good", 9), ("bad", 8)):
    family = PAPER.claim(
        label, id=label + "-family", kind=ForAll(), settings=space(Size, n=dims(1, 9, most=9)),
        proves_growth_of=f"mine/{label}",
    )
    family.printed("x", limit=limit)(lambda n, limit: at_most(n, limit))
    family.mutant("half", limit=4)
    rate = PAPER.claim(
        label, kind=Rate(ladder=ladder, size=lambda s: s.n), settings=space(Size, n=dims(1, 512)))
    rate.printed("x", family=family, power=-1, **false)(
        lambda n, power: at_most(1.0, n**power)
    )
    rate.amended("y", power=0)(lambda n, power: at_most(1.0, n**power))
    rate.mutant("as printed", power=-1)
'''


@pytest.mark.slow
def test_a_rate_is_refuted_only_where_its_family_holds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rates_with_families.py"
    file.write_text(RATES, encoding="utf-8")
    main(["verify", str(file), "--out", str(tmp_path), "--workers", "1"])
    document = json.loads((tmp_path / "verdicts.json").read_text(encoding="utf-8"))
    printed = {c["id"]: c["readings"]["printed"]["outcome"] for c in document["claims"]}
    assert printed == {
        "mine/good": "refuted",
        "mine/good-family": "holds",
        "mine/bad": "undecided",
        "mine/bad-family": "refuted",
    }
    library = registry.load((str(file),))
    capsys.readouterr()
    both = verify._with_families([library.claim("mine/good")], library)
    assert [claim.id for claim in both] == ["mine/good-family", "mine/good"]
    told = "also verified: mine/good-family, since mine/good is refuted only where it holds\n"
    assert capsys.readouterr().out == told


@pytest.mark.slow
def test_a_changed_statement_or_check_fails_until_it_is_accepted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    accepted = str(tmp_path / "accepted.json")

    def told(number: int, text: str) -> tuple[int, str]:
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "changed_claims.py").write_text(text, encoding="utf-8")
        main(["verify", str(folder / "changed_claims.py"), "--out", str(folder), "--workers", "1"])
        if number == 0:
            assert main(["diff", accepted, str(folder), "--accept"]) == 0
        capsys.readouterr()
        status = main(["diff", accepted, str(folder)])
        return status, capsys.readouterr().out

    assert told(0, NO_MUTANTS)[0] == 0
    weaker = NO_MUTANTS.replace("at_most(n, 3)", "at_most(n, 3 + n)")
    status, out = told(1, weaker)
    assert status == 1
    assert "mine/alone  source" in out
    assert "it differs from what was accepted" in out
    assert "1 change, 1 regression" in out
    status, out = told(2, NO_MUTANTS.replace('printed("x", limit', 'printed("y", limit'))
    assert status == 1
    assert "mine/waived  source" in out
    assert told(3, NO_MUTANTS.replace("# ", "").replace("(n, 3)", "(\n    n,\n    3,\n)"))[0] == 0
