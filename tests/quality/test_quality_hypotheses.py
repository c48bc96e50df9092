"""Statements whose words and spaces part: each is said.

Planted: a quantity with one value, a letter that nothing draws, a quantity that the statement lacks, one
that nothing reads, a domain of somebody else whose words would be its parent's.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from torch import Generator, Tensor

from lemmata import Declaration, Margin, Paper, at_most, box, dims, dyadics, reals
from lemmata.claims.space import space
from lemmata.commands.cli import main
from lemmata.errors import ClaimError
from lemmata.formulas.conclusions import conclusion
from lemmata.formulas.hypotheses import hypotheses
from lemmata.formulas.letters import Letters, letters
from lemmata.records.domain_coverage import extent, rows
from lemmata.records.finding import Outside
from lemmata.records.formula import Hypothesis
from lemmata.records.verdicts import ReadingVerdict
from lemmata.run.description import describe
from tests.composed import changed, made


@dataclass(frozen=True)
class Setting:
    d: int
    b: float
    tilt: float
    K: int = 1


def norm_bound(b: Any, d: Any, tilt: Any, x: Any) -> Margin:
    """The sum is at most b d."""
    return at_most(x.sum(-1), b * d + 0 * tilt)


def planted(latex: str, **options: Any) -> Declaration:
    """A claim on the sum of numbers between 0 and 1."""
    claim = Paper("mine", "Title", "Author", 2026, "key", "source.txt").claim(
        "Lemma 1",
        settings=space(Setting, d=dims(1, 3), b=dyadics(1, 1), tilt=dyadics(0, 1), K=dims(1, 4)),
        prompts=lambda s: space(x=box(s.d, low=0, high=1), w=reals(s.d)),
        **options,
    )
    claim.printed(latex)(norm_bound)
    return claim


def apart(claim: Declaration) -> Letters:
    """What the statement and the space do not have in common."""
    reading = claim.complete().readings["printed"]
    return letters(reading, hypotheses(reading.variant), conclusion(reading.variant))


def test_a_letter_that_nothing_draws_is_said() -> None:
    latex = (
        r"For all $\rho>0$ and $x\in[0,1]^d$: $\sum_{i=1}^dx_i\le bd\rho$, $q=3$, $f(x)$ and $\mathbf E[x]$."
    )
    assert apart(planted(latex)).undrawn == (r"\rho",)


def test_letters_that_the_statement_or_the_formula_explain_are_not_said() -> None:
    latex = (
        r"With $\mu$ the mean, at $p=q=1$ and $w\sim N(0,1)$: $\sum_ix_i\le bd+\mu pqw$, $\int t\,\mathrm dt$."
    )
    assert apart(planted(latex)).undrawn == ()


def test_a_quantity_that_the_statement_lacks_is_said() -> None:
    assert apart(planted(r"$\sum_ix_i\le bd$")).unstated == ("tilt",)
    assert apart(planted(r"$\sum_ix_i\le bd$, for every tilt")).unstated == ()


@pytest.mark.parametrize(
    ("amended", "unstated"),
    [
        (r"The same with $2d$ for $d$.", ("tilt",)),
        (r"the same for $x\ge0$.", ("tilt",)),
        (r"$2d$, which is the same.", ("b", "tilt", "x")),
    ],
)
def test_the_same_is_said_of_what_stands_in_the_printed_statement(
    amended: str, unstated: tuple[str, ...]
) -> None:
    claim = Paper("mine", "Title", "Author", 2026, "key", "source.txt").claim(
        "Lemma 1",
        settings=space(Setting, d=dims(1, 3), b=dyadics(1, 1), tilt=dyadics(0, 1), K=dims(1, 4)),
        prompts=lambda s: space(x=box(s.d, low=0, high=1)),
    )
    claim.printed(r"$\sum_ix_i\le bd$", defect="constant", because="no")(norm_bound)
    claim.amended(amended, adds="2")(norm_bound)
    reading = claim.complete().readings["amended"]
    found = letters(reading, hypotheses(reading.variant), conclusion(reading.variant))
    assert found.unstated == unstated


def test_a_quantity_that_nothing_reads_is_said() -> None:
    assert apart(planted(r"$\sum_ix_i\le bd$")).idle == ("K", "w")


def test_a_quantity_with_one_value_says_why_or_is_counted() -> None:
    for reason in ("", "the sum is homogeneous"):
        claim = planted("$x$", pinned={"b": reason} if reason else None)
        record = describe(claim.complete())
        (reading,) = record.readings
        assert reading.pinned == {"b": reason}
        verdict = changed(HELD, drawn={"b": [1.0, 1.0], "d": [1, 3]})
        first = rows(reading.hypotheses, reading.pinned, verdict)[0]
        assert (first.quantity, first.drawn, first.reason) == ("b", "1", reason)


HELD = made(
    ReadingVerdict, outcome="holds", expected="holds", evidence="probed", instances=9, settings=3, scope="-"
)
FELL = changed(
    HELD,
    outcome="refuted",
    settings=1,
    prompts=1,
    drawn={"d": [2, 2]},
    outside=Outside(outcome="holds", settings=12, prompts=822, instances=900, drawn={"d": [1, 4]}),
)


def test_a_witness_is_told_apart_from_what_was_drawn_elsewhere() -> None:
    (row,) = rows([Hypothesis("d", "$d\\ge 1$")], {}, FELL)
    assert row.drawn == "2 at the witness; outside 1 to 4"
    assert extent(FELL) == (
        "The hunt ended with a violation. Drawn until then: 1 setting, 1 prompt; outside of where it is said "
        "to fail: 12 settings, 822 prompts."
    )
    assert extent(HELD) == ""


def test_a_reason_stands_only_where_one_value_was_met() -> None:
    (row,) = rows([Hypothesis("d", "$d=1$")], {"d": "why"}, changed(HELD, drawn={"d": [1, 2]}))
    assert row.reason is None


def test_what_holds_for_every_value_stands_before_what_is_random() -> None:
    hypotheses = [Hypothesis("d", "d"), Hypothesis("X", "X"), Hypothesis("b", "for every b")]
    names = [row.quantity for row in rows(hypotheses, {}, changed(HELD, drawn={"d": [1, 3]}))]
    assert names == ["d", "b", "X"]


def test_numbers_drawn_are_fractions() -> None:
    (row,) = rows([Hypothesis("d", "d")], {}, changed(HELD, drawn={"d": [0.15625, 2.0**20]}))
    assert row.drawn == "5/32 to 2^20"


def test_a_reason_for_what_is_free_is_refused() -> None:
    with pytest.raises(ClaimError, match=r"gives a reason for d, .*those of b are.*leave it out"):
        planted("$x$", pinned={"d": "why not"}).complete()


class shifted(box):
    """Entries between ``low`` and ``high``, of which most are near 1."""

    def sample(self, generator: Generator, batch: int) -> Tensor:
        return super().sample(generator, batch) ** 0.25


class coarse(box):
    """As ``box``: only the first draws differ."""

    def grid(self) -> tuple[float, ...]:
        return (0.0, 1.0)


@dataclass(frozen=True)
class even(dims):
    """Even numbers."""

    def contains(self, value: Any) -> bool:
        return super().contains(value) and value % 2 == 0

    @staticmethod
    def words(name: str, low: str, high: str, most: str | None = None) -> str:
        return rf"even numbers ${name}\ge {low}$"


@pytest.mark.parametrize(
    ("domain", "words"),
    [
        (shifted(2, low=0, high=1), "$x$: Entries between ``low`` and ``high``, of which most are near 1"),
        (coarse(2, low=0, high=1), "$x\\in[0,1]^{2}$"),
        (even(2, 8), r"even numbers $x\ge 2$"),
    ],
)
def test_a_domain_of_somebody_else_speaks_for_itself(domain: Any, words: str) -> None:
    claim = Paper("mine", "Title", "Author", 2026, "key", "source.txt").claim(
        "Lemma 1", prompts=space(x=domain)
    )
    claim.printed("$x$")(lambda x: at_most(x, x))
    assert hypotheses(claim.variant("printed"))[-1].text == words


FILE = """
from dataclasses import dataclass
from lemmata import Paper, at_most, box, dims, dyadics
from lemmata.claims.space import space

