"""Claims, verdicts and witnesses show themselves; a claim is hunted by hand."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, replace
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import torch

from lemmata import (
    Claim,
    Declaration,
    ForAll,
    LemmataError,
    Paper,
    Probability,
    at_most,
    choices,
    dims,
    gaussian,
    hunt,
    reals,
)
from lemmata.claims.space import space
from lemmata.numbers import sum
from lemmata.records.witness import to_document
from lemmata.run import notebook
from lemmata.run.interactive import Verdict, Witness

HOSTILE = '<script>alert("x")</script>&amp;'


@dataclass(frozen=True)
class Setting:
    n: int
    law: str = "plain"


def make(text: str = "", law: str = "plain", expect: Any = "refuted") -> Declaration:
    paper = Paper("mine", f"Title {text}", f"Author {text}", 2026, "key", f"source {text}")
    claim = paper.claim(
        f"Lemma {text}",
        id="lemma",
        kind=ForAll(),
        settings=space(Setting, n=dims(1, 3, most=3), law=choices(law)),
        prompts=lambda s: space(x=reals(s.n)),
    )
    refuted: dict[str, Any] = {"expect": "refuted", "defect": "constant", "because": f"Too small {text}."}

    @claim.printed(f"$x$ {text}", factor=1, **(refuted if expect == "refuted" else {}))
    @claim.amended(f"$y$ {text}", factor=3)
    def check(x: Any, factor: int) -> Any:
        total = sum(x, -1)
        return at_most(total * total, factor * sum(x * x, -1))

    check.__doc__ = f"Summary {text}"
    claim.mutant(f"two {text}", factor=2)
    claim.mutant("four", factor=4)
    claim.waive("four", f"weaker {text}")
    return claim


class Page(HTMLParser):
    """Elements in a fragment, all closed; texts as a reader sees them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.text = ""
        self.feed(html)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.seen.add(tag)
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def witness_of(verdict: Verdict, variant: str = "printed") -> Witness:
    found = verdict.witness(variant)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def verdict() -> Verdict:
    return hunt(make())


def test_a_hunt_tells_outcomes_and_fates(verdict: Verdict) -> None:
    assert verdict.outcomes == {"printed": "refuted", "amended": "holds", "two ": "killed", "four": "waived"}
    assert not verdict.surprises
    told = repr(verdict)
    assert told.startswith("mine/lemma (forall)")
    assert "amended: holds; holds on" in told


def test_one_variant_is_enough() -> None:
    assert hunt(make(), variant="two ").outcomes == {"two ": "killed"}


def test_a_surprise_is_said() -> None:
    verdict = hunt(make(expect="holds"), variant="printed")
    assert verdict.surprises == ["printed refuted, expected holds"]
    assert "surprise: printed refuted" in repr(verdict)
    assert "surprise:" in Page(verdict._repr_html_()).text


@pytest.mark.slow
def test_the_seed_decides() -> None:
    def seen(seed: int) -> list[Any]:
        record = hunt(make(), seed=seed, variant="two ").hunts["two "]
        return [record.witness, record.finding.instances, record.finding.margin]

    assert seen(1) == seen(1)
    assert seen(1) != seen(2)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"profile": "fast"}, "one of brief, quick, standard, deep, got 'fast'"),
        ({"seed": -1}, "a whole number >= 0, got -1"),
        ({"seed": True}, "a whole number >= 0, got True"),
        ({"variant": "five"}, "has no variant 'five'"),
    ],
)
def test_misuse_is_said(options: dict[str, Any], words: str) -> None:
    with pytest.raises(LemmataError, match=words):
        hunt(make(), **options)


def test_a_witness_is_kept_loaded_and_replayed(verdict: Verdict, tmp_path: Path) -> None:
    witness = witness_of(verdict)
    assert witness.setting == {"n": 2, "law": "plain"}
    assert set(witness.prompt) == {"x"}
    assert witness.replay(verdict.claim).confirmed
    path = tmp_path / "w.json"
    path.write_text(json.dumps(to_document(witness.stored)))
    assert Witness.load(path) == witness
    assert repr(witness).startswith("mine/lemma (printed): at n = 2, law = plain, x = [")
    assert verdict.witness("amended") is None


def test_what_cannot_be_loaded_or_replayed_is_said(verdict: Verdict, tmp_path: Path) -> None:
    path = tmp_path / "w.json"
    with pytest.raises(LemmataError, match="cannot be read"):
        Witness.load(path)
    path.write_text("{}")
    with pytest.raises(LemmataError, match="not a witness"):
        Witness.load(path)
    witness = witness_of(verdict)
    other = Paper("other", "t", "a", 1, "k", "s").claim("l", kind=ForAll(), settings=space())
    with pytest.raises(LemmataError, match="is of mine/lemma, not of other/l"):
        witness.replay(other)
    with pytest.raises(LemmataError, match="'five' was not hunted, only printed"):
        verdict.witness("five")


