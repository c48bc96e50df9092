"""The risk of the transformer against N, n and L, beside the bound (24) and predictors that learn nothing."""

from collections.abc import Callable
from typing import Any

from torch import Generator, Tensor

from lemmata import FigureRecord, Margin, Series
from theorems.universal_approximation.survivor import INSTANCES
from theorems.universal_approximation.theorem_1 import (
    MeanOfLabels,
    Predictor,
    in_L,
    in_n,
    risk_of_the_transformer,
    transformer,
)

Rung = dict[str, Any]


def rung(m: int, N: int, L: int, d: int = 1) -> Rung:
    return dict(d=d, m=m, N=N, L=L, sigma=0.125)


LADDERS = [
    (risk_of_the_transformer, "N", "", [rung(16, N, 257) for N in (4, 16, 64, 256)]),
    (risk_of_the_transformer, "N", ", $d=4$, $n=32$", [rung(8, N, 257, 4) for N in (16, 32, 64, 128, 256)]),
    (in_n, "n", ", $L=8n+1$", [rung(n, 64, 8 * n + 1) for n in (4, 8, 16, 32)]),
    (in_L, "L", "", [rung(16, 64, L) for L in (17, 33, 65, 129, 257)]),
]


def mean_on_the_side(X: Tensor, y: Tensor, query: Tensor) -> Tensor:
    """The mean of the labels with the query's sign of the first coordinate, 0 if there are none."""
    there = (X[..., 0] > 0) == (query[:, :1] > 0)
    return (y * there).sum(-1) / there.sum(-1).clamp(min=1)


PREDICTORS: dict[str, Callable[..., Predictor]] = {
    "transformer": transformer(),
    "the same without the factor $N$": transformer("four heads"),
    "mean of the labels": lambda **_: MeanOfLabels(),
    "mean of the labels on the query's side": lambda **_: mean_on_the_side,
    "prediction 0": lambda **_: lambda X, y, query: y[:, 0] * 0,
}


def risk(size: str, where: str, rungs: list[Rung]) -> Callable[[], FigureRecord]:
    """The mean squared error against N, n or L, beside the bound (24) with the constant 1."""

    def margin(given: Rung, predictor: Callable[..., Predictor]) -> Margin:
        variant = in_L.complete().survivor.variant  # of a random task, whatever its sizes are
        s = variant.settings.instance(given)
        assert variant.prompts is not None
        tasks = variant.prompts(s).sample(Generator().manual_seed(1), INSTANCES * 2)
        return variant.evaluate(s, tasks, predictor(**given))

    def draw() -> FigureRecord:
        x = [float(given["m"] * given["d"] if size == "n" else given[size]) for given in rungs]
        margins = {
            name: [margin(given, predictor) for given in rungs] for name, predictor in PREDICTORS.items()
        }
        bounds = [float(found.right[0, 0]) for found in margins["transformer"]]
        return FigureRecord(
            title=f"Mean squared error against ${size}${where}",
            x_label=f"${size}$",
            y_label="mean squared error",
            caption=r"The repaired transformer on slow cosines with $C_{\mathcal F}=1$ that are as large as "
            rf"that allows ($b=1$, $\frac54\le\theta\le\frac{{15}}8$), $d={rungs[0]['d']}$, and (24) with the "
            "constant 1. The inputs are two clusters, so that a coin decides between two values, nearly: the "
            "mean of the labels on the query's side, one comparison without any features, is better still.",
            series=(
                *(
                    Series(name, x, [float(each.left.mean()) for each in found])
                    for name, found in margins.items()
                ),
                Series("(24)", x, bounds, role="bound"),
            ),
            log_x=True,
            log_y=True,
        )

    return draw


for claim, size, where, rungs in LADDERS:
    claim.figure(risk(size, where, rungs))
