"""True statements on eigenvalues, solutions and choices hold; false ones fall, and not by rounding."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest
import torch
from torch import arange, float64, tensor

from lemmata import Paper, at_least, at_most, dims, equal, hunt, reals
from lemmata.claims.space import space
from lemmata.numbers import (
    abs,
    argmax,
    einsum,
    enclosure,
    eye,
    linalg,
    max,
    norm,
    softmax,
    sort,
    sum,
    tanh,
    where,
)
from lemmata.numbers.arithmetic import using
from lemmata.numbers.enclosure import Box
from lemmata.numbers.exact import Exact
from lemmata.prove.check_intervals import Interval
from lemmata.search.lifting import lift

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


def weyl(A, B, factor):
    A, B = A + A.mT, B + B.mT
    change = linalg.eigvalsh(A + B) - linalg.eigvalsh(A)
    return at_most(max(abs(change)), linalg.svdvals(B)[..., 0] * factor)


def frobenius(A, factor):
    values = linalg.svdvals(A)
    return equal(sum(values**2, -1) * factor, sum(A.square(), (-2, -1)))


def ridge(n, A, x, factor):
    A = einsum("ij,ik->jk", A, A) + eye(n, A)
    return at_most(norm(linalg.solve(A, x)), norm(x) * factor)


def largest(x, factor):
    return equal(sort(x.abs(), -1)[..., -1] * factor, max(where(x > 0, x, -x), -1))


def bounded(x, factor):
    return at_most(abs(tanh(x)), abs(x) * factor)


def attention(x, factor):
    average = sum(softmax(x) * x, -1)
    return at_most(average, max(x) * factor).given(at_least(x, 1).slack)


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
    def first(n, x, factor):
        here = argmax(x, -1) == arange(n)
        return equal(sum(where(here, x, 0), -1) * factor, max(x, -1))

    assert verdict("first", first, 3, 2).outcomes == {"printed": "holds", "times 2": "killed"}


def product(x):
    found = x[..., 0]
    for k in range(1, x.shape[-1]):
        found = found * x[..., k]
    return found


def determinant(A):
    """A true statement of symmetric matrices, which one triangle alone makes false of others."""
    return equal(linalg.det(A), product(linalg.eigvalsh(A)))


def positive(A, x):
    """Positive eigenvalues make a symmetric matrix positive definite."""
    form = sum(x * (A @ x[..., None])[..., 0], -1)
    return at_least(form, 0).given(linalg.eigvalsh(A)[..., 0])


@pytest.mark.parametrize(
    ("name", "check"), [("determinant", lambda A, x: determinant(A)), ("positive", positive)]
)
def test_eigenvalues_of_a_matrix_that_is_not_symmetric_are_refused(name, check):
    found = verdict(f"general-{name}", lambda A, x, factor: check(A, x), 3)
    assert found.hunts["printed"].outcome == "error"
    (line,) = found.surprises
    assert "linalg.eigvalsh is of symmetric matrices: the entry [" in line
    assert "(A + A.T) / 2" in line and "linalg.det(A - t * eye(n)) = 0" in line


SYMMETRIC = {
    "sum": lambda A, B, x: A + A.mT,
    "product": lambda A, B, x: A.mT @ (x[..., None] * A),  # the two of a pair are rounded differently
    "products": lambda A, B, x: A @ B @ A.mT + A @ B.mT @ A.mT,
    "nearly-nothing": lambda A, B, x: A.mT @ A * 4097 / 4096 - A.mT @ A,
}


@pytest.mark.parametrize("name", SYMMETRIC)
def test_eigenvalues_of_a_computed_symmetric_matrix_are_judged(name):
    found = verdict(name, lambda A, B, x, factor: determinant(SYMMETRIC[name](A, B, x)), 2)
    assert found.outcomes == {"printed": "holds"}, found.surprises


@pytest.mark.parametrize("arithmetic", [None, "tracked", "rational", "ball"])
def test_whether_a_matrix_is_symmetric_is_told_in_every_arithmetic(arithmetic):
    def lifted(entries):
        matrix = tensor(entries, dtype=float64)
        return matrix if arithmetic is None else lift(matrix, arithmetic)

    linalg.eigvalsh(lifted([[2.0, 1.0], [1.0, 2.0]]) / 3)
    linalg.eigvalsh(lifted([[2.0, 1.0], [1.0 + 2.0**-50, 2.0]])) if arithmetic is None else None
    for entries in ([[0.0, 0.0], [1.0, 0.0]], [[[1.0, 0.0], [0.0, 1.0]], [[3.0, 2.0], [1.0, 0.5]]]):
        with pytest.raises(ValueError, match=r"the entry \[0, 1\] is ., and \[1, 0\] is 1"):
            linalg.eigvalsh(lifted(entries) / 1)
    if arithmetic is not None:  # floats alone do not tell
        with pytest.raises(ValueError, match="is of symmetric matrices"):
            linalg.eigvalsh(lifted([[2.0, 1.0], [1.0 + 2.0**-50, 2.0]]))


@pytest.mark.parametrize("seed", range(6))
def test_formulas_of_small_matrices_enclose_what_floats_say(seed: int) -> None:
    """Of single points, in the intervals of the checker."""
    A = torch.randint(-3, 4, (3, 3), generator=torch.Generator().manual_seed(seed)).double()
    A += 8 * torch.eye(3, dtype=torch.float64)
    box = Box(Interval)
    with enclosure.on(box), using("enclosure"):

        def at_one_point(x: torch.Tensor) -> Exact:
            entries = np.array(
                [Interval.of(Fraction(v), Fraction(v)) for v in x.ravel().tolist()], dtype=object
            )
            return Exact(entries.reshape(tuple(x.shape)), "enclosure")

        def agree(found: Exact, expected: torch.Tensor) -> None:
            for v, w in zip(found.values.flat, expected.ravel().tolist(), strict=True):
                assert float(v.low) - 1e-9 <= w <= float(v.high) + 1e-9
                assert v.high - v.low < 1e-9

        small, even, row = A[:2, :2], A[:2, :2] + A[:2, :2].mT, A[:1]
        agree(linalg.det(at_one_point(A)), torch.linalg.det(A))
        agree(linalg.inv(at_one_point(A)), torch.linalg.inv(A))
        agree(linalg.solve(at_one_point(A), at_one_point(A[0])), torch.linalg.solve(A, A[0]))
        agree(linalg.eigvalsh(at_one_point(even)), torch.linalg.eigvalsh(even))
        agree(linalg.svdvals(at_one_point(small)), torch.linalg.svdvals(small))
        agree(linalg.svdvals(at_one_point(row)), torch.linalg.svdvals(row))
    assert not box.asked
