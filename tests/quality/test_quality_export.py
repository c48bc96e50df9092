"""What ``lemmata export`` writes is checked by another prover; what is false is refused by it."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from lemmata import Declaration, Margin, Paper, at_least, at_most, dims, dyadics, equal, printed, reals, theorem
from lemmata.numbers import sqrt, sum
from lemmata.prove.proofs import prove
from lemmata.prove.rocq import NotExported, exported
from lemmata.records import certificate
from lemmata.records.certificate import Certificate

COQC = shutil.which("coqc")
needs_coqc = pytest.mark.skipif(COQC is None, reason="coqc is not installed (Debian: apt-get install coq)")


def paper() -> Paper:
    return Paper("export", "Planted", "Nobody", 2026, "export", "tests")


def the_square() -> Declaration:
    @theorem(paper(), "Lemma 1", n=dims(1, 3), x=reals("n"))
    @printed(r"$(\sum_ix_i)^2\le n\|x\|^2$.")
    def square(n: int, x: Any) -> Margin:
        """The square of a sum is at most n times the sum of squares."""
        return at_most(sum(x) ** 2, n * sum(x * x))

    return square


def the_means() -> Declaration:
    @theorem(paper(), "Lemma 2", a=dyadics(0, 4, of="[0, inf)"), b=dyadics(0, 4, of="[0, inf)"))
    @printed(r"$\sqrt{ab}\le(a+b)/2$.")
    def means(a: Any, b: Any) -> Margin:
        """The geometric mean is at most the arithmetic one."""
        return at_most(sqrt(a * b), (a + b) / 2)

    return means


def the_identity() -> Declaration:
    @theorem(paper(), "Lemma 3", n=dims(1, 3), x=reals("n"), y=reals("n"))
    @printed(r"$\|x+y\|^2+\|x-y\|^2=2\|x\|^2+2\|y\|^2$.")
    def parallelogram(x: Any, y: Any) -> Margin:
        """The law of the parallelogram."""
        return equal(sum((x + y) ** 2) + sum((x - y) ** 2), 2 * sum(x * x) + 2 * sum(y * y))

    return parallelogram


def proved(declaration: Declaration) -> tuple[Any, Certificate]:
    variant = declaration.complete().variant("printed")
    found = prove(variant, 2**17).certificate
    assert found is not None
    return variant, found


def checked(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    (folder / "exported.v").write_text(text)
    assert COQC is not None
    return subprocess.run([COQC, "-q", "exported.v"], cwd=folder, capture_output=True, text=True, check=False)


@needs_coqc
@pytest.mark.parametrize("make", [the_square, the_means, the_identity])
def test_another_prover_agrees(make: Any, tmp_path: Path) -> None:
    text = exported(*proved(make()))
    assert "Lemma setting_0" in text
    assert not {"Admitted", "Axiom"} & {*text.split()}
    told = checked(tmp_path, text)
    assert told.returncode == 0, told.stderr


@needs_coqc
@pytest.mark.parametrize("make", [the_square, the_means, the_identity])
def test_another_prover_refuses_what_is_changed(make: Any, tmp_path: Path) -> None:
    lines = exported(*proved(make())).split("\n")
    goal = next(k for k, line in enumerate(lines) if line.endswith(".") and lines[k + 1] == "Proof." and k > 25)
    lines[goal] = lines[goal].removesuffix(".") + " - 1."
    assert checked(tmp_path, "\n".join(lines)).returncode != 0


def test_what_our_own_checker_refuses_is_not_exported() -> None:
    variant, found = proved(the_square())
    document = certificate.to_document(found)
    other = certificate.parse(json.dumps(document).encode())
    false = the_false().complete().variant("printed")
    with pytest.raises(NotExported, match="refused"):
        exported(false, other)
    assert exported(variant, other)


def the_false() -> Declaration:
    @theorem(paper(), "Lemma 1", n=dims(1, 3), x=reals("n"))
    @printed(r"$n(\sum_ix_i)^2\le\|x\|^2$.")
    def false(n: int, x: Any) -> Margin:
        """It is the other way round."""
        return at_most(n * sum(x) ** 2, sum(x * x))

    return false


def test_methods_without_a_file_say_why() -> None:
    @theorem(paper(), "Lemma 4", n=dims(1, 3, 3))
    @printed(r"$n\le2^n$.")
    def exhausted(n: int) -> Margin:
        """A number is at most a power."""
        return at_least(2**n, n)

    with pytest.raises(NotExported, match="exhaustive is not exported"):
        exported(*proved(exhausted))
