"""Refutations of PCA claims that hold for every value of a constant that the slides leave open."""

import pytest
import torch

from lemmata import Prompt
from theorems.pca import PAPER

PAPER.load()
CONSTANTS = [2.0**e for e in (-4, 0, 4, 10)]


def violated(claim: str, setting: object, prompt: Prompt | None) -> bool:
    variant = PAPER.claims[claim].variant("printed")
    assert variant.settings.explain(setting) is None
    margin = variant.evaluate(setting, prompt, variant.construct(setting))
    return bool(((margin.slack < 0) & margin.active).any())


@pytest.mark.parametrize("C", CONSTANTS)
@pytest.mark.parametrize("K", [1.0, 2.0**10, 2.0**29])
def test_both_bounds_of_theorem_7_for_every_lipschitz_constant(C: float, K: float) -> None:
    from theorems.pca.theorem_7.pair import Pair

    for claim, k in (("pca/theorem-7", 2), ("pca/theorem-7/as-a-whole", 1)):
        s = Pair(k, C, lipschitz=K, inverse_gap=2.0**40, tau=1, eps=2.0**-60, eps0=2.0**-100)
        assert violated(claim, s, Prompt(starts=torch.zeros(1, k, 2, dtype=torch.float64)))


@pytest.mark.parametrize("C", [2.0**e for e in (-2, 0, 4, 8)])
def test_the_heads_of_theorem_7(C: float) -> None:
    from theorems.pca.theorem_7.heads import Heads

    s = Heads(C, 2.0**-60, 2.0**-20, 2.0**-60, 2.0)
    assert violated("pca/theorem-7/heads", s, Prompt(u=torch.ones(1, 1, dtype=torch.float64)))


@pytest.mark.parametrize("C", CONSTANTS)
def test_the_rate_of_corollary_10(C: float) -> None:
    from theorems.pca.corollary_10.rate import Setting

    for claim in ("pca/corollary-10/rate", "pca/corollary-10/rate/theorem-7"):
        assert violated(claim, Setting(2.0**300, C), None)


@pytest.mark.parametrize("C", [1.0, 2.0**10, 2.0**20])
def test_proposition_9(C: float) -> None:
    from theorems.pca.proposition_9 import Setting

    data = Prompt(x=torch.ones(1, dtype=torch.float64), apart=torch.ones(1, dtype=torch.float64))
    assert violated("pca/proposition-9", Setting(1, 0.5, 0.25, C, 2.0**60), data)


@pytest.mark.parametrize("C", CONSTANTS)
def test_the_lipschitz_constant(C: float) -> None:
    from theorems.pca.transformer_norm import ROLES
    from theorems.pca.transformer_norm.lipschitz import Setting

    s = Setting(1, 1, 1.0, 1024.0, C)
    one = torch.ones(1, 1, dtype=torch.float64)
    weights = {f"{role}1": one * 1024.0 for role in ROLES} | {f"{role}2": one * 0 for role in ROLES}
    assert violated("pca/transformer-norm/lipschitz", s, Prompt(H=one[..., None], **weights))


@pytest.mark.parametrize("C", [2.0**e for e in (-1, 0, 1, 4)])
def test_the_exceptional_set_of_corollary_10(C: float) -> None:
    from theorems.pca.corollary_10.probability import Start

    assert violated("pca/corollary-10/probability", Start(2000, 1, 0.875, C), None)


def test_one_constant_for_all_k() -> None:
    from theorems.pca.theorem_7.boils_down import Setting

    for exponent in range(-2, 21):
        assert violated("pca/theorem-7/boils-down", Setting(12, 0, 2.0**exponent, 0.25), None)


def test_the_rates_are_the_optimal_exponents() -> None:
    from fractions import Fraction

    from theorems.pca.corollary_10.rate import best_rate

    assert best_rate(Fraction(1)) == Fraction(1, 7)
    assert best_rate(Fraction(1, 2)) == Fraction(1, 10)
    assert best_rate(Fraction(1), tau_grows=False) == Fraction(1, 5)  # the printed one
    assert best_rate(Fraction(1, 2), tau_grows=False) == Fraction(1, 6)
    # The exponents at which it is reached: alpha = r / q, beta = r / q + r.
    for q in (Fraction(1), Fraction(1, 2)):
        r = best_rate(q)
        alpha, beta = r / q, r / q + r
        assert beta - alpha == q * alpha == (1 - alpha - 2 * beta) / 2 == r
