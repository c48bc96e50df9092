"""The programs of witnesses: numpy alone shows the violation of every refuted reading that has one."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from lemmata.claims.claim import Variant
from lemmata.records.witness import Witness, parse
from lemmata.run import registry
from reports.programs import program as snippets

RUNNER = """
import builtins, contextlib, io, json, pathlib, sys
allowed = {"__future__", "numpy", "dataclasses", "functools", "itertools", "math", "types"}
allowed |= {"typing", "fractions", "operator", "collections"}
import collections, dataclasses, fractions, functools, itertools, math, operator, types, typing, warnings
import numpy
real = builtins.__import__
def only(name, globals=None, *rest, **more):
    if globals and globals.get("__name__") == "__main__" and name.split(".")[0] not in allowed:
        raise ImportError(f"a program imports {name}")
    return real(name, globals, *rest, **more)
warnings.simplefilter("ignore")
told = {}
for path in sorted(pathlib.Path(sys.argv[1]).glob("*.py")):
    out = io.StringIO()
    code = compile(path.read_text(), path.name, "exec")
    builtins.__import__ = only
    with contextlib.redirect_stdout(out):
        exec(code, {"__name__": "__main__"})
    builtins.__import__ = real
    told[path.stem] = out.getvalue()
assert not {"torch", "lemmata", "theorems", "constructions", "baselines"} & set(sys.modules)
print(json.dumps(told))
"""


def stored() -> Iterator[tuple[Variant, Witness]]:
    """The readings whose witness is kept with the claims."""
    for claim in registry.load().select([]):
        for reading in claim.readings.values():
            path = reading.variant.stored_witness
            if reading.expect == "refuted" and path is not None and path.exists():
                yield reading.variant, parse(path.read_bytes())


@pytest.fixture(scope="module")
def programs() -> dict[str, tuple[str, str]]:
    return {variant.claim.id: snippets.program(variant, payload) for variant, payload in stored()}


@pytest.mark.slow
def test_every_program_shows_its_violation(programs: dict[str, tuple[str, str]], tmp_path: Path) -> None:
    written = {name: source for name, (source, _) in programs.items() if source}
    assert len(written) > 0.85 * len(programs), "six of seven refuted readings have one"
    for name, source in written.items():
        (tmp_path / (name.replace("/", " ") + ".py")).write_text(source, encoding="utf-8")
    told = subprocess.run(
        [sys.executable, "-I", "-c", RUNNER, str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    shown = json.loads(told.stdout)
    assert len(shown) == len(written)
    for name, text in shown.items():
        left, right, claimed = text.splitlines()[:3]
        x, y = (Fraction(left.removeprefix("left ").strip()), Fraction(right.removeprefix("right ").strip()))
        relation = claimed.removeprefix("but the statement says left ").removesuffix(" right")
        assert (x != y) if relation == "=" else (x > y), f"{name}: {text}"


@pytest.mark.slow
def test_where_there_is_none_the_reason_is_a_short_line(programs: dict[str, tuple[str, str]]) -> None:
    reasons = [why for source, why in programs.values() if not source]
    assert all(0 < len(why) < 200 and "\n" not in why and "Error" not in why for why in reasons)


@pytest.mark.slow
@pytest.mark.parametrize(
    "claim",
    [
        "preconditioned_gradient_descent/lemma-2/indices",  # a slice, an abstract class
        "pca/power-method",  # operator.mul
        "pca/theorem-7/follows",  # functools.reduce
        "sparse_recovery/proposition-1/growth",  # a method that numpy has as a function
    ],
)
def test_python_s_own_library_is_at_hand(programs: dict[str, tuple[str, str]], claim: str) -> None:
    source, why = programs[claim]
    assert source, why


@pytest.mark.slow
def test_a_program_that_gives_other_numbers_is_not_kept() -> None:
    variant, payload = next((v, p) for v, p in stored() if v.claim.id == "sparse_recovery/lemma-4/proof/step-i")
    assert snippets.program(variant, payload)[0]
    changed = replace(payload, left=[7])
    assert snippets.program(variant, changed) == ("", "in plain floating point its two sides are other numbers")


def test_a_violation_that_rounding_could_feign_is_not_shown() -> None:
    variant, payload = next((v, p) for v, p in stored() if v.claim.id == "sparse_recovery/lemma-4/proof/step-i")
    settled = replace(payload, variant="amended", right=payload.left)
    assert snippets.program(variant, settled)[0] == ""
