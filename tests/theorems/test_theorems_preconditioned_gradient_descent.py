"""What claims on Ahn et al. (2023) evaluate in the place of what they state."""

import torch
from torch import Tensor

from baselines.in_context_loss import in_context_loss
from baselines.in_context_loss_minimisers import minimiser_apart
from lemmata.claims.prompt import Prompt
from theorems.preconditioned_gradient_descent.descent import distance
from theorems.preconditioned_gradient_descent.normal_means import nodes
from theorems.preconditioned_gradient_descent.section_7 import training
from theorems.preconditioned_gradient_descent.theorem_4.query import gradients


def residual(A: Tensor, B: Tensor, G: Tensor) -> Tensor:
    """D of the residual w^T D x of a network (13) on a prompt with the Gram matrix G over n."""
    C = D = torch.eye(len(G), dtype=torch.float64)
    for A_i, B_i in zip(A, B, strict=True):
        step = G @ C.mT @ A_i @ C
        D, C = D + D @ step, C + B_i @ C @ step
    return D


def test_slopes_of_many_layers_add_up_at_the_explicit_point_of_theorem_5() -> None:
    """For every prompt: where all A_i but the last are zero, whatever the B_i are."""
    generator = torch.Generator().manual_seed(0)

    def normal(*shape: int) -> Tensor:
        return torch.randn(*shape, generator=generator, dtype=torch.float64)

    for L in (2, 3, 5):
        X, A, B, R, S = normal(3, 4), normal(L, 3, 3), normal(L, 3, 3), normal(L, 3, 3), normal(L, 3, 3)
        A[:-1] = 0
        G = X @ X.mT / 4

        def slope(A: Tensor, B: Tensor, R: Tensor, S: Tensor, G: Tensor = G) -> Tensor:
            A, B = A.clone().requires_grad_(), B.clone().requires_grad_()
            in_A, in_B = torch.autograd.grad(residual(A, B, G).square().sum(), (A, B))
            return (in_A * R).sum() + (in_B * S).sum()

        parts = []
        for i in range(L - 1):
            pair, once = [i, L - 1], torch.tensor([1, int(i == 0)])[:, None, None]
            parts.append(slope(A[pair], B[pair], R[pair] * once, S[pair] * once))
        torch.testing.assert_close(torch.stack(parts).sum(), slope(A, B, R, S))


def test_gradients_for_a_query_of_another_law_are_those_of_literal_prompts() -> None:
    """Of two layers, two examples and two dimensions, by a finite law with the moments of a normal one."""
    law, a, spectrum = nodes(4, 4), torch.tensor([-0.75, -1.25]).double(), torch.tensor([1.5, 0.5]).double()
    X, one = law.points.reshape(-1, 2, 2), torch.eye(2).double()
    G = X.mT @ X / 2
    A_0, A_1 = ((x * one).requires_grad_() for x in a)
    D = (one + G @ A_0) @ (one + G @ A_1)
    loss = ((D @ torch.diag(spectrum) @ D.mT).diagonal(dim1=-2, dim2=-1).sum(-1) * law.whole).sum() / law.over
    found = torch.autograd.grad(loss, (A_0, A_1))
    said = gradients(2, a, spectrum.unbind())
    for whole, diagonal in zip(found, said, strict=True):
        torch.testing.assert_close(whole, torch.diag(diagonal), rtol=1e-9, atol=1e-9)


def test_a_run_ends_in_the_other_minimum_by_its_loss_and_by_half_its_distance_from_S() -> None:
    claim = training.some_end_there.complete()
    assert claim.kind.runs is not None
    s = claim.kind.runs.configurations["quick"]
    A = torch.diag_embed(minimiser_apart(s.n))
    level = in_context_loss(A, torch.eye(2, dtype=A.dtype), s.n, task="inverse")
    half = distance(A).max() / 2
    ends = Prompt(
        loss=level * torch.tensor([[1], [1], [1 + 2e-6]], dtype=torch.float64),
        apart=half * torch.tensor([[1.01], [0.99], [1.01]], dtype=torch.float64),
    )
    found = [claim.variant(name).evaluate(s, ends).slack > 0 for name in ("printed", "at yet another point")]
    assert [x.tolist() for x in found] == [[True, False, False], [False, False, True]]


def test_the_loss_of_three_layers_is_the_polynomial_that_training_descends() -> None:
    x = torch.randn(3, 2, 2, generator=torch.Generator().manual_seed(0), dtype=torch.float64).requires_grad_()
    with torch.enable_grad():
        loss = in_context_loss((x + x.mT) / 2, torch.eye(2).double(), 6, task="inverse")
        (gradient,) = torch.autograd.grad(loss, x)
    value, slope = training.loss_and_slope(x.detach().reshape(-1).numpy(), 6)
    torch.testing.assert_close(torch.tensor(value, dtype=torch.float64), loss.detach(), rtol=1e-10, atol=0)
    torch.testing.assert_close(torch.tensor(slope), gradient.reshape(-1), rtol=1e-9, atol=1e-9)
