"""The benchmark of the exact in-context loss: what it compares with is the same gradient."""

import torch

from baselines.in_context_loss import loss_and_gradient
from benchmarks.in_context_loss import in_context_loss, network, sampled_gradients
from benchmarks.runner import Bench


def test_the_sampled_gradients_have_the_exact_one_as_mean() -> None:
    A, Sigma = network(2)
    seen = sampled_gradients(A, Sigma, 20_000, seed=3)
    exact = loss_and_gradient(A, Sigma, 20, task="inverse")[1]
    error = seen.std(0) / len(seen) ** 0.5
    assert float(((seen.mean(0) - exact) / error).abs().max()) < 5
    assert float(((seen.mean(0) - 1.5 * exact) / error).abs().max()) > 10


def test_it_reports_the_ratio_and_the_milliseconds() -> None:
    found = {result.name: result for result in in_context_loss(Bench(scale=0.05))}
    assert {f"in-context-loss-{L}-layers" for L in (1, 2, 3)} <= set(found)
    for L in (1, 2, 3):
        assert found[f"in-context-loss-{L}-layers"].value > 1e6
        assert found[f"in-context-loss-{L}-layers-ms"].unit == "ms"
    assert torch.get_default_dtype() == torch.float32  # nothing global was changed
