"""The risk of the transformer against N, n and L, beside the bound (24) and predictors that learn nothing."""

from collections.abc import Callable

from torch import Generator, Tensor

from lemmata import FigureRecord, Series
from theorems.universal_approximation.survivor import INSTANCES
from theorems.universal_approximation.theorem_1 import (
    Predictor,
    Sizes,
    errors,
    in_L,
    in_n,
    mean_of_labels,
    right_of_24,
    tasks,
    theorem,
    transformer,
)

LADDERS = [
    (theorem, "N", "", [Sizes(1, 16, N, 257, 0.125) for N in (4, 16, 64, 256)]),
    (theorem, "N", ", $d=4$, $n=32$", [Sizes(4, 8, N, 257, 0.125) for N in (16, 32, 64, 128, 256)]),
    (in_n, "n", ", $L=8n+1$", [Sizes(1, n, 64, 8 * n + 1, 0.125) for n in (4, 8, 16, 32)]),
    (in_L, "L", "", [Sizes(1, 16, 64, L, 0.125) for L in (17, 33, 65, 129, 257)]),
]
PREDICTORS: dict[str, Callable[[Sizes], Predictor]] = {
    "transformer": transformer,
    "the same without the factor $N$": lambda s: transformer(s, "four heads"),
    "mean of the labels": mean_of_labels,
    "prediction 0": lambda s: lambda X, y, query: y[:, 0] * 0,
}


def as_it_is(prediction: Tensor) -> Tensor:
    return prediction


def risk(size: str, where: str, rungs: list[Sizes]) -> Callable[[], FigureRecord]:
    """The mean squared error against N, n or L, beside the bound (24) with the constant 1."""

    def draw() -> FigureRecord:
        x = [float(getattr(s, size)) for s in rungs]
        prompts = [tasks(s).sample(Generator().manual_seed(1), INSTANCES * 2) for s in rungs]

        def mean(predictor: Callable[[Sizes], Predictor]) -> list[float]:
            pairs = zip(rungs, prompts, strict=True)
            return [
                float(errors(s, predictor(s), p, 1, p.theta[:, None], as_it_is)[0].mean()) for s, p in pairs
            ]

        bounds = [float(right_of_24(s, p.r)) for s, p in zip(rungs, prompts, strict=True)]
        return FigureRecord(
            claim="",
            title=f"Mean squared error against ${size}${where}",
            x_label=f"${size}$",
            y_label="mean squared error",
            caption=r"The repaired transformer on slow cosines with $C_{\mathcal F}=1$ that are as large as "
            rf"that allows ($b=1$, $\frac54\le\theta\le\frac{{15}}8$), $d={rungs[0].d}$, and (24) with the "
            "constant 1.",
            series=(
                *(Series(name, x, mean(predictor)) for name, predictor in PREDICTORS.items()),
                Series("(24)", x, bounds, role="bound"),
            ),
            log_x=True,
            log_y=True,
        )

    return draw


for claim, size, where, rungs in LADDERS:
    claim.figure(risk(size, where, rungs))
