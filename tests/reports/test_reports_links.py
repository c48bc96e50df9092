"""Ids of claims in running text: what becomes a link, and what stays as it is written."""

import pytest

from reports.links import References

NAMES = {
    "pca/lemma-8": "Lemma 8",
    "pca/lemma-8/tail": "Lemma 8, tail",
    "pca/theorem-1": "Theorem 1",
    "other/theorem-1": "Theorem 1 of the other",
}
PAGES = {claim: f"claims/{claim}.html" for claim in NAMES}
TAIL = '<a href="../pages/claims/pca/lemma-8/tail.html">Lemma 8, tail</a>'


def linked(text: str, topic: str = "pca", claim: str = "") -> str:
    page = References(PAGES, NAMES).linked(
        f"<main>{text}</main>", "claims/pca/theorem-1.html", "../pages/", topic, claim
    )
    return page.removeprefix("<main>").removesuffix("</main>")


@pytest.mark.parametrize("text", ["see {}.", "({})", "the claims {}, and", "<p>{}</p>"])
@pytest.mark.parametrize("written", ["lemma-8/tail", "pca/lemma-8/tail", "<code>lemma-8/tail</code>"])
def test_an_id_becomes_a_link_with_the_name(text: str, written: str) -> None:
    assert linked(text.format(written)) == text.format(TAIL)


@pytest.mark.parametrize(
    "text",
    [
        "lemmata verify pca/lemma-8/tail --profile deep",
        "<code>lemmata verify pca/lemma-8</code>",
        '<a href="x">lemma-8/tail</a>',
        '<p title="lemma-8/tail">well-known and/or</p>',
        "theorem-1",  # this page
        "<code>tail</code>",  # of which claim?
        "lemma-8/tails, my-lemma-8/tail, lemma-8/tail/x",
    ],
)
def test_what_is_no_reference_stays(text: str) -> None:
    assert linked(text) == text


def test_what_several_papers_have_is_that_of_the_page() -> None:
    assert "Theorem 1 of the other" in linked("theorem-1", "other")
    assert linked("theorem-1", "") == "theorem-1"


def test_notes_name_parts_of_their_claim() -> None:
    notes = '<section class="prose">(part <code>tail</code>, <code>loss</code>)</section>'
    assert linked(notes, claim="pca/lemma-8") == notes.replace("<code>tail</code>", TAIL)
    assert linked("<code>tail</code>", claim="pca/lemma-8") == "<code>tail</code>"
