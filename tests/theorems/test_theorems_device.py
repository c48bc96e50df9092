"""All claims go through on a GPU, as far as a rehearsal without one can tell (:mod:`lemmata.run.rehearsal`)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
import torch
from torch import Tensor

from baselines.in_context_loss import loss_and_gradient
from baselines.lasso import lasso_batched
from benchmarks import precision, transformer
from benchmarks.in_context_loss import network
from lemmata.claims.claim import Claim
from lemmata.run import registry
from lemmata.run.hunting import PROFILES, hunt
from lemmata.run.rehearsal import DEVICE, Rehearsal
from lemmata.testing import check_device, parametrize_claims

REFUSE_BAD_DATA = {
    "baselines.checks.require_finite",
    "baselines.gaussian_moments.check_covariance",
    "baselines.in_context_loss._check_symmetric",
    "constructions.lista_vm._not_finite",
    "constructions.lista_vm._refuse_negative",
    "constructions.universal._refuse_long",
    "constructions.universal.ff0",
}
COUNT_ITERATIONS_OR_NODES = {  # of numbers, so that the sizes of arrays follow from them
    "baselines.in_context_loss_spectrum._nodes",
    "theorems.pca.finishing_up.deflation.times_as_many.<locals>.<genexpr>",
    "theorems.pca.power_iterations.pow_2.enough.<locals>.<genexpr>",
    "theorems.pca.power_method.count",
    "theorems.pca.power_method.iterations",
}
BUILD_A_NETWORK = {  # of plain numbers, once a setting
    "constructions.lista_vm.lista_vm_transformer",
    "constructions.mlp.Mlp._silent.<locals>.<genexpr>",
    "constructions.pca.embed",
    "constructions.universal.balanced_tau",
    "theorems.pca.power_iterations.pow_2.shell",
    "theorems.pca.theorem_7.working.build.<locals>.<genexpr>",
}
SAY_ONE_THING_FOR_ALL = {  # a side that does not depend on the data, a list of half-spaces
    "lemmata.claims.margin.Margin._beside",
    "lemmata.claims.margin._sides",
    "lemmata.numbers.arrays.constant",
    "theorems.universal_approximation.lemma_6.eq_94.distinct.<locals>.<dictcomp>",
}
WAIT_FOR_THE_DEVICE = REFUSE_BAD_DATA | COUNT_ITERATIONS_OR_NODES | BUILD_A_NETWORK | SAY_ONE_THING_FOR_ALL
"""The functions that ask for values, by their reason."""


@parametrize_claims()
def test_claims_on_a_device(claim: Claim) -> None:
    assert set(check_device(claim)) <= WAIT_FOR_THE_DEVICE


# -- what claims and benchmarks rest on ------------------------------------------------------------

READ_A_PLAN_OFF_WEIGHTS = {  # once a network
    "constructions.blocks.Weights.finite.<locals>.<genexpr>",
    "constructions.blocks._nonzero",
    "constructions.blocks.mlp_plan",
}
END_A_SOLVER_OR_A_STUDY = {
    "baselines.lasso._along_the_path",  # asks whether all problems of the batch are solved
    "baselines.lasso._checked",
    "benchmarks.precision.errors",  # brings its result back
}


def on_device(values: Tensor) -> Tensor:
    return values.to(DEVICE)


def solve() -> None:
    X, y = torch.randn(4, 10, 20, dtype=torch.float64), torch.randn(4, 10, dtype=torch.float64)
    lasso_batched(*map(on_device, (X, y, torch.full((4,), 0.1, dtype=torch.float64))))


def loss() -> None:
    A, Sigma = network(2)
    loss_and_gradient(on_device(A), on_device(Sigma), 20, task="inverse")


@pytest.mark.parametrize(
    "body",
    [
        solve,
        loss,
        lambda: transformer.dense_case(4, str(DEVICE)).run(4),
        lambda: transformer.case(64, str(DEVICE)).run(64),
        *(
            partial(precision.errors, 2.0**30, dtype, device=str(DEVICE), instances=4)
            for dtype in (torch.float64, torch.float32, torch.bfloat16, torch.float16)
        ),
    ],
    ids=["Lasso", "exact loss", "dense", "by blocks", "float64", "float32", "bfloat16", "float16"],
)
def test_solvers_losses_and_networks_on_a_device(body: Callable[[], object]) -> None:
    with Rehearsal() as rehearsal:
        body()
    assert set(rehearsal.values) <= REFUSE_BAD_DATA | READ_A_PLAN_OFF_WEIGHTS | END_A_SOLVER_OR_A_STUDY


@pytest.mark.slow
@pytest.mark.parametrize(
    ("claim", "reading"),
    [
        ("pca/proposition-6", "printed"),
        ("preconditioned_gradient_descent/theorem-3", "printed"),
        ("sparse_recovery/theorem-4.1", "printed"),
    ],
)
def test_a_whole_hunt_on_a_device_is_the_one_on_the_cpu(claim: str, reading: str) -> None:
    """Draws, batches and climbs, certificates beside them."""
    variant = registry.load().claim(claim).variant(reading)
    here = hunt(variant, PROFILES["quick"])
    with Rehearsal():
        there = hunt(variant, PROFILES["quick"], device=str(DEVICE))
    assert (here.outcome, here.evidence, here.finding.margin) == (
        there.outcome,
        there.evidence,
        there.finding.margin,
    )
