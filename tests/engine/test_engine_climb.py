"""What a climb is made of: quasi-Newton directions and trials."""

import torch
from torch import Tensor

from lemmata.claims.prompt import Prompt
from lemmata.search.climbing.pattern_search import wander
from lemmata.search.climbing.quasi_newton import Curvature
from lemmata.search.climbing.rows import Rows


def test_quasi_newton_directions_reach_the_minimum_of_an_uneven_quadratic() -> None:
    """Where steepest descent with the best fixed step would need a thousand steps."""
    scale = torch.logspace(0, 3, 4, dtype=torch.float64)
    x = torch.ones(2, 4, dtype=torch.float64) * torch.tensor([[1.0], [2.0]])
    curvature = Curvature()
    for _ in range(40):
        gradient = scale * x
        new = x + curvature.way(gradient, 1e-3)
        curvature.add(new - x, scale * new - gradient)
        x = new
    assert float(x.abs().max()) < 1e-6


def test_a_point_without_curvature_goes_down_its_gradient() -> None:
    curvature = Curvature()
    gradient = torch.tensor([[3.0, 4.0], [0.0, 0.0]], dtype=torch.float64)
    curvature.add(torch.ones(2, 2, dtype=torch.float64), -torch.ones(2, 2, dtype=torch.float64))
    expected = torch.tensor([[-0.3, -0.4], [0.0, 0.0]], dtype=torch.float64)
    torch.testing.assert_close(curvature.way(gradient, 0.5), expected)


def test_trials_find_ties_that_no_gradient_shows() -> None:
    """The distance is flat but for how many entries differ from the first one."""
    prompt = Prompt(x=torch.arange(12, dtype=torch.float64).reshape(4, 3), n=torch.arange(4))
    rows = Rows(prompt)

    def unlike(at: Tensor) -> Tensor:
        return (at != at[:, :1]).sum(1).double()

    generator = torch.Generator().manual_seed(0)
    end = wander(rows, rows.of(prompt), lambda at: at, unlike, 200, generator)
    assert unlike(end).tolist() == [0, 0, 0, 0]
    assert rows.prompt(end).n.tolist() == [0, 1, 2, 3]
