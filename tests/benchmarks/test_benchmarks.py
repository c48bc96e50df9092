"""The benchmarks' structure and what they compare, at tiny sizes; timings are never judged here."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import torch
from torch import Generator

import lemmata
from baselines import gaussian_moments, proximal
from baselines.lasso import lasso_batched
from benchmarks import classical, hunts, lasso, methods, precision, transformer
from benchmarks import runner as bench
from benchmarks.runner import Bench, Result
from benchmarks.scripts import coherence, lista_vm, one_layer, risk
from constructions.lista_vm import lista_vm_transformer
from lemmata import LemmataError
from lemmata.commands.cli import main
from lemmata.numbers import rotation
from lemmata.run import registry
from lemmata.run.hunting import hunt
from lemmata.search.examiner import Examiner
from lemmata.search.kinds.probability import count

JUDGED = {
    "structured-vs-script",
    "hunt-vs-script",
    "lasso-vs-cvxpy",
    "lasso-vs-sklearn",
    "lasso-vs-skglm",
    "lasso-vs-fista",
    "two-workers",
    "growth",
    "growth-sizes",
    "footprint",
}
NOTED = {
    "dense-forward-share",
    "structured-vs-naive",
    "hunt-vs-naive",
    "hunt-vs-script-probability",
    "hunt-vs-script-expectation",
    "hunt-vs-script-rate",
}
STUDIES = {
    "growth-claims",
    "growth-hunts",
    "four-on-a-cluster",
    "power-full",
    "precision",
    "proofs",
    "proofs-methods",
    "worst-cases",
}
TINY = Bench(scale=0.01)


def schema() -> Any:
    path = Path(lemmata.__file__).parent / "schemas" / "bench-1.json"
    return json.loads(path.read_text(encoding="utf-8"))


def test_all_benchmarks_are_installed_and_studies_run_on_request_only() -> None:
    found = bench.available()
    assert set(found) == JUDGED | NOTED | STUDIES | {"in-context-loss", "power"}
    assert set(bench.select(found, ())) == JUDGED | NOTED | {"in-context-loss", "power"}
    assert set(bench.select(found, ("lasso-*", "precision"))) == {
        "lasso-vs-cvxpy", "lasso-vs-sklearn", "lasso-vs-skglm", "lasso-vs-fista", "precision",
    }  # fmt: skip
    with pytest.raises(LemmataError, match="no benchmark is selected by 'nothing'"):
        bench.select(found, ("nothing",))
    with pytest.raises(LemmataError, match="no benchmark is installed"):
        bench.select({}, ())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("benchmark", "names"),
    [
        (transformer.dense_forward_share, {"dense-forward-share"}),
        (transformer.structured_vs_script, {"structured-vs-script"}),
        (hunts.hunt_vs_script, {"hunt-vs-script"}),
        (hunts.hunt_vs_script_probability, {"hunt-vs-script-probability"}),
        (hunts.hunt_vs_script_expectation, {"hunt-vs-script-expectation"}),
        (hunts.hunt_vs_script_rate, {"hunt-vs-script-rate"}),
        (transformer.structured_vs_naive, {"structured-vs-naive", "structured-forward-share"}),
        (hunts.hunt_vs_naive, {"hunt-share", "hunt-vs-naive", "hunt-vs-naive-by-prefix"}),
        (
            lasso.lasso_vs_cvxpy,
            {
                "lasso-vs-cvxpy",
                "lasso-vs-cvxpy-reused",
                "lasso-vs-cvxpy-penalty-0.01",
                "lasso-vs-cvxpy-reused-penalty-0.01",
            },
        ),
        (lasso.lasso_vs_sklearn, {"lasso-vs-sklearn", "lasso-vs-sklearn-penalty-0.01"}),
        (lasso.lasso_vs_fista, {"lasso-vs-fista", "lasso-vs-fista-penalty-0.01"}),
        (classical.proofs, {"proofs-textbook", "proofs-further"}),
        (methods.proofs_of_methods, {"proofs-methods"}),
        (precision.precision, {f"precision-{kind}" for kind in ("float64", "float32", "bfloat16", "float16")}),
    ],
)
def test_results_meet_the_schema(benchmark: bench.Benchmark, names: set[str]) -> None:
    results = list(bench.run({"it": benchmark}, TINY))
    assert {r.name for r in results} == names
    assert all(r.value >= 0 and r.instances > 0 and r.against and r.unit for r in results)
    assert {r.name for r in results if r.met is not None} == names & JUDGED
    jsonschema.validate(bench.document(results, TINY, 1.0), schema())


def test_the_schema_refuses_what_is_missing() -> None:
    document = bench.document([Result("a", 1.0, "x", "b", 1)], TINY, 1.0)
    jsonschema.validate(document, schema())
    del document["results"][0]["floor_share"]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, schema())


def test_a_command_writes_json_and_a_missed_target_is_no_failure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def absent(_: Bench) -> list[Result]:
        raise ImportError("something is not installed")

    fake = {
        "slow": lambda _: [Result("slow", 0.5, "x", "nothing", 3, 0.25, at_least=2, note="so slow")],
        "absent": absent,
    }
    monkeypatch.setattr(bench, "available", lambda: fake)
    for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        monkeypatch.setenv(name, "1")  # the command sets them; this restores them
    file = tmp_path / "bench.json"
    assert main(["bench", "--json", str(file), "--device", "cpu"]) == 0
    document = json.loads(file.read_text(encoding="utf-8"))
    jsonschema.validate(document, schema())
    assert document["results"] == [
        {
            "name": "slow", "value": 0.5, "unit": "x", "against": "nothing", "instances": 3,
            "floor_share": 0.25,
        }
    ]  # fmt: skip
    shown = capsys.readouterr().out
    for words in (">= 2 missed", "25%", "slow: so slow", "0 of 1 targets met",
                  "absent: not run, something is not installed"):  # fmt: skip
        assert words in shown


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nothing"], "no benchmark is selected"),
        (["--device", "tpu"], "--device must be"),
        (["--json", "no/such/folder/file.json"], "cannot be written"),
    ],
)
def test_misuse_exits_with_2(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        monkeypatch.setenv(name, "1")
    assert main(["bench", *arguments]) == 2
    told = capsys.readouterr().err
    assert words in told and "Traceback" not in told


def test_targets() -> None:
    assert Result("a", 2, "x", "", 1, at_least=2).met is True
    assert Result("a", 1, "x", "", 1, at_least=2).met is False
    assert Result("a", 3, "x", "", 1, at_most=2).met is False
    assert Result("a", 1, "x", "", 1).met is None
    assert Result("a", 3, "x", "", 1, at_most=2).target == "<= 2"


def test_rounds_are_interleaved_and_ratios_taken_in_each() -> None:
    order: list[str] = []
    sides = {"a": lambda: order.append("a"), "b": lambda: order.append("b")}
    seconds = Bench().interleaved(sides, 3)
    assert order == ["a", "b"] * 4  # one round to warm up
    assert [len(s) for s in seconds.values()] == [3, 3]
    assert bench.ratio({"a": [2, 30, 4], "b": [1, 10, 4]}, "a", "b") == 2


SHAPES = ["matrix product 1 x 2 x 3, operations/s", "matrix product 2 x 2 x 2, operations/s"]


def test_operations_are_counted_by_hand() -> None:
    tf = transformer.case(1).tf
    # 4 heads of 3 projections, scores and sums; two products of the MLP; 12 layers
    attention = 4 * (3 * 2 * 21 * 42 * 42 + 2 * 2 * 21 * 21 * 42)
    counted = transformer.operations(transformer.dense_products(tf, 21, 8))
    assert counted == 12 * (attention + 2 * 2 * 21 * 42 * 168)
    # scores, mixing and M
    assert transformer.block_products(tf, 21) == {(21, 20, 21): 12, (21, 21, 20): 12, (21, 20, 20): 12}


def test_the_floor_adds_products_of_their_own_sizes() -> None:
    it = Bench(measured={"copy cpu, bytes/s": 8.0} | dict.fromkeys(SHAPES, 16.0))
    assert it.floor({(1, 2, 3): 4, (2, 2, 2): 1}, 1.0) == 4.0  # 4 times 12 and 16 operations
    assert it.floor({(1, 2, 3): 4}, 80.0) == 10.0


def test_the_script_computes_what_the_claim_does() -> None:
    s, it, prompt = transformer.SIZE, transformer.case(8), transformer._prompts(8)
    M, theta = s.M * 8, s.theta / 1024  # estimates survive
    y = (prompt.X @ prompt.beta_star[..., None])[..., 0]
    tf = lista_vm_transformer(M, theta, s.B, bias="corrected")
    by_hand = lista_vm.network(prompt.X, y, prompt.query, M, theta, float(s.B))
    assert float(by_hand[-1].abs().max()) > 0.01
    assert torch.allclose(torch.stack(by_hand, 1), tf.read(it.H, "beta", every=2), rtol=1e-9, atol=1e-12)
    ours = proximal.lista_vm(prompt.X, y, M, theta)
    assert torch.allclose(torch.stack(lista_vm.recursion(prompt.X, y, M, theta)), ours, rtol=1e-9, atol=1e-12)
    size: dict[str, Any] = dict(N=s.N, b_x=s.b_x, b_beta=s.b_beta, instances=16)
    assert -1e-9 < lista_vm.smallest_margin(M, theta, float(s.B), **size) <= 0
    assert lista_vm.smallest_margin(M, theta, 0.0, **size) < -1e-3  # odd tokens are attended to


def test_the_script_of_a_probability_fails_on_the_draws_on_which_the_hunt_does() -> None:
    s = hunts.probability().claim.examples[0]
    wrong = registry.load().claim(hunts.PROBABILITY).variant("c = 1/2")  # else too few fail
    prompts = wrong.prompts(s).sample(Generator().manual_seed(0), 2000)  # type: ignore[misc]
    counted = count(Examiner(wrong, torch.device("cpu")), s, prompts, every=True)
    size: dict[str, Any] = dict(N=s.N, d=s.d, S=s.S, delta=s.delta, draws=2000)
    assert counted.failures == coherence.failures(**size, c=0.5) > 0 == counted.undecided
    assert coherence.upper(0, 2000) == pytest.approx(1 - 0.01 ** (1 / 2000))
    assert coherence.upper(3, 3) == 1


def test_the_script_of_an_expectation_computes_the_loss_that_the_hunt_does() -> None:
    variant, s = hunts.expectation()
    prompts = variant.prompts(s).sample(Generator().manual_seed(0), 64)  # type: ignore[misc]
    U = rotation(s.tilt)
    Sigma = U @ torch.diag(s.spectrum) @ U.mT
    ours = gaussian_moments.in_context_loss(prompts.b, prompts.A, (Sigma + Sigma.mT) / 2, s.n)
    assert torch.allclose(one_layer.loss(prompts.b, prompts.A, Sigma, s.n), ours, rtol=1e-12, atol=0)
    assert one_layer.smallest_margin(U, s.spectrum, s.n, instances=64) > 0
    assert one_layer.smallest_margin(U, s.spectrum, s.n, instances=64, share=0.9) < 0
    found = hunt(variant, hunts.instances_of(64)).finding
    assert found.outcome == "holds" and found.scope.instances >= 64


def test_the_script_of_a_rate_predicts_what_the_hunt_does() -> None:
    variant, ladder = hunts.rate()
    assert ladder == [(4, 33), (8, 65), (16, 129), (32, 257)]
    s = variant.settings.instance(dict(d=1, m=8, N=64, L=65, sigma=0.125))
    prompts = variant.prompts(s).sample(Generator().manual_seed(0), 256)  # type: ignore[misc]
    x = prompts.r[..., 0] + prompts.side * 27 / 32
    f = 4 * (torch.cos(x / 4 + prompts.theta) - torch.cos(prompts.theta))
    lam = (math.log(64) / 64) ** 0.5 * 1.125 / 64
    ours = risk.predictions(x, f[:, :-1] + prompts.noise * s.sigma, 8, 65, lam)
    (margin,) = Examiner(variant, torch.device("cpu"), 256).margins(s, prompts)
    theirs, bound = margin.left[:, 0], float(margin.right[0, 0])
    assert torch.allclose((ours - f[:, -1]) ** 2, theirs, rtol=1e-7, atol=1e-12)
    errors, right = risk.ratios(8, 65, N=64, sigma=0.125, instances=256)
    assert right == pytest.approx(bound, rel=1e-12)
    # Of two means of 256 draws each; five deviations are exceeded once in two million such comparisons.
    deviation = ((errors.var() + theirs.var()) / 256) ** 0.5
    assert abs(float(errors.mean() - theirs.mean())) < 5 * float(deviation)
    constants, (low, high) = risk.growth(ladder[:3], N=64, sigma=0.125, instances=32)
    assert len(constants) == 3 and low < high < 0


SOLVERS: list[Callable[[lasso.Problem], torch.Tensor]] = [
    lasso._cvxpy, lasso._Reused(), lasso._lars, lasso._descent,
]  # fmt: skip


@pytest.mark.parametrize("solver", SOLVERS)
def test_every_lasso_solver_solves_the_same_problem(solver: Callable[[lasso.Problem], torch.Tensor]) -> None:
    problem = lasso.problems(4, 0.1)
    assert float(lasso.relative_gap(problem, solver(problem)).max()) < 1e-11


def test_skglm_solves_the_same_problem_or_is_reported_as_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    it = Bench(scale=0.01)
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "skglm", None)
        assert not list(bench.run({"lasso-vs-skglm": lasso.lasso_vs_skglm}, it))
    assert "skglm" in it.skipped["lasso-vs-skglm"]
    pytest.importorskip("skglm")
    problem = lasso.problems(4, 0.1)
    assert float(lasso.relative_gap(problem, lasso._working_sets(problem)).max()) < 1e-10


def test_fista_stops_at_the_gap_or_at_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    X, y, _ = lasso.problems(4, 0.1)
    easy = X[:, :, :3], y, torch.ones(4, dtype=torch.float64)
    found = lasso._fista(easy)
    assert float(lasso._plain_gap(easy, found).max()) <= 1e-12
    assert torch.allclose(found, lasso_batched(*easy).value, atol=1e-6)
    monkeypatch.setattr(lasso, "_STEPS", 3)
    assert float(lasso._plain_gap(easy, lasso._fista(easy)).max()) > 1e-12


def test_float64_follows_the_recursion_and_too_small_a_B_does_not() -> None:
    good = precision.errors(2.0**30, torch.float64, instances=4)
    assert precision.faithful_layers(good) == 12 and float(good.max()) < 1e-12
    assert precision.faithful_layers(precision.errors(0.0, torch.float64, instances=4)) < 12
    # B = 2^130 is infinite in float32, and infinity times the flag 0 is NaN
    assert precision.faithful_layers(precision.errors(2.0**130, torch.float32, instances=4)) == 0


def test_faithful_layers() -> None:
    assert precision.faithful_layers(torch.tensor([0.01, 0.02, 0.5, 0.01])) == 2
    assert precision.faithful_layers(torch.tensor([float("nan"), 0.0])) == 0
    assert precision.faithful_layers(torch.tensor([0.0, 0.0])) == 2
