"""The figures of the claims: each can be drawn, is small, names its axes in formulas, and tells true."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from lemmata import FigureRecord, HeatMapRecord
from reports import limits, plots
from theorems.pca.proposition_6 import weights as converting
from theorems.pca.theorem_7.real_sizes import together_in_a_quick_run
from theorems.preconditioned_gradient_descent.section_7.other_minimum import levels
from theorems.preconditioned_gradient_descent.theorem_1 import figure as theorem_1
from theorems.preconditioned_gradient_descent.theorem_3 import against_diagonal
from theorems.preconditioned_gradient_descent.theorem_4 import figure as theorem_4
from theorems.preconditioned_gradient_descent.theorem_5 import figure as theorem_5
from theorems.sparse_recovery.corollary_d_1.real_sizes import by_layers_in_a_quick_run
from theorems.sparse_recovery.theorem_4_1 import figure as theorem_4_1
from theorems.sparse_recovery.theorem_5_1 import figure as theorem_5_1
from theorems.sparse_recovery.theorem_5_1 import gradient_descent, steps
from theorems.sparse_recovery.theorem_5_2 import figure as theorem_5_2
from theorems.sparse_recovery.theorem_e_1.real_sizes import in_a_quick_run
from theorems.universal_approximation.lemma_1.figure import error_of_the_staircase
from theorems.universal_approximation.lemma_3.figure import oscillation

FIGURES: list[Callable[[], Any]] = [
    converting,
    together_in_a_quick_run,
    theorem_1.plots,
    against_diagonal,
    theorem_4.plots,
    theorem_5.plots,
    levels,
    theorem_4_1.plots,
    theorem_5_1.plots,
    theorem_5_1.left_by_a_layer,
    gradient_descent.beside_the_network,
    steps.largest_steps,
    theorem_5_2.labels_by_layer,
    theorem_5_2.floor_of_the_mean,
    by_layers_in_a_quick_run,
    in_a_quick_run,
    error_of_the_staircase,
    oscillation,
]


@pytest.mark.slow
@pytest.mark.parametrize("draw", FIGURES, ids=lambda draw: f"{draw.__module__}.{draw.__name__}"[10:])
def test_a_figure_is_small_and_whole(draw: Callable[[], Any]) -> None:
    made = draw()
    for record in made if isinstance(made, list) else [made]:
        if isinstance(record, HeatMapRecord):
            drawing, names = plots.heat_map(record), []
        else:
            drawing = plots.figure(record)
            names = [record.x_label, record.y_label, *(line.label for line in record.series)]
            assert not drawing.notes
        assert drawing.svg
        assert len(drawing.svg) < 20_000
        assert len(record.caption) < limits.TEXT
        for text in names:
            assert not re.search(
                r"\b(beta|gamma|delta|lambda|sqrt|eps)\b|\^", re.sub(r"\$[^$]*\$", "", text)
            ), text


def lines(record: FigureRecord) -> dict[str, list[float]]:
    return {series.label: series.y for series in record.series}


def test_gradients_vanish_at_the_closed_form_alone() -> None:
    printed, *others = theorem_1.gradients().series
    assert max(printed.y) < 1e-12
    assert all(min(line.y) > 1e-3 for line in others)


@pytest.mark.slow
def test_gradients_vanish_at_the_critical_points_and_not_beside_them() -> None:
    for table, rounding in ((theorem_1.table(), -13), (theorem_4.table(), -10), (theorem_5.table(), -10)):
        assert all(v < rounding for panel in table.panels for row in panel.values for v in row)
    for record, critical in (
        (theorem_4.by_condition(), 3),
        (theorem_4.by_depth(), 4),
        (theorem_5.gradients(), 1),
        (theorem_5.by_dimension(), 1),
    ):
        assert all(max(line.y) < 1e-9 for line in record.series[:critical])
        assert all(min(line.y) > 1e-4 for line in record.series[critical:])


def test_no_pair_is_below_its_diagonal_pair() -> None:
    assert "0 of 120 marks lie above the line, 0 below 1." in against_diagonal().caption


def test_the_certificate_of_theorem_5_1_fails_beyond_15_11() -> None:
    record = theorem_5_1.bounds_that_vanish()
    last = record.series[-1]
    for gamma, bounds in zip(last.x, last.y, strict=True):
        assert (bounds < 1) == (gamma > 15 / 11)


def test_the_printed_weights_leave_the_recursion() -> None:
    drawn = lines(theorem_4_1.by_layer())
    assert max(drawn["corrected"]) < 1e-12
    assert max(drawn["weights as printed"]) > 0.1


def test_the_printed_step_goes_on_for_ever() -> None:
    drawn = lines(oscillation())
    printed, amended = (
        next(y for label, y in drawn.items() if word in label) for word in ("printed", "(n+1)}")
    )
    assert printed[-1] == pytest.approx(printed[-3]) and printed[-1] > 0.5
    assert amended[-1] <= 1e-12


def test_labels_stay_below_their_bound() -> None:
    drawn = lines(theorem_5_2.labels_by_layer())
    assert all(a <= b * (1 + 1e-9) for a, b in zip(drawn["median"], drawn[r"$b_\beta q^K$"], strict=True))


def test_one_network_serves_the_steps_of_the_formula() -> None:
    drawn = lines(steps.largest_steps())
    for found, limit in zip(drawn["found, one layer"], drawn[r"$\gamma_N$"], strict=True):
        assert found == pytest.approx(limit, abs=1e-3)


def test_gradient_descent_meets_the_bound_from_48_rows_a_column() -> None:
    few, many = (lines(record) for record in gradient_descent.beside_the_network())
    assert few["gradient descent"][0] > 1
    assert many["gradient descent"][-1] < many[r"printed $e^{-\alpha_n}$"][-1] < 1
