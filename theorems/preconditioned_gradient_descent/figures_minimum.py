"""Figure of Theorem 4: the exact minimum of the loss over S against the number of layers."""

from __future__ import annotations

from baselines.in_context_loss_minimisers import minimiser
from baselines.in_context_loss_spectrum import spectral_loss
from lemmata import FigureRecord, Series
from theorems.preconditioned_gradient_descent.theorem_4 import deep

LAYERS = range(1, 10)


@deep.figure
def minimum_over_S() -> FigureRecord:
    """How fast the best point of S approaches the loss zero, for three sizes of the prompt."""
    places = [float(L) for L in LAYERS]
    series = [
        Series(
            f"n = {n}",
            places,
            [float(spectral_loss(minimiser(5, n, L), 5, n)) for L in LAYERS],
        )
        for n in (10, 20, 40)
    ]
    zero = Series("zero network", [places[0], places[-1]], [5.0, 5.0], role="theory")
    return FigureRecord(
        claim="",
        title="Minimum of the in-context loss over S",
        x_label="number of layers",
        y_label="loss",
        caption="Exact, d = 5, at the critical point of Theorem 4. Three layers and n = 20 (figure 1 of "
        "the paper): 0.1336.",
        series=(*series, zero),
        log_y=True,
    )
