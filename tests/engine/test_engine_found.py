"""What was found of a reading and of a claim, in a sentence made of typed data."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from lemmata.records.evidence import ReadingRecord
from lemmata.records.finding import (
    ConstantDrift,
    Finding,
    MeanSlack,
    Outside,
    Scope,
    SequentialTest,
    Solved,
    ToldApart,
)
from lemmata.records.formula import Formula, Hypothesis
from lemmata.records.found_sentence import found, joined, reasoned
from lemmata.records.witness import Witness

PRINTED = ReadingRecord("printed", "x", "refuted", "The step is too long.", "statement")
AMENDED = ReadingRecord("amended", "x", "holds", "", None, adds="Rademacher rows")
REGION = replace(PRINTED, fails_where=r"\gamma > \frac{6}{5}")
SCOPE = Scope(instances=9_300, settings=61, prompts=9_216, distinct=True)
HELD = Finding(outcome="holds", scope=SCOPE, tightness=0.93)
WITNESS = Witness(
    claim="t/a",
    variant="printed",
    kind="instance",
    setting={"d": 1},
    prompt={"x": [1, "1/2"]},
    confirmed="rational",
)
FELL = Finding(outcome="refuted", scope=SCOPE, witness=WITNESS)
OUTSIDE = Outside(outcome="holds", settings=312, prompts=40_960, instances=41_000)
DRIFT = ConstantDrift(4.0, 0.3, -0.1, 0.1, 0.99)
DOWN = Solved({}, {"c": [0.0625, 64.0]}, {"c": []}, certified=True, hunts=3, followed=2.0**-14)
TEST = SequentialTest(setting={"d": 1}, allowed=0.25, n=400, failures=300, e_value=1e9, level=1e-7, upper=0.9)
NONE = "no c from 1/16 to 64 survives"
SURVIVED = "elsewhere it survived 312 settings, 40,960 prompts"
NOTHING_ELSE = "says nothing of the rest"
SHOWN = "one witness of 3 numbers, confirmed exactly"

CASES: list[tuple[str, ReadingRecord, Finding, str]] = [
    ("it falls", PRINTED, FELL, f"Fails ({SHOWN})"),
    (
        "it falls for a reason",
        REGION,
        replace(FELL, outside=OUTSIDE),
        rf"Fails for $\gamma > \frac{{6}}{{5}}$ ({SHOWN}); elsewhere it survived 312 settings, 40,960 prompts",
    ),
    (
        "where it falls is told with what a name of our own means",
        replace(
            PRINTED,
            fails_where=r"\mathrm{share}\le \frac{1}{2}",
            hypotheses=(Hypothesis("share", r"$\mathrm{share}\in[0,1]$; K g"),),
        ),
        replace(FELL, outside=OUTSIDE),
        rf"Fails for $\mathrm{{share}}\le \frac{{1}}{{2}}$ ($\mathrm{{share}}$: K g; {SHOWN}); {SURVIVED}",
    ),
    (
        "a name that nobody explains is not shown",
        replace(PRINTED, fails_where=r"\mathrm{granted}< 1"),
        replace(FELL, outside=OUTSIDE),
        f"Fails in some cases ({SHOWN}); {SURVIVED}",
    ),
    (
        "a counterexample says nothing of the rest",
        REGION,
        replace(FELL, outside=replace(OUTSIDE, of_statement=False)),
        rf"Fails ({SHOWN}); its counterexample works for $\gamma > \frac{{6}}{{5}}$, and {NOTHING_ELSE}",
    ),
    (
        "a counterexample out there says something",
        REGION,
        replace(FELL, outside=replace(OUTSIDE, of_statement=False, outcome="refuted", at={"gamma": "5/2"})),
        rf"Fails for $\gamma > \frac{{6}}{{5}}$ ({SHOWN}); it fails elsewhere as well, at gamma = 5/2",
    ),
    (
        "its witness refutes the amended reading, too",
        PRINTED,
        replace(FELL, told_apart=ToldApart("fails")),
        f"Fails ({SHOWN}, at which it fails as amended, too)",
    ),
    (
        "it falls elsewhere as well",
        PRINTED,
        replace(FELL, outside=replace(OUTSIDE, outcome="refuted", at={"gamma": "5/2", "A": [[1]]})),
        f"Fails in some cases ({SHOWN}); it fails elsewhere as well, at gamma = 5/2",
    ),
    (
        "it falls elsewhere only",
        REGION,
        replace(FELL, outside=replace(OUTSIDE, outcome="refuted", at={"gamma": "1/4"}, alone=True)),
        rf"Fails, at gamma = 1/4 ({SHOWN}), and not for $\gamma > \frac{{6}}{{5}}$",
    ),
    (
        "rounding alone says so",
        PRINTED,
        replace(FELL, witness=replace(WITNESS, confirmed="running error")),
        "Fails (one witness of 3 numbers, not confirmed exactly)",
    ),
    (
        "a probability",
        PRINTED,
        replace(
            FELL, scope=replace(SCOPE, tests=(TEST,)), witness=replace(WITNESS, kind="setting", prompt=None)
        ),
        "Fails (300 of 400 draws fail at one setting, where a share of 0.25 is allowed to)",
    ),
    (
        "a rate",
        PRINTED,
        replace(
            FELL,
            scope=replace(SCOPE, drift=DRIFT),
            witness=replace(WITNESS, kind="rate", confirmed="family t/b"),
        ),
        "Fails (its constant grows with size, proved by the family t/b)",
    ),
    (
        "an experiment",
        PRINTED,
        replace(FELL, scope=replace(SCOPE, slack=MeanSlack(-2.0, -1.0, 5, 0.99)), witness=None),
        "Fails (mean slack in [-2, -1] over 5 replicates)",
    ),
    (
        "it holds",
        AMENDED,
        HELD,
        (
            "Holds on 61 settings, 9,216 prompts; the left side reaches at most 0.93 of the bound; "
            "with Rademacher rows"
        ),
    ),
    (
        "exactly",
        PRINTED,
        replace(HELD, scope=Scope(instances=6, settings=6, repeats=99, exactly=6), tightness=1.0),
        "Holds on 6 settings, all decided exactly; the bound is attained",
    ),
    (
        "draws are counted exactly, prompts once",
        PRINTED,
        replace(
            HELD, scope=Scope(instances=201, settings=6, prompts=57, distinct=True, exactly=65), tightness=1.0
        ),
        "Holds on 6 settings, 57 prompts, 65 of 201 draws decided exactly; the bound is attained",
    ),
    (
        "a strict inequality is not attained",
        replace(PRINTED, conclusion=Formula(code="less_than(x, 1)")),
        replace(HELD, scope=Scope(instances=6, settings=6, repeats=99, exactly=6), tightness=1.0),
        "Holds on 6 settings, all decided exactly; the bound is approached as near as float64 tells",
    ),
    (
        "it says nothing",
        PRINTED,
        replace(HELD, outcome="vacuous"),
        "Says nothing on any of 61 settings, 9,216 prompts",
    ),
    (
        "hypotheses that cannot be met",
        PRINTED,
        Finding(outcome="vacuous", scope=Scope(inactive=9, discarded=90)),
        "Says nothing: none of 99 draws meets the hypotheses",
    ),
    (
        "it is open",
        PRINTED,
        Finding(outcome="undecided", because="cvxpy is missing"),
        "Is undecided: cvxpy is missing",
    ),
    ("it was left out", PRINTED, Finding(outcome="not-run"), "Was not run for this report"),
    (
        "nothing lies outside",
        REGION,
        replace(FELL, outside=Outside(outcome="vacuous")),
        rf"Fails for $\gamma > \frac{{6}}{{5}}$ ({SHOWN}); elsewhere no draw met the hypotheses",
    ),
    (
        "a strict inequality has a sign and no distance",
        replace(PRINTED, conclusion=Formula(code="return at_least(sign(x), 1)")),
        replace(HELD, tightness=1.0),
        "Holds on 61 settings, 9,216 prompts",
    ),
    (
        "constants that are powers of two",
        PRINTED,
        replace(FELL, scope=replace(SCOPE, solved=(DOWN,))),
        f"Fails ({SHOWN}); {NONE}, nor does any smaller one, down to 2^-14, as a family of settings shows",
    ),
    (
        "constants followed upwards",
        PRINTED,
        replace(FELL, scope=replace(SCOPE, solved=(replace(DOWN, followed=2.0**18),))),
        f"Fails ({SHOWN}); {NONE}, nor does any larger one, up to 2^18, as a family of settings shows",
    ),
    (
        "one value survives",
        PRINTED,
        replace(
            HELD, tightness=None, scope=replace(SCOPE, solved=(replace(DOWN, surviving={"c": [0.5, 0.5]}),))
        ),
        "Holds on 61 settings, 9,216 prompts; c = 1/2 survives, of the values from 1/16 to 64",
    ),
    (
        "its check breaks",
        PRINTED,
        Finding(outcome="error", because="ValueError: x"),
        "Is undecided, since its check breaks: ValueError: x",
    ),
    (
        "nobody can say",
        PRINTED,
        replace(HELD, outcome="untestable"),
        "Cannot be tested (61 settings, 9,216 prompts tried)",
    ),
]


@pytest.mark.parametrize(
    ("reading", "finding", "sentence"), [case[1:] for case in CASES], ids=[c[0] for c in CASES]
)
def test_a_reading_in_a_sentence(reading: ReadingRecord, finding: Finding, sentence: str) -> None:
    assert found(reading, finding) == sentence


@pytest.mark.parametrize(
    ("passing", "end"),
    [
        ({"the answer 0": ""}, "but is uninformative: the answer 0 passes as well"),
        ({"the answer 0": "", "the input untouched": ""}, "the answer 0, the input untouched pass as well"),
        ({"the answer 0": "It is 0."}, "; the answer 0 would meet it as well"),
        (
            dict.fromkeys(["the answer 0", "the answer negated", "another"], "It is 0."),
            "; the answer 0, the answer negated or another would meet it as well",
        ),
    ],
)
def test_a_bound_that_a_wrong_answer_meets_is_uninformative(passing: Any, end: str) -> None:
    assert found(AMENDED, HELD, passing).endswith(end)
    assert found(PRINTED, FELL, passing) == f"Fails ({SHOWN})"


def test_the_reason_stands_where_a_statement_does_not() -> None:
    assert reasoned("Fails", PRINTED, "refuted") == "Fails. The step is too long."
    assert reasoned("Holds", PRINTED, "holds") == "Holds."


def test_a_claim_in_a_sentence() -> None:
    assert (
        joined([found(PRINTED, HELD)])
        == "Holds on 61 settings, 9,216 prompts; the left side reaches at most 0.93 of the bound."
    )
    both = joined([found(PRINTED, FELL), found(AMENDED, replace(HELD, tightness=None))])
    assert both == (
        f"Fails ({SHOWN}); as amended it holds on 61 settings, 9,216 prompts; with Rademacher rows."
    )


def test_an_experiment_says_which_profile_runs_it() -> None:
    sentence = found(PRINTED, Finding(outcome="not-run"), profiles=["standard", "deep"])
    assert (
        sentence == "Was not run for this report: it is an experiment, which the profiles standard and deep run"
    )
    assert joined([sentence, sentence]) == f"{sentence}."
