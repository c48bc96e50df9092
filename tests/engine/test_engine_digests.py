"""Digests: what changes them, and what does not."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import pytest

from lemmata import Claim
from lemmata.run import digests, registry
from lemmata.run.description import describe

Make = Callable[..., Claim]

HELPERS = '''"""Helpers."""

from theorem_parts_{n} import shift as moved


def bound(x):
    return moved(x) + LIMITS["a"]


def unused(x):
    return x


LIMITS = {"a": 1}
'''
PARTS = '''"""Parts."""


def shift(x):
    """Shifts."""
    return x + 2
'''
CLAIM = '''"""A claim."""

from dataclasses import dataclass

import helpers_{n} as helpers
from lemmata import Paper, ForAll
from lemmata.claims.margin import at_most
from lemmata import dims, reals
from lemmata.claims.space import space

PAPER = Paper("mine", "Title", "Author", 2026, "key", "source.txt")


@dataclass(frozen=True)
class Size:
    d: int


def over(by):
    return lambda d: d * by


left, right = (lambda d: d), (lambda d: d + 1)
claim = PAPER.claim(
    "Lemma 1",
    kind=ForAll(),
    settings=space(Size, d=dims(1, 3)),
    prompts=lambda s: space(x=reals(s.d)),
)


@claim.printed(r"$d \\le d+1$", because="", low=left, high=over(3))
def check(d, low, high):
    """A number is at most a larger one."""
    return at_most(low, helpers.bound(high))


claim.mutant("equal", high=over(0))
'''
_numbers = itertools.count()


@pytest.fixture
def claim_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """A claim from files, each time in modules of other names in another folder."""
    monkeypatch.setattr(metadata, "entry_points", lambda group: [])

    def make(*changes: tuple[str, str]) -> Claim:
        n = f"{next(_numbers)}"
        folder = tmp_path / n
        folder.mkdir()
        texts = {"claim": CLAIM, f"helpers_{n}": HELPERS, f"theorem_parts_{n}": PARTS}
        for old, new in changes:
            assert any(old in text for text in texts.values()), old
            texts = {name: text.replace(old, new) for name, text in texts.items()}
        for name, text in texts.items():
            (folder / f"{name}.py").write_text(text.replace("{n}", n), encoding="utf-8")
        (claim,) = registry.load((str(folder / "claim.py"),)).claims.values()
        return claim

    return make


LAYOUT = [
    ("return at_most(low, helpers.bound(high))",
     "# a comment\n    return at_most(\n        low,\n        (helpers.bound(high)),\n    )"),
    ('    """A number is at most a larger one."""\n', ""),
    ('"""Shifts."""', '"""Moves."""'),
    ("def shift(x):", "def shift(x: float) -> float:"),
    ("return x\n", "return x + 5\n"),  # unused
    ('because=""', 'because="It is."'),
    ("over(0)", "over(-1)"),  # a mutant
    ('{"a": 1}', "{'a': 0x1}"),
]  # fmt: skip
CHECK = [
    ("at_most(low,", "at_most(low + 0,"),
    ("return x + 2", "return x + 3"),
    ('{"a": 1}', '{"a": 2}'),
    ("dims(1, 3)", "dims(1, 4)"),
    ("reals(s.d)", "reals(s.d + 1)"),
    ("over(3)", "over(4)"),
    ("d * by", "by * d"),
    ("low=left", "low=right"),
    ("    d: int\n", "    d: int\n    e: int = 1\n"),
    ("LIMITS = ", "LIMITS: dict = {}\nLIMITS = "),
]


def of(claim: Claim) -> dict[str, str]:
    return digests.Reader().digests(claim)


def mutants(claim: Claim) -> str:
    return digests.Reader().mutants(claim)


@pytest.mark.slow
def test_layout_words_and_place_change_nothing(claim_of: Make) -> None:
    told = of(claim_of())
    assert of(claim_of()) == told
    for change in LAYOUT:
        assert of(claim_of(change)) == told, change


@pytest.mark.parametrize("change", CHECK, ids=[new for _, new in CHECK])
def test_code_that_decides_changes_the_check(claim_of: Make, change: tuple[str, str]) -> None:
    before, after = of(claim_of()), of(claim_of(change))
    assert before["statement"] == after["statement"]
    assert before["check"] != after["check"]


@pytest.mark.parametrize("change", [("over(0)", "over(-1)"), ("d * by", "by * d"), ("equal", "same")])
def test_an_edited_mutant_changes_the_digest_of_mutants(claim_of: Make, change: tuple[str, str]) -> None:
    assert mutants(claim_of(change)) != mutants(claim_of())


def test_what_no_mutant_names_leaves_their_digest(claim_of: Make) -> None:
    told = mutants(claim_of())
    for change in (("return x + 2", "return x + 3"), ("d+1$", "d+2$"), ("low=left", "low=right")):
        assert mutants(claim_of(change)) == told, change


def test_latex_changes_the_statement(claim_of: Make) -> None:
    before, after = of(claim_of()), of(claim_of(("d+1$", "d+2$")))
    assert before["statement"] != after["statement"]
    assert before["check"] == after["check"]
    assert of(claim_of(("$d \\le", "$d  \\le")))["statement"] == before["statement"]


def test_descriptions_carry_them(claim_of: Make) -> None:
    claim = claim_of()
    reader = digests.Reader()
    assert describe(claim).source_digest == reader.digest(claim)
    assert reader.digests(claim) == reader.digests(claim)


ABOVE = '''"""A claim."""

from lemmata import Paper, amended, at_most, dims, mutants, printed, reals, theorem

PAPER = Paper("mine", "Title", "Author", 2026, "key", "source.txt")


def worse(n):
    return n - 1


@theorem(PAPER, "Lemma 1", rank="result", n=dims(1, 3), x=reals("n"))
@printed("$1$", defect="constant", because="It is.")
@amended("$2$", adds="n", factor=lambda n: n)
@mutants(worse=dict(factor=worse))
def check(x, factor=1):
    """A sum is small."""
    return at_most(sum(x) ** 2, factor * (x @ x))
'''


def test_of_a_claim_above_its_check_words_and_mutants_stand_apart(claim_of: Make) -> None:
    told = claim_of((CLAIM, ABOVE))
    digest, tried = of(told), mutants(told)
    for old, new in [("It is.", "So it is."), ('adds="n"', 'adds="the n"'), ('"result"', '"step"')]:
        changed = claim_of((CLAIM, ABOVE.replace(old, new)))
        assert (of(changed), mutants(changed)) == (digest, tried)
    for old, new in [("n - 1", "n - 2"), ("worse=", "lower=")]:
        changed = claim_of((CLAIM, ABOVE.replace(old, new)))
        assert of(changed) == digest
        assert mutants(changed) != tried
    for old, new in [("dims(1, 3)", "dims(1, 2)"), ("lambda n: n)", "lambda n: n + 1)"), ("** 2", "** 3")]:
        changed = claim_of((CLAIM, ABOVE.replace(old, new)))
        assert of(changed)["check"] != digest["check"]
        assert mutants(changed) == tried
    assert of(claim_of((CLAIM, ABOVE.replace("$2$", "$3$"))))["statement"] != digest["statement"]