def test_everything_shows_itself(verdict: Verdict) -> None:
    claim = Page(notebook.claim(verdict.claim))
    assert "expected: refuted (defect: constant)" in claim.text
    assert "2 mutants: two , four (waived: weaker )" in claim.text
    assert repr(verdict.claim) == "<claim mine/lemma (forall): printed, amended>"
    table = Page(verdict._repr_html_())
    assert {"table", "caption", "th"} <= table.seen
    assert "✗ refuted (genuine)" in table.text
    witness = Page(witness_of(verdict)._repr_html_())
    assert "left <= right, which fails here" in witness.text
    assert "table" in witness.seen


def test_texts_of_third_parties_are_escaped() -> None:
    claim = make(HOSTILE, law=HOSTILE)
    name = f"two {HOSTILE}"
    verdict = hunt(claim, variant=name)
    shown: list[Any] = [verdict, witness_of(verdict, name)]
    for html in (notebook.claim(claim), *(it._repr_html_() for it in shown)):
        page = Page(html)
        assert "script" not in page.seen
        assert HOSTILE in page.text


def test_a_probability_shows_its_counts() -> None:
    paper = Paper("mine", "t", "a", 1, "k", "s")
    claim = paper.claim(
        "Lemma 1",
        kind=Probability(failure=lambda s: 0.25),
        settings=space(Setting, n=dims(1, 3)),
        prompts=lambda s: space(x=gaussian(s.n)),
    )
    claim.printed("x", expect="refuted", defect="statement", because="Half of them are positive.")(
        lambda x: at_most(x[0], 0)
    )
    verdict = hunt(claim)
    assert verdict.outcomes == {"printed": "refuted"}
    assert "failures" in Page(witness_of(verdict)._repr_html_()).text
    assert "failures" in repr(witness_of(verdict))


def test_large_arrays_are_named_by_their_shape(verdict: Verdict) -> None:
    prompt = {
        "wide": torch.zeros(2, 40).tolist(),
        "deep": torch.zeros(2, 2, 2).tolist(),
        "empty": [],
        "small": [[1, "1/2"], [3, 4]],
    }
    stored = replace(witness_of(verdict).stored, prompt=prompt)
    text = Page(Witness(stored)._repr_html_()).text
    assert "shape 2 × 40" in text
    assert "shape 2 × 2 × 2" in text
    assert "1/2" in text


def test_a_claim_of_a_notebook_has_no_description_of_ipythons(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("__main__", "Automatically created module for IPython")
    monkeypatch.setitem(sys.modules, "cell", module)
    claim = make()
    claim.variant("printed").check.__module__ = "cell"
    assert claim.complete().description == ""
    assert "Automatically" not in notebook.claim(claim)


def test_ipython_is_told_how_claims_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: dict[type, Any] = {}
    formatter = SimpleNamespace(for_type=shown.__setitem__)
    shell = SimpleNamespace(display_formatter=SimpleNamespace(formatters={"text/html": formatter}))
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    notebook.show_claims()
    claim = make()
    assert shown[type(claim)](claim) == shown[Claim](claim.complete())


@pytest.mark.slow
def test_a_statement_may_speak_of_its_data_alone() -> None:
    claim = Paper("alone", "t", "a", 1, "k", "s").claim("Lemma 1", prompts=space(x=reals(2)))

    @claim.printed("$x_1^2\\le x_2^2$", defect="statement", because="Nothing says so.", index=0)
    @claim.amended("$x_1^2\\le\\|x\\|_2^2$", adds="the whole norm", index=slice(None))
    def shorter(x: Any, index: Any) -> Any:
        """An entry is no longer than the vector."""
        squares = x * x
        bound = squares[1] if index == 0 else sum(squares, -1)
        return at_most(squares[0], bound)

    verdict = hunt(claim)
    assert verdict.outcomes == {"printed": "refuted", "amended": "holds"}
    assert witness_of(verdict).replay(claim).confirmed


def test_a_statement_that_draws_nothing_is_refused() -> None:
    claim = Paper("nothing", "t", "a", 1, "k", "s").claim("Lemma 1")
    claim.printed("$0\\le1$")(lambda: at_most(0, 1))
    with pytest.raises(LemmataError, match="it has neither settings nor prompts"):
        claim.complete()
