"""Programs of checks that use what numpy has under another name: each is written, and run by itself."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from lemmata import Margin, Paper, at_most, box, dims, dyadics, equal, hunt, numbers
from lemmata.claims.space import space
from lemmata.numbers import (
    abs,
    argmax,
    argmin,
    arithmetic,
    concat,
    constant,
    einsum,
    erf,
    fused,
    has_values,
    linalg,
    pow,
    sort,
    stored,
    sum,
    trace,
    unit,
    where,
)
from reports.programs.numpy_code import FUSED
from tests.reports.test_reports_snippets import RUNNER

PAPER = Paper("programs", "A title", "A. Author", 2026, "author2026", "paper.txt")


def data(s: Any) -> Any:
    return space(A=box(2, 2, low=-1, high=1), b=box(2, low=-1, high=1), several=box(2, 3, low=-1, high=1))


def near_one(A: Any) -> Any:
    """An invertible matrix for each instance."""
    return A + 3 * constant([[1, 0], [0, 1]], A)


def inverse(A: Any) -> Margin:
    return at_most(linalg.inv(near_one(A)), Fraction(1, 4))


def determinant(A: Any) -> Margin:
    return at_most(linalg.det(A), 0)


def eigenvalues(A: Any) -> Margin:
    return at_most(linalg.eigvalsh(A + A.mT), 1)


def solution_of_vectors(A: Any, b: Any) -> Margin:
    return at_most(linalg.solve(near_one(A), b), 0)


def solution_of_matrices(A: Any, several: Any) -> Margin:
    return at_most(linalg.solve(near_one(A), several), 0)


def solution_for_one_matrix(b: Any) -> Margin:
    """One matrix and many vectors."""
    return at_most(linalg.solve(constant([[2, 1], [1, 3]], b), b), 0)


def singular_values(several: Any) -> Margin:
    return at_most(linalg.svdvals(several), 1)


def orthonormal(A: Any) -> Margin:
    Q, R = linalg.qr(near_one(A))
    return at_most(sum(sum(Q * R, -1), -1), 6)


def signs_of_r(A: Any) -> Margin:
    """The diagonal of R is positive, as numpy's is not."""
    return at_most(linalg.qr(near_one(A))[1], 0)


def in_order(b: Any) -> Margin:
    return at_most(sort(b, -1, descending=True), sort(b))


def of_the_largest(b: Any) -> Margin:
    first = where(argmax(b, -1) == 0, 1, constant(0, b))
    return at_most(first, where(argmin(b, -1) == 0, 1, constant(0, b)))


def error_function(b: Any) -> Margin:
    return at_most(erf(b), 0)


def contraction(A: Any, b: Any) -> Margin:
    return at_most(einsum("ij,j->i", A, b), 0)


def joined(b: Any) -> Margin:
    return at_most(concat([b, 1], -1), 0)


def direction(b: Any) -> Margin:
    return at_most(unit(b + 2), Fraction(1, 2))


def powers(b: Any) -> Margin:
    return at_most(pow(abs(b), Fraction(3, 2)), 0)


def kept_numbers(b: Any) -> Margin:
    return at_most(b, stored([0.0, 1.0], b))


def moments(several: Any, b: Any) -> Margin:
    return at_most(numbers.std(several, -1), numbers.var(b, -1, correction=1, keepdims=True))


def products_of_vectors(b: Any, A: Any) -> Margin:
    products = numbers.tril(numbers.outer(b, b)) + numbers.triu(A, 1)
    return at_most(sum(products, -1), numbers.vecdot(b, b)[..., None])


def along_an_axis(several: Any) -> Margin:
    moved = numbers.roll(numbers.flip(numbers.cumsum(several, -1), -1), 1, -1)
    return at_most(numbers.prod(moved, -1, keepdims=True), numbers.cumprod(several, -1))


def elementary(b: Any) -> Margin:
    x = b + 2
    logarithms = numbers.log1p(x) + numbers.log2(x) + numbers.log10(x)
    powers = numbers.exp2(x) + numbers.expm1(x) + numbers.sinh(x) - numbers.cosh(x) + numbers.tan(x / 4)
    return at_most(powers + logarithms, numbers.full_like(x, 2) * numbers.ones_like(x) + numbers.zeros_like(x))


def operators(b: Any) -> Margin:
    x, y = b, b + 2
    return at_most(numbers.add(x, numbers.multiply(x, y)), numbers.subtract(numbers.divide(x, y), 1))


def of_the_arithmetic(b: Any) -> Margin:
    if arithmetic.of(1) is None and has_values(b):
        return at_most(b, 0)
    return at_most(b, b * 0)


CHECKS: list[Callable[..., Margin]] = [
    inverse,
    determinant,
    eigenvalues,
    solution_of_vectors,
    solution_of_matrices,
    solution_for_one_matrix,
    singular_values,
    orthonormal,
    signs_of_r,
    in_order,
    of_the_largest,
    error_function,
    contraction,
    joined,
    direction,
    powers,
    kept_numbers,
    moments,
    products_of_vectors,
    along_an_axis,
    elementary,
    operators,
    of_the_arithmetic,
]


def program(name: str, check: Callable[..., Margin], **spaces: Any) -> str:
    """The program of the witness of a false statement."""
    claim = PAPER.claim(name.replace("_", "-"), **spaces)
    claim.printed("It is.", defect="statement", because="It is not.")(check)
    try:
        found = hunt(claim)
    finally:
        del PAPER.declared[claim.id]
    assert found.outcomes == {"printed": "refuted"}, found
    assert found.hunts["printed"].snippet, found.hunts["printed"].no_snippet
    return found.hunts["printed"].snippet


def shown(folder: Path, *sources: str) -> None:
    """Runs programs where numpy alone is to be had; each shows a violation."""
    for number, source in enumerate(sources):
        (folder / f"{number}.py").write_text(source, encoding="utf-8")
    runner = RUNNER + "print('all', len(told), all('but the statement says' in text for text in told.values()))"
    done = subprocess.run(
        [sys.executable, "-I", "-c", runner, str(folder)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == f"all {len(sources)} True"


@pytest.mark.slow
def test_the_vocabulary_has_a_program(tmp_path: Path) -> None:
    shown(tmp_path, *(program(check.__name__, check, prompts=data) for check in CHECKS))


def test_a_statement_of_its_data_alone_has_a_program(tmp_path: Path) -> None:
    def traces(A: Any) -> Margin:
        """The trace of a matrix, at a setting without a number."""
        return at_most(trace(A), 0)

    shown(tmp_path, program("data alone", traces, prompts=data))


def test_settings_without_a_class_have_a_program(tmp_path: Path) -> None:
    def alone(v: Any, k: Any, t: Any) -> Margin:
        """Entries of an array of the setting."""
        return at_most(v, k * t)

    settings = space(t=dyadics(0, 1), k=dims(1, 2), v=lambda s: box(s.k, low=0, high=3))
    shown(tmp_path, program("settings alone", alone, settings=settings))


def test_a_true_statement_has_none() -> None:
    claim = PAPER.claim("true", prompts=data)
    claim.printed("It is.")(lambda A: equal(linalg.det(A), linalg.det(A.mT)))
    assert not hunt(claim).hunts["printed"].snippet


def test_each_function_that_torch_does_in_one_pass_has_a_program() -> None:
    assert FUSED.keys() == {name for name in vars(fused) if inspect.getmodule(vars(fused)[name]) is fused}
