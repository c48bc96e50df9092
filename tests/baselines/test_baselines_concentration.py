"""Exact tails against enumeration, against numerical integration and against sampling."""

import itertools
import math
from fractions import Fraction

import pytest
import torch

from baselines.concentration import LARGEST, at_least_one, gamma_tail, product_sum_tail, sign_sum_tail
from lemmata.numbers.exact import fraction
from lemmata.search.lifting import lift


@pytest.mark.parametrize("N", [1, 2, 3, 6])
@pytest.mark.parametrize("square", [-1.0, 0.0, 1.0, 3.5, 16.0, 100.0])
def test_sign_sums_by_enumeration(N: int, square: float) -> None:
    patterns = list(itertools.product([-1, 1], repeat=N))
    hits = [p for p in patterns if math.fsum(p) ** 2 > square]
    wanted = Fraction(len(hits), len(patterns))
    assert float(sign_sum_tail(N, square)[0]) == float(wanted)
    exact = sign_sum_tail(N, lift(torch.tensor([square], dtype=torch.float64), "rational"))
    assert fraction(exact.values[0]) == wanted


def test_sign_sums_take_a_batch() -> None:
    found = sign_sum_tail(2, torch.tensor([0.0, 5.0], dtype=torch.float64))
    assert found.tolist() == [0.5, 0.0]


@pytest.mark.parametrize("m", [1, 2, 5])
def test_gamma_tail_by_integration(m: int) -> None:
    x = 1.75
    grid = torch.linspace(x, 80.0, 400_001, dtype=torch.float64)
    density = grid ** (m - 1) * torch.exp(-grid) / math.factorial(m - 1)
    assert gamma_tail(m, x) == pytest.approx(float(torch.trapezoid(density, grid)), rel=1e-7)
    assert gamma_tail(m, -1.0) == 1


@pytest.mark.parametrize("m", [1, 2, 6])
def test_product_sum_tail_by_sampling(m: int) -> None:
    generator = torch.Generator().manual_seed(m)
    r, s = torch.randn(2, 200_000, 2 * m, generator=generator, dtype=torch.float64)
    share = float(((r * s).sum(-1).abs() > 1.5).double().mean())
    assert abs(share - product_sum_tail(m, 1.5)) < 5 * math.sqrt(0.25 / 200_000)


@pytest.mark.parametrize("m", [1, 2, 13, LARGEST // 2 - 1])
def test_product_sum_tail_is_a_tail(m: int) -> None:
    assert product_sum_tail(m, 0.0) == 1
    assert product_sum_tail(m, -1.0) == 1
    assert product_sum_tail(m, 3.0) > product_sum_tail(m, 4.0) > 0


def test_two_products_are_laplace() -> None:
    assert product_sum_tail(1, 1.25) == pytest.approx(math.exp(-1.25), rel=1e-15)


def test_a_union_lies_between_its_bounds() -> None:
    # All products of two of d independent signs: pairwise independent, not independent.
    d, N, threshold = 4, 3, 4.0
    pairs = list(itertools.combinations(range(d), 2))
    hits = total = 0
    for columns in itertools.product(itertools.product([-1, 1], repeat=N), repeat=d):
        sums = [sum(a * b for a, b in zip(columns[i], columns[j], strict=True)) for i, j in pairs]
        hits += any(x * x > threshold for x in sums)
        total += 1
    below, above = at_least_one(len(pairs), float(sign_sum_tail(N, threshold)[0]))
    assert below <= hits / total <= above


@pytest.mark.parametrize("N", [0, -1, LARGEST + 1, 2.0])
def test_sign_sums_refuse(N: int) -> None:
    with pytest.raises(ValueError, match=r"N=.*expected a whole number from 1 up to 1000"):
        sign_sum_tail(N, 1.0)


def test_shapes_and_counts_are_whole() -> None:
    with pytest.raises(ValueError, match=r"m=0; expected a whole number from 1 up"):
        gamma_tail(0, 1.0)
    with pytest.raises(ValueError, match=r"count=0; expected"):
        at_least_one(0, 0.5)
