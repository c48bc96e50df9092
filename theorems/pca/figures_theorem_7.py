"""Figures of Theorem 7: measured errors of the working transformer beside the theoretical lines."""

from __future__ import annotations

import math

from constructions.pca import shell_error
from lemmata import FigureRecord, Series
from theorems.pca.instances_theorem_7_rates import DELTA, Size, drawn

HEADS = [Size(3, 2, 16, M, 0.25) for M in (8, 16, 32, 64, 128)]
ITERATIONS = [Size(3, 1, tau, 64, 0.5) for tau in (2, 4, 8, 16, 32)]


def error_in_heads() -> FigureRecord:
    """The error of the outputs beside the law of one normalisation."""
    x = [float(s.M) for s in HEADS]
    worst = [float(drawn(s, 16).distances.max()) for s in HEADS]
    law = [shell_error(s.shell, 0.5) for s in HEADS]
    stated = [law[0] * math.sqrt(x[0] / M) for M in x]
    return FigureRecord(
        claim="",
        title="Distance to the exact eigenvectors by the number of heads",
        x_label="heads M",
        y_label="largest distance",
        caption="d = 3, k = 2, 16 iterations: the distance is the error of one normalisation, "
        "3/64 (2 ln(R/r)/(M-1))^2; the slides' heads give a slope of -1/2.",
        series=(
            Series("largest distance to exact PCA", x, worst),
            Series("law of one normalisation", x, law, role="theory"),
            Series("slope of the slides, M^(-1/2)", x, stated, role="theory"),
        ),
        log_x=True,
        log_y=True,
    )


def error_in_iterations() -> FigureRecord:
    """The angle of the output beside the ratio of the eigenvalues."""
    x = [float(s.tau) for s in ITERATIONS]
    worst = [float(drawn(s, 16).angles.max()) for s in ITERATIONS]
    ratio = [min(1.5, s.ratio**s.tau / DELTA) for s in ITERATIONS]
    stated = [math.sqrt(math.log(s.tau + 1) / s.tau) for s in ITERATIONS]
    return FigureRecord(
        claim="",
        title="Direction of the output by the number of iterations",
        x_label="iterations",
        y_label="largest distance of the unit vectors",
        caption="d = 3, lambda_2 = lambda_1 / 2, 64 heads: directions converge as in the exact power method, "
        "whatever the heads are.",
        series=(
            Series("largest distance to exact PCA", x, worst),
            Series("(lambda_2 / lambda_1)^tau / delta", x, ratio, role="theory"),
            Series("second term of Theorem 7, without its constant", x, stated, role="theory"),
        ),
        log_y=True,
    )
