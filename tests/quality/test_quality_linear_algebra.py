"""True statements on eigenvalues, solutions and choices hold; false ones fall, and not by rounding."""

from dataclasses import dataclass

import pytest
from torch import arange

from lemmata import Paper, at_least, at_most, dims, equal, hunt, reals, space
from lemmata.numbers import abs, argmax, einsum, eye, linalg, max, norm, softmax, sort, sum, tanh, where

PAPER = Paper("matrices", "Matrices", "A. Author", 2026, "author2026", "paper.txt")


@dataclass(frozen=True)
class Setting:
    n: int


def verdict(name, check, size, *wrong):
    """Of the check at the factor 1, with a mutant for each of the factors that are wrong."""
    prompts = lambda s: space(A=reals(s.n, s.n), B=reals(s.n, s.n), x=reals(s.n))  # noqa: E731
    claim = PAPER.claim("Lemma", id=name, settings=space(Setting, n=dims(1, size, most=size)), prompts=prompts)
    claim.printed("As the test's name says.", factor=1)(check)
    for factor in wrong:
        claim.mutant(f"times {factor}", factor=factor)
    return hunt(claim)


def weyl(s, prompt, factor):
    A, B = prompt.A + prompt.A.mT, prompt.B + prompt.B.mT
    change = linalg.eigvalsh(A + B) - linalg.eigvalsh(A)
    return at_most(change.abs().amax(-1), linalg.svdvals(B)[..., 0] * factor)


def frobenius(s, prompt, factor):
    values = linalg.svdvals(prompt.A)
    return equal(sum(values**2, -1) * factor, sum(prompt.A.square(), (-2, -1)))


def ridge(s, prompt, factor):
    A = einsum("bij,bik->bjk", prompt.A, prompt.A) + eye(s.n, prompt.A)
    return at_most(norm(linalg.solve(A, prompt.x)), norm(prompt.x) * factor)


def largest(s, prompt, factor):
    x = prompt.x
    return equal(sort(x.abs(), -1)[..., -1] * factor, max(where(x > 0, x, -x), -1))


def bounded(s, prompt, factor):
    return at_most(abs(tanh(prompt.x)), abs(prompt.x) * factor)


def attention(s, prompt, factor):
    average = sum(softmax(prompt.x) * prompt.x, -1)
    return at_most(average, prompt.x.amax(dim=-1) * factor).given(at_least(prompt.x, 1).slack)


@pytest.mark.parametrize(
    ("check", "size", "wrong"),
    [
        (weyl, 3, 0.5),
        (ridge, 3, 0.25),
        (frobenius, 2, 2),
        (largest, 4, 2),
        (bounded, 2, 0.5),
        (attention, 3, 0.5),
    ],
)
def test_what_is_written_in_familiar_words_is_judged(check, size, wrong):
    found = verdict(check.__name__.replace("_", "-"), check, size, wrong)
    assert found.surprises == []
    assert found.outcomes == {"printed": "holds", f"times {wrong}": "killed"}


def test_a_choice_that_depends_on_the_data_is_exact():
    def first(s, prompt, factor):
        x = prompt.x
        here = argmax(x, -1)[:, None] == arange(s.n)
        return equal(sum(where(here, x, 0), -1) * factor, max(x, -1))

    assert verdict("first", first, 3, 2).outcomes == {"printed": "holds", "times 2": "killed"}
