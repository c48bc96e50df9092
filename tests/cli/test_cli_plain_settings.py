"""Settings whose author names no class: every command, and every kind of claim, treats them as any others."""

from __future__ import annotations

import json
from dataclasses import make_dataclass
from pathlib import Path

import pytest

from lemmata import Paper, box, dyadics, equal, hunt
from lemmata.claims.space import space
from lemmata.errors import ClaimError
from lemmata.testing import check_spaces
from tests.cli.helpers import Run, hunts, load

FILE = '''"""Claims about settings without a class."""

from fractions import Fraction

import torch

from lemmata import Experiment, Expectation, Paper, Probability, Rate, at_most, box, choices, dims
from lemmata.claims.prompt import Prompt
from lemmata import dyadics, equal, gaussian, mutants, printed, reals, scales, signs, some, theorem
from lemmata.claims.space import space
from lemmata.numbers import abs, sum

PAPER = Paper("plain", "A title", "A. Author", 2026, "author2026", "paper.txt")

moment = PAPER.claim("Problem 2", settings=space(mu=dyadics(-1, 1)))


@moment.printed(
    r"$(1-\\mu)^2$",
    defect="constant",
    because="The square is of mu alone.",
    fails_where=lambda s: s.mu != 0,
    value=lambda mu: (1 - mu) ** 2,
)
@moment.amended(r"$1-\\mu^2$", adds="the square of mu alone", value=lambda mu: 1 - mu**2)
def variance(mu, value):
    """The variance of a sign with mean mu."""
    return equal((1 + mu) / 2 * (1 - mu) ** 2 + (1 - mu) / 2 * (1 + mu) ** 2, value)


moment.mutant("half", value=lambda mu: (1 - mu**2) / 2)

form = PAPER.claim(
    "Lemma 3",
    settings=space(
        n=dims(1, 3),
        kind=choices("sum", "mean"),
        w=choices(1, 2, Fraction(1, 3)),
        t=scales(-2, 2),
        A=lambda s: box(s.n, s.n, low=-1, high=1),
        where=lambda s: s.w * s.t < 8,
    ),
    prompts=lambda s: space(x=reals(s.n)),
    examples=[dict(n=1, kind="sum", w=1, t=1.0, A=torch.ones(1, 1, dtype=torch.float64))],
)


@form.printed("$x^TAx$ is at most 0.", defect="statement", because="A is any matrix.", factor=0)
@form.amended("$x^TAx$ is at most $n|x|^2$.", adds="the factor n", factor=lambda n: n)
def bounded(n, kind, w, t, A, x, factor):
    """A quadratic form is bounded."""
    share = t * w / (n if kind == "mean" else 1)
    return at_most(x @ A @ x * share, x @ x * share * factor)


form.mutant("an eighth", factor=lambda n: n / 8)

constant = PAPER.claim(
    "Lemma 4",
    settings=space(
        d=dims(1, 4), C=some(scales(-4, 4), weaker="larger", fails_at=lambda C: dict(d=1, C=C))
    ),
    prompts=lambda s: space(x=reals(s.d)),
)


@constant.printed("The squares are bounded.", defect="statement", because="They are not.")
def squares(C, x):
    """All squares are bounded by one constant."""
    return at_most(sum(x * x, -1), C)


rate = PAPER.claim(
    "Theorem 5",
    kind=Rate(ladder=[dict(n=2**k) for k in range(2, 8)], size=lambda s: s.n),
    settings=space(n=dims(1, 512)),
    prompts=lambda s: space(x=gaussian(s.n)),
)


@rate.printed("The mean falls as the root.", exponent=0.5)
def falls(n, x, exponent):
    """The mean of n numbers falls."""
    error = abs(sum(x, -1)) / n
    return at_most(error, error * 0 + n**-exponent)


rate.mutant("faster", exponent=1.0)

chance = PAPER.claim(
    "Theorem 6",
    kind=Probability(failure=lambda s: s.delta),
    settings=space(n=dims(1, 4), delta=choices(0.5, 0.25)),
    prompts=lambda s: space(x=signs(s.n)),
)


@chance.printed("At most -n.", defect="statement", because="It is -n at least.", most=lambda n: -n)
def total(x, most):
    """The sum of signs is small."""
    return at_most(sum(x), most)


expected = PAPER.claim(
    "Theorem 7", kind=Expectation(), settings=space(n=dims(1, 4), t=dyadics(0, 2, of="[0, inf)"))
)


@expected.printed("It is n t.", value=lambda n, t: n * t)
def mean_of_sums(n, t, value):
    """The mean of a sum is the sum of means."""
    return equal(t + (n - 1) * t, value)


expected.mutant("twice", value=lambda n, t: 2 * n * t)


def run(steps, replicates):
    return dict(final=0.5**steps * torch.ones(replicates, dtype=torch.float64))


@theorem(PAPER, "Figure 8", kind=Experiment(run, quick=dict(steps=9, replicates=4)))
@printed("It ends low.")
@mutants(lower=dict(share=2.0**-20))
def ends_low(final, share=1 / 4):
    """The loss ends low."""
    return at_most(final, share)
'''
OUTCOMES = {
    "problem-2": "refuted",
    "lemma-3": "refuted",
    "lemma-4": "refuted",
    "theorem-5": "holds",
    "theorem-6": "refuted",
    "theorem-7": "holds",
    "figure-8": "holds",
}


