"""The exact in-context loss and its gradient at d = 5, n = 20: cost, and what sampling would need."""

from __future__ import annotations

from collections.abc import Iterable

import torch
from torch import Generator, Tensor

from baselines.in_context_loss import loss_and_gradient
from baselines.in_context_loss_minimisers import minimiser
from benchmarks.runner import Bench, Result, ratio

_D, _N, _SAMPLE = 5, 20, 512
SPECTRUM = (1.0, 1.0, 0.25, 0.0625, 1.0)


def network(L: int) -> tuple[Tensor, Tensor]:
    """A point near the minimiser over S, and Sigma of figure 1."""
    g = Generator().manual_seed(0)
    Sigma = torch.diag(torch.tensor(SPECTRUM, dtype=torch.float64))
    noise = torch.randn(L, _D, _D, generator=g, dtype=torch.float64) / 20
    root = Sigma.sqrt()
    white = minimiser(_D, _N, L)[:, None, None] * torch.eye(_D, dtype=torch.float64)
    inverse = torch.linalg.inv(root)
    A = inverse @ (white + noise + noise.mT) @ inverse
    return (A + A.mT) / 2, Sigma


def sampled_gradients(A: Tensor, Sigma: Tensor, count: int, seed: int) -> Tensor:
    """The gradient of each of ``count`` prompts by the recursion, query and w integrated out."""
    g = Generator().manual_seed(seed)
    Z = torch.randn(count, _N, _D, generator=g, dtype=torch.float64) @ Sigma.sqrt()
    G = Z.mT @ Z / _N
    with torch.enable_grad():
        each = A.detach().expand(count, *A.shape).requires_grad_()
        P = torch.eye(_D, dtype=torch.float64)
        for i in range(len(A)):
            P = P + P @ G @ each[:, i]
        loss = (torch.linalg.inv(Sigma) @ P * (P @ Sigma)).sum()
        (gradient,) = torch.autograd.grad(loss, each)
    return (gradient + gradient.mT) / 2


def in_context_loss(bench: Bench) -> Iterable[Result]:
    """One loss and gradient for 1, 2 and 3 layers, against sampled prompts of the same accuracy."""
    for L in (1, 2, 3):
        A, Sigma = network(L)
        count = bench.count(_SAMPLE, 8)
        seconds = bench.interleaved(
            {
                "exact": lambda A=A, Sigma=Sigma: loss_and_gradient(A, Sigma, _N, task="inverse"),  # type: ignore[misc]
                "sampled": lambda A=A, Sigma=Sigma, c=count: sampled_gradients(A, Sigma, c, 1),  # type: ignore[misc]
            },
            20,
        )
        exact = loss_and_gradient(A, Sigma, _N, task="inverse")[1]
        error = _rounding(A, Sigma, exact)
        spread = sampled_gradients(A, Sigma, 8 * count, 2).flatten(1).var(0).sum() ** 0.5
        needed = float(spread / error) ** 2
        milliseconds = min(seconds["exact"]) * 1e3
        yield Result(
            f"in-context-loss-{L}-layers",
            ratio(seconds, "sampled", "exact") * needed / count,
            "x",
            f"gradients of the {needed:.1e} sampled prompts that its accuracy would take",
            1,
            note=f"{milliseconds:.2f} ms for loss and gradient, error {error:.1e} of a gradient of norm "
            f"{float(exact.norm()):.2g}; one prompt's gradient spreads by {float(spread):.2g}",
        )
        yield Result(
            f"in-context-loss-{L}-layers-ms",
            milliseconds,
            "ms",
            "one loss and gradient, d = 5, n = 20, one thread",
            1,
            at_most=5.0,
        )


def _rounding(A: Tensor, Sigma: Tensor, exact: Tensor) -> float:
    """The rounding error of the gradient, seen by evaluating it in rotated coordinates."""
    g = Generator().manual_seed(1)
    U = torch.linalg.qr(torch.randn(_D, _D, generator=g, dtype=torch.float64))[0]
    turned, spectrum = U @ A @ U.mT, U @ Sigma @ U.mT
    again = loss_and_gradient((turned + turned.mT) / 2, (spectrum + spectrum.mT) / 2, _N, task="inverse")[1]
    return max(float((U.mT @ again @ U - exact).norm()), 2.0**-53 * float(exact.norm()))
