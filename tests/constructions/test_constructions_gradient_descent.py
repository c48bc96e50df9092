"""Prompts, weights and read-out of Ahn et al. (2023), against their displays and Lemma 2."""

from typing import Any

import pytest
import torch
from torch import Tensor

from baselines.gradient import gradient_descent, labels
from constructions.gradient_descent import (
    embed,
    entry,
    linear_transformer,
    one_layer,
    preconditioned_gd_transformer,
    prediction,
)
from lemmata.search.lifting import lift


def normal(*shape: int, seed: int = 0) -> Tensor:
    generator = torch.Generator().manual_seed(seed)
    return torch.round(torch.randn(*shape, generator=generator, dtype=torch.float64) * 64) / 64


def test_the_input_is_equation_1() -> None:
    X, y, query = normal(2, 4, 3), normal(2, 4, seed=1), normal(2, 3, seed=2)
    Z = embed(X, y, query)
    assert Z.shape == (2, 4, 5)
    assert torch.equal(Z[:, :3, :4], X.mT)
    assert torch.equal(Z[:, :3, 4], query)
    assert torch.equal(Z[:, 3, :4], y)
    assert not Z[:, 3, 4].any()


def test_the_parameters_are_those_of_9_and_7() -> None:
    A = normal(2, 3, 3)
    weights = preconditioned_gd_transformer(A).weights()
    P, Q = torch.zeros(2, 4, 4, dtype=torch.float64)
    P[3, 3], Q[:3, :3] = 1, A[1]
    assert torch.equal(weights["layer 2 P"].array, P)
    assert torch.equal(weights["layer 2 Q"].array, Q)
    b, full = normal(4), normal(4, 3, seed=1)
    weights = one_layer(b, full).weights()
    assert torch.equal(weights["layer 1 P"].array, torch.cat([torch.zeros(3, 4).double(), b[None]]))
    expected = torch.cat([full, torch.zeros(4, 1).double()], 1)
    assert torch.equal(weights["layer 1 Q"].array, expected)


def test_lemma_2_at_every_layer() -> None:
    A, X, w = -normal(5, 4, 4) / 4, normal(8, 10, 4, seed=1), normal(8, 4, seed=2)
    A = (A + A.mT) / 2
    query = normal(8, 4, seed=3)
    states = preconditioned_gd_transformer(A).run(embed(X, labels(X, w), query))
    expected = (gradient_descent(X, A, w_star=w) * query).sum(-1)
    assert entry(states).shape == (6, 8)
    # The entry is minus the prediction, and the prediction is that of gradient descent.
    scale = expected.abs().max()
    assert float((prediction(states) - expected).abs().max() / scale) < 1e-13
    assert torch.equal(entry(states), -prediction(states))
    assert float((entry(states) - expected).abs().max() / scale) > 0.1


def test_lemma_2_exactly() -> None:
    A, X, w, query = (
        lift(v, "rational")
        for v in (normal(2, 2, 2), normal(2, 3, 2, seed=1), normal(2, 2, seed=2), normal(2, 2, seed=3))
    )
    A = (A + A.mT) / 2
    states = preconditioned_gd_transformer(A).run(embed(X, labels(X, w), query))
    iterates = gradient_descent(X, A, w_star=w)
    difference = prediction(states) - (iterates * query).sum(-1)
    assert not any(difference.values.ravel())


def test_one_layer_is_the_loss_of_15() -> None:
    b, A, n = normal(4), normal(4, 3, seed=1), 5
    X, w, query = normal(2, n, 3, seed=2), normal(2, 3, seed=3), normal(2, 3, seed=4)
    Z = embed(X, labels(X, w), query)
    C = Z[..., :n] @ Z[..., :n].mT / n
    expected = torch.einsum("i,bij,jk,bk->b", b, C, A, query)
    assert torch.allclose(entry(one_layer(b, A).run(Z))[-1], expected, rtol=1e-12, atol=1e-12)


def test_any_weights_are_equations_3_and_4() -> None:
    P, Q, Z = normal(2, 4, 4) / 4, normal(2, 4, 4, seed=1) / 4, normal(3, 4, 6, seed=2)
    M = torch.diag(torch.tensor([1.0] * 5 + [0.0], dtype=torch.float64))
    expected = Z
    for P_i, Q_i in zip(P, Q, strict=True):
        expected = expected + P_i @ expected @ M @ (expected.mT @ Q_i @ expected) / 5
    assert torch.allclose(linear_transformer(P, Q)(Z), expected, rtol=1e-12, atol=1e-12)


def test_the_parameters_are_those_of_13() -> None:
    A, B = normal(2, 3, 3), normal(2, 3, 3, seed=1)
    weights = preconditioned_gd_transformer(A, B).weights()
    P, Q = torch.zeros(2, 4, 4, dtype=torch.float64)
    P[:3, :3], P[3, 3], Q[:3, :3] = B[1], 1, A[1]
    assert torch.equal(weights["layer 2 P"].array, P)
    assert torch.equal(weights["layer 2 Q"].array, Q)
    # Without B it is (9).
    Z = normal(2, 4, 5, seed=2)
    plain, zero = preconditioned_gd_transformer(A), preconditioned_gd_transformer(A, B * 0)
    assert torch.equal(plain(Z), zero(Z))


def test_an_answer_takes_the_place_of_the_zero() -> None:
    X, y, query, answer = normal(2, 4, 3), normal(2, 4), normal(2, 3), normal(2, seed=3)
    Z, barred = embed(X, y, query), embed(X, y, query, answer)
    assert torch.equal(barred[:, -1, -1], answer)
    assert torch.equal(barred[..., :-1], Z[..., :-1])
    assert torch.equal(barred[:, :-1], Z[:, :-1])


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda: embed(normal(2, 4, 3), normal(2, 3), normal(2, 3)), r"expected \(batch, n, d\)"),
        (lambda: preconditioned_gd_transformer(normal(3, 3)), r"expected \(L, d, d\)"),
        (lambda: preconditioned_gd_transformer(normal(2, 3, 2)), r"expected \(L, d, d\)"),
        (
            lambda: embed(normal(2, 4, 3), normal(2, 4), normal(2, 3), normal(3)),
            r"answer has shape \(3,\); expected \(2,\)",
        ),
        (lambda: preconditioned_gd_transformer(normal(2, 3, 3), normal(2, 2)), "expected that of A"),
        (lambda: linear_transformer(normal(2, 3, 3), normal(1, 3, 3)), r"\(L, d \+ 1, d \+ 1\)"),
        (lambda: linear_transformer(normal(2, 1, 1), normal(2, 1, 1)), "d at least 1"),
        (lambda: one_layer(normal(3), normal(4, 3)), r"\(d \+ 1,\) and \(d \+ 1, d\)"),
        (lambda: one_layer(normal(3), normal(3, 3)), r"\(d \+ 1,\) and \(d \+ 1, d\)"),
    ],
)
def test_misuse_is_named(act: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        act()