@pytest.mark.slow
def test_all_commands(cli: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plain.py").write_text(FILE, encoding="utf-8")
    told = cli("check", "plain.py")
    assert "breaks" not in told.out and "Error" not in told.out
    told = cli("verify", "plain.py", "--out", "out", "--workers", "1")
    assert told.status == 0, told
    assert "0 surprises" in told.out
    claims = {c["id"].partition("/")[2]: c for c in load(tmp_path / "out/verdicts.json")["claims"]}
    assert {name: c["readings"]["printed"]["outcome"] for name, c in claims.items()} == OUTCOMES
    assert claims["problem-2"]["readings"]["printed"]["evidence"] == "genuine"
    assert claims["problem-2"]["readings"]["amended"]["evidence"] == "proved"
    before = hunts(tmp_path / "out")
    assert cli("verify", "plain.py", "--out", "out", "--workers", "1", "--resume").status == 0
    assert hunts(tmp_path / "out") == before
    for name, claim in claims.items():
        if witness := claim["readings"]["printed"]["witness"]:
            told = cli("replay", f"out/{witness}", "plain.py")
            assert f"plain/{name} (printed): confirmed" in told.out
            assert told.status == 0
        assert (tmp_path / f"out/claims/plain/{name}.html").is_file()
    for name in ("problem-2", "lemma-3", "lemma-4"):
        program = (tmp_path / f"out/witnesses/plain/{name}.printed.py").read_text(encoding="utf-8")
        assert "margin = " in program and "class Setting" not in program
    told = cli("show", "plain.py")
    assert "plain/lemma-3" in told.out and "kind in {sum,mean}" in told.out
    page = (tmp_path / "out/claims/plain/figure-8.html").read_text(encoding="utf-8")
    assert "replicates" in page
    setting = json.loads((tmp_path / "out/witnesses/plain/problem-2.printed.json").read_text())["setting"]
    assert list(setting) == ["mu"]


@pytest.mark.slow
def test_another_seed_shrinks_as_well(cli: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plain.py").write_text(FILE, encoding="utf-8")
    told = cli("verify", "plain.py", "plain/lemma-3", "--out", "out", "--seed", "7", "--profile", "standard")
    assert told.status == 0, told


PAPER = Paper("typed", "A title", "A. Author", 2026, "author2026", "paper.txt")


def variance(mu):
    return equal((1 + mu) / 2 * (1 - mu) ** 2, 1 - mu**2)


def declared(name, settings, **more):
    claim = PAPER.claim(name, settings=settings, **more)
    claim.printed("It is.", defect="constant", because="It is not.")(variance)
    return claim


def test_a_hunt_and_the_checks_of_spaces() -> None:
    claim = declared("Lemma 1", space(mu=dyadics(-1, 1)))
    found = hunt(claim)
    assert found.outcomes == {"printed": "refuted"}
    witness = found.witness()
    assert witness is not None and witness.replay(claim).confirmed
    check_spaces(claim)


def test_readings_may_have_quantities_of_their_own() -> None:
    claim = PAPER.claim("Lemma 2", settings=space(mu=dyadics(-1, 1)))
    wider = space(mu=dyadics(-1, 1), nu=dyadics(0, 1))
    claim.printed("It is.", defect="constant", because="It is not.", settings=wider)(variance)
    claim.amended("It is 1.", adds="all of it")(lambda mu: equal(mu, mu * 1))
    assert hunt(claim, variant="printed").outcomes["printed"] == "refuted"


def test_a_class_made_by_a_call_is_one() -> None:
    made = make_dataclass("Mu", ["mu"], frozen=True)
    found = hunt(declared("Lemma 3", space(made, mu=dyadics(-1, 1))))
    assert found.outcomes == {"printed": "refuted"}
    assert found.hunts["printed"].snippet


def test_a_setting_by_hand_names_all_quantities() -> None:
    claim = declared("Lemma 9", space(mu=dyadics(-1, 1)), examples=[{"nu": 1}])
    with pytest.raises(ClaimError, match="has to have the quantities mu"):
        claim.complete()


def test_an_array_of_one_number_may_be_picked_as_this_number() -> None:
    claim = declared("Lemma 10", space(mu=box(1, low=-1, high=1)), examples=[{"mu": 0.5}])
    assert claim.complete().examples[0].mu.tolist() == [0.5]
    claim = declared("Lemma 11", space(mu=box(2, low=-1, high=1)), examples=[{"mu": 0.5}])
    with pytest.raises(ClaimError, match=r"mu is 0.5, and box.* holds arrays: write a list"):
        claim.complete()
