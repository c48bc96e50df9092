"""How ``lemmata verify`` ends: by paper, why what fell fell, surprises in full; the table with ``--all``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lemmata.claims.heads import Head
from lemmata.claims.vocabulary import Outcome, Rank
from lemmata.commands import summary
from lemmata.commands.output import advised_once
from lemmata.errors import NO_VALUE
from lemmata.records.verdicts import Fate, ReadingVerdict, RunSummary, Verdict, Verdicts
from tests.cli.helpers import Told
from tests.composed import made

BECAUSE = "One step cannot serve both. The rest is long."


def reading(outcome: Outcome, **more: Any) -> ReadingVerdict:
    return made(
        ReadingVerdict,
        outcome=outcome,
        expected=outcome,
        evidence="probed",
        instances=3,
        scope=f"{outcome} on 3",
        **more,
    )


def claim(name: str, rank: Rank, outcome: Outcome, **more: Any) -> Verdict:
    fell = outcome == "refuted"
    readings = {"printed": reading(outcome)} | ({"amended": reading("holds")} if fell else {})
    given: dict[str, Any] = {"defect": "statement", "because": BECAUSE} if fell else {}
    given |= {"mutants": (Fate("half", "not-run" if outcome == "not-run" else "killed", 3, "refuted"),)}
    return Verdict(head=Head(id=name, rank=rank), readings=readings, discriminating=True, **given | more)


CLAIMS = (
    claim("pca/theorem-7", "headline", "refuted"),
    claim("pca/corollary-1", "headline", "holds"),
    claim("pca/figure-1", "headline", "not-run"),
    claim("pca/lemma-8", "result", "refuted"),
    claim("pca/lemma-9", "result", "holds"),
    *(claim(f"pca/step-{k}", "step", "refuted", defect="proof-step") for k in range(3)),
    claim("pca/step-3", "step", "holds"),
    *(claim(f"pca/slip-{k}", "slip", "refuted", defect="typo") for k in range(4)),
    claim("other/lemma-1", "result", "holds"),
)
RUN = RunSummary(profile="quick", seed=7, seconds=83.2, instances=42)
JUDGED = Verdicts(RUN, CLAIMS)
CONTEXT = summary.Context({"pca": "A. Author, On PCA, 2025"}, Path("out dir"), {"pca/lemma-9": "my file.py"})


def told(capsys: pytest.CaptureFixture[str], judged: Verdicts = JUDGED, every: bool = False) -> list[str]:
    summary.show(judged, CONTEXT, every=every)
    return capsys.readouterr().out.splitlines()


class TestByPaper:
    def test_each_paper_is_cited_and_counted(self, capsys: pytest.CaptureFixture[str]) -> None:
        lines = told(capsys)
        assert lines[0] == "pca  A. Author, On PCA, 2025"
        assert lines[1] == ("  13 claims: 3 hold, 9 refuted (4 typos, 3 proof steps, 2 statements), 1 not run")
        assert "other" in lines
        assert lines[lines.index("other") + 1] == "  1 claim: holds"

    def test_headlines_have_a_word_and_a_reason(self, capsys: pytest.CaptureFixture[str]) -> None:
        lines = told(capsys)
        start = lines.index("  headlines")
        assert lines[start + 1 : start + 4] == [
            f"    ✗ refuted   theorem-7  {BECAUSE} Amended: holds.",
            "    ✓ holds     corollary-1",
            "    – not run   figure-1",
        ]

    def test_results_that_fell_say_why_in_a_sentence(self, capsys: pytest.CaptureFixture[str]) -> None:
        lines = told(capsys)
        start = lines.index("  results that fell, 1 of 2 (it holds as amended)")
        assert lines[start + 1] == "    ✗ refuted   lemma-8  One step cannot serve both."
        assert not any("lemma-9" in line for line in lines)

    def test_steps_and_slips_are_numbers(self, capsys: pytest.CaptureFixture[str]) -> None:
        lines = told(capsys)
        assert "  4 steps: 1 holds, 3 refuted" in lines
        assert "  4 slips: all refuted" in lines
        assert not any("step-0" in line or "slip-0" in line for line in lines)

    def test_it_ends_with_mutants_and_the_run(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert told(capsys)[-2:] == [
            "mutants: 13 killed, 1 not run",
            "14 claims, 42 instances, 1 min 23 s, 0 surprises",
        ]

    def test_there_is_no_word_that_misleads(self, capsys: pytest.CaptureFixture[str]) -> None:
        for every in (False, True):
            text = "\n".join(told(capsys, every=every))
            for word in ("(observed)", "not-run", "teeth", "1 claims"):
                assert word not in text


class TestTable:
    def test_of_all_claims_where_it_is_asked_for(self, capsys: pytest.CaptureFixture[str]) -> None:
        lines = told(capsys, every=True)
        rows = {line.split()[0]: line for line in lines if "/" in line}
        assert set(rows) >= {c.id for c in CLAIMS}
        assert rows["pca/lemma-8"].split("  ")[:4] == [
            "pca/lemma-8",
            "✗ refuted (probed)",
            "✓ holds (probed)",
            "1/1",
        ]
        assert all(line == line.rstrip() for line in lines)
        assert "pca  A. Author, On PCA, 2025" in lines

    def test_of_a_few_claims_without_being_asked_for(self, capsys: pytest.CaptureFixture[str]) -> None:
        lines = told(capsys, replace(JUDGED, claims=CLAIMS[:2]))
        assert lines[1].startswith("pca/theorem-7  ✗ refuted (probed)  ✓ holds (probed)  1/1")
        assert not any("headlines" in line for line in lines)


class TestSurprises:
    def test_are_told_in_full_with_the_line_that_repeats_them(self, capsys: pytest.CaptureFixture[str]) -> None:
        fell = replace(
            CLAIMS[4], readings={"printed": reading("refuted", witness="witnesses/pca/lemma-9.printed.json")}
        )
        judged = replace(
            JUDGED,
            claims=(*CLAIMS[:4], fell, *CLAIMS[5:]),
            surprising={
                ("pca/lemma-9", "printed"): ["printed refuted, expected holds"],
                ("pca/lemma-8", "half"): ["the mutant 'half' survived: holds on 3"],
            },
        )
        lines = told(capsys, judged)
        start = next(k for k, line in enumerate(lines) if line.startswith("surprise: pca/lemma-9"))
        assert lines[start : start + 6] == [
            (
                "surprise: pca/lemma-9: printed refuted, expected holds "
                "(witness: witnesses/pca/lemma-9.printed.json)"
            ),
            "  found: refuted on 3",
            "  show it again: lemmata replay 'out dir/witnesses/pca/lemma-9.printed.json' 'my file.py'",
            "  show it again: lemmata verify 'my file.py' --profile quick --seed 7",
            "surprise: pca/lemma-8: the mutant 'half' survived: holds on 3",
            "  show it again: lemmata verify pca/lemma-8 --profile quick --seed 7",
        ]

    def test_mutants_that_survived_are_named_where_they_are_no_surprise(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        survivor = replace(CLAIMS[4], mutants=(Fate("half", "survived", 3, "holds"),))
        lines = told(capsys, replace(JUDGED, claims=(*CLAIMS[:4], survivor, *CLAIMS[5:])))
        assert "mutants that survived: pca/lemma-9: half" in lines

    def test_of_a_run_can_be_repeated_as_it_says(self, odd: tuple[Path, Told]) -> None:
        lines = odd[1].out.splitlines()
        start = next(k for k, line in enumerate(lines) if line.startswith("surprise: mine/wrong"))
        assert lines[start + 2 : start + 4] == [
            "  show it again: lemmata replay out/witnesses/mine/wrong.printed.json odd.py",
            "  show it again: lemmata verify odd.py --profile quick --seed 0",
        ]


def test_long_advice_is_given_once() -> None:
    lines = [f"printed: NaN at x = 0: {NO_VALUE}", "another", f"amended: NaN at x = 0: {NO_VALUE}"]
    assert [*advised_once(lines)] == [*lines[:2], "amended: NaN at x = 0: it has no value there"]