@dataclass(frozen=True)
class Setting:
    d: int
    b: float

PAPER = Paper("mine", "Title", "Author", 2026, "key", "source.txt")
claim = PAPER.claim(
    "Lemma 1",
    settings=space(Setting, d=dims(1, 3), b=dyadics(1, 1)),
    prompts=lambda s: space(x=box(s.d, low=0, high=1)),
)

@claim.printed(r"For all $\\rho>0$: $\\sum_ix_i\\le bd$.")
def norm_bound(d, b, x):
    \"\"\"The sum is at most b d.\"\"\"
    return at_most(x.sum(), b * d)

claim.mutant("half", settings=space(Setting, d=dims(1, 3), b=dyadics(0.5, 0.5)), why="b is a half")
"""


@pytest.mark.slow
def test_the_terminal_says_what_the_page_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "lemma_1.py"
    file.write_text(FILE)
    out = str(tmp_path / "out")
    assert main(["verify", str(file), "--workers", "1", "--out", out]) == 0
    assert "1 quantity has one value only, and no reason is given (pinned=): mine/lemma-1" in " ".join(
        capsys.readouterr().out.split()
    )
    assert main(["show", str(file), "--out", out]) == 0
    shown = capsys.readouterr().out
    for line in (
        "b = 1  (drawn: 1)\n      one value only: no reason given",
        "whole numbers d >= 1  (drawn: 1 to 3, then up to ",
        "x in [0,1]^d",
        "in the statement and not drawn: rho",
    ):
        assert line in shown
    page = (tmp_path / "out" / "claims" / "mine" / "lemma-1.html").read_text()
    assert "no reason given" in page
    assert "In the statement and not drawn" in page
