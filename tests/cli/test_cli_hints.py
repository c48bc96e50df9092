"""Near misses: one line that names what was meant."""

from __future__ import annotations

import pytest

from lemmata.claims.heads import Head
from lemmata.errors import LemmataError
from lemmata.run.selection import Judged, select
from tests.cli.helpers import Run, assert_misuse


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("verfy", "lemmata: there is no command 'verfy': did you mean verify? `lemmata --help` shows all"),
        ("frobnicate", "lemmata: there is no command 'frobnicate'; `lemmata --help` shows all"),
        ("--versio", "lemmata: unrecognized arguments: --versio: did you mean --version? `lemmata --help`"),
        ("verify --profle quick", "lemmata verify: unrecognized arguments: --profle: did you mean --profile?"),
        ("verify --profile quik", "--profile: invalid choice: 'quik': did you mean quick? (choose from brief,"),
        ("verify --bogus", "lemmata verify: unrecognized arguments: --bogus; `lemmata verify --help`"),
        ("show", "lemmata show: the following arguments are required: ID|TOPIC; `lemmata show --help`"),
        ("benhc", "did you mean bench?"),
        ("list pca/lemma8", "nothing is selected by 'pca/lemma8'; did you mean pca/lemma-8"),
        ("list pca/lemma_8", "did you mean pca/lemma-8?"),
        ("list PCA/Lemma-8", "did you mean pca/lemma-8?"),
        ("list pac", "did you mean pca?"),
        ("show sparse-recovery", "did you mean sparse_recovery"),
        ("list ranks:headline", "there is no filter 'ranks': did you mean rank? (filters: rank, origin,"),
        ("list colour:red", "there is no filter 'colour' (filters: rank, origin, outcome, defect)"),
        ("list rank:headlines", "rank is never 'headlines': did you mean headline? (values: headline,"),
        ("list origin:theirs", "origin is never 'theirs' (values: printed, read, ours)"),
        ("verify outcome:refuetd", "outcome is never 'refuetd': did you mean refuted?"),
        ("diff a b", "a and b: cannot be read (neither is there)"),
    ],
)
def test_near_misses_have_a_hint(cli: Run, words: str, message: str) -> None:
    told = cli(*words.split())
    assert_misuse(told, message)
    assert told.err.count("\n") == 1
    assert told.out == ""


CLAIMS = [
    Head(id="a/one", rank="headline", origin="printed"),
    Head(id="a/two", rank="step", origin="ours"),
    Head(id="b/one", rank="headline", origin="ours"),
]
LAST = {"a/one": Judged("refuted", "statement"), "b/one": Judged("holds", None)}


@pytest.mark.parametrize(
    ("patterns", "ids"),
    [
        (["rank:headline"], ["a/one", "b/one"]),
        (["a", "rank:headline"], ["a/one"]),
        (["rank:headline", "rank:step"], ["a/one", "a/two", "b/one"]),
        (["rank:headline", "origin:ours"], ["b/one"]),
        (["outcome:refuted"], ["a/one"]),
        (["outcome:refuted", "outcome:holds"], ["a/one", "b/one"]),
        (["defect:statement", "*/one"], ["a/one"]),
        (["b", "a/two", "origin:ours"], ["a/two", "b/one"]),
    ],
)
def test_filters_narrow(patterns: list[str], ids: list[str]) -> None:
    assert select(CLAIMS, patterns, last=lambda: LAST) == ids


def test_filters_that_leave_nothing_are_misuse() -> None:
    with pytest.raises(LemmataError, match="nothing is selected by 'a' 'outcome:holds'"):
        select(CLAIMS, ["a", "outcome:holds"], last=lambda: LAST)


def test_the_last_run_is_read_only_where_a_filter_asks_for_it() -> None:
    def unread() -> dict[str, Judged]:
        raise AssertionError

    assert len(select(CLAIMS, ["rank:headline"], last=unread)) == 2
