"""Figures of the claims on universal approximation: measured series beside their theoretical lines."""

from __future__ import annotations

import math

import torch
from torch import Generator

from lemmata import Claim, FigureRecord, Margin, Series
from theorems.universal_approximation import instances_lemma_1, instances_tau, lemma_1

INSTANCES = 64
SIZES = instances_tau.Sizes(4, 8, 2)


def error_against_tau() -> FigureRecord:
    """What float64 and float32 make of one proximal step, tau by tau."""
    prompt = instances_tau.prompts(SIZES).sample(Generator().manual_seed(0), INSTANCES)
    series = []
    for name, dtype, last in (("float64", torch.float64, 48), ("float32", torch.float32, 20)):
        taus = [2.0**k for k in range(-2, last, 2)]
        errors = [
            float(instances_tau.step_errors(SIZES, prompt, _both(tau), dtype).amax())
            for tau in taus
        ]
        told = [(tau, error) for tau, error in zip(taus, errors, strict=True) if error > 0]
        x, y = [tau for tau, _ in told], [error for _, error in told]
        series.append(Series(f"{name}: largest over {INSTANCES} prompts", x, y))
    taus = [2.0**k for k in range(-2, 48, 2)]
    eta = 1 / (2 * SIZES.n)
    cubic = [(SIZES.n + 1) * eta**3 / 6 / tau**2 for tau in taus]
    series.append(Series("linearisation, of order tau^-2", taus, cubic, role="theory"))
    for name, unit in (("float64", 2.0**-53), ("float32", 2.0**-24)):
        rounding = [8 * (SIZES.n + 1) * unit * tau for tau in taus]
        series.append(Series(f"rounding in {name}, 8 (n + 1) tau u", taus, rounding, role="theory"))
    printed = instances_tau.printed(SIZES)[0]
    return FigureRecord(
        claim="",
        title="Error of one proximal step against the temperature",
        x_label="tau",
        y_label="largest l1 error of a step",
        caption=f"n = {SIZES.n}, N = {SIZES.N}, L = {SIZES.L}: the tau of Lemma 7 with C = 1 is "
        f"{printed:.3g}; the best is where the two theoretical lines meet.",
        series=tuple(series),
        log_x=True,
        log_y=True,
    )


def _both(tau: float) -> instances_tau.Taus:
    return lambda s: (tau, tau)


def error_against_features() -> FigureRecord:
    """How well n random ramps represent a function at a point."""
    counts, found, bound = [4, 16, 64, 256, 1024], [], []
    for n in counts:
        s = instances_lemma_1.Setting(n, 64.0, 2.0, 1.0, 1.0, 0.5, 0.25)
        margin = margin_of(lemma_1.lemma_1.complete(), s)
        found.append(float((margin.left**2).mean().sqrt()))
        bound.append(float(margin.right.mean()))
    x = [float(n) for n in counts]
    return FigureRecord(
        claim="",
        title="Feature error against the number of features",
        x_label="n",
        y_label="root mean square error",
        caption="Two cosines at one point, features drawn from (79), tau = 64.",
        series=(
            Series("random ramps", x, found),
            Series("3 C_F / tau + 3 C sqrt(2 log(2/delta) / n)", x, bound, role="theory"),
        ),
        log_x=True,
        log_y=True,
    )


def margin_of(claim: Claim, s: object) -> Margin:
    """The margins of a claim's surviving reading at a setting, over a batch of its law."""
    variant = claim.survivor.variant
    assert variant.prompts is not None
    prompt = variant.prompts(s).sample(Generator().manual_seed(1), INSTANCES * 2)
    margin: Margin = variant.evaluate(s, prompt, variant.construct(s))
    assert not math.isnan(float(margin.slack.sum()))
    return margin
