"""A witness in the statement's symbols: what follows from its setting and prompt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
import torch

from lemmata import Claim, ForAll, Paper, at_most, dims, reals, scales
from lemmata.claims.prompt import Prompt
from lemmata.claims.space import space
from lemmata.records.evidence import Derived
from lemmata.records.witness import Witness, parse
from lemmata.run import registry
from lemmata.search.derived_values import derived


@dataclass(frozen=True)
class Size:
    d: int
    share: float

    @property
    def delta(self) -> float:
        """A share of its upper limit."""
        return self.share / self.d

    @property
    def omega(self) -> float:
        raise AssertionError("nobody states it")


def claim(**options: Any) -> Claim:
    paper = Paper("mine", "Mine", "A. Nobody", 2026, "mine2026", "mine.txt")
    declared = paper.claim(
        "Lemma 1",
        kind=ForAll(),
        settings=space(Size, d=dims(1, 4), share=scales(-4, 0)),
        prompts=lambda s: space(x=reals(s.d)),
    )

    @declared.printed(
        r"$\lambda=\|x\|^2\le\delta$ for $x\in\mathbb R^d$", defect="statement", because="x is free"
    )
    def check(delta: Any, x: Any) -> Any:
        lam, scaled = (x * x).sum(-1), lambda v: v
        return at_most(scaled(lam), delta)

    if "shows" in options:
        declared.in_symbols(options["shows"])
    return declared.complete()


WITNESS = Witness(
    claim="mine/lemma-1",
    variant="printed",
    kind="instance",
    setting={"d": 2, "share": "1/2"},
    prompt={"x": [1, "1/2"]},
)


def of(made: Claim) -> tuple[Derived, ...]:
    return derived(made.readings["printed"].variant, WITNESS)


def test_properties_and_variables_that_carry_a_letter_are_shown() -> None:
    assert of(claim()) == (Derived("delta", "1/4", "A share of its upper limit."), Derived("lam", "5/4", ""))


def test_the_author_says_it_before() -> None:
    shown = of(claim(shows=lambda s, prompt: {"x_1": (prompt.x[0], "the first entry"), "delta": 7}))
    assert [(d.name, d.value, d.meaning) for d in shown] == [
        ("x_1", 1, "the first entry"),
        ("delta", 7, ""),
        ("lam", "5/4", ""),
    ]


def test_an_author_s_error_ends_no_run() -> None:
    def shows(s: Size, prompt: Prompt) -> dict[str, Any]:
        raise RuntimeError("a slip")

    assert of(claim(shows=shows)) == ()


def test_large_arrays_are_left_to_the_file() -> None:
    shown = of(claim(shows=lambda s, prompt: {"X": torch.zeros(9, 9), "y": torch.zeros(2)}))
    assert "X" not in [d.name for d in shown] and shown[0].value == [0, 0]


@pytest.mark.slow
def test_witnesses_of_the_papers_show_what_their_statements_name() -> None:
    for name, wanted in {
        "pca/lemma-8": {"delta"},
        "pca/theorem-7/as-a-whole": {"X", "lam", "v_k", "tau"},
        "universal_approximation/lemma-3/penalty/use-of-37": {"lam", "N"},
    }.items():
        variant = registry.load().select([name])[0].readings["printed"].variant
        assert variant.stored_witness is not None
        stored = parse(variant.stored_witness.read_bytes())
        assert wanted <= {d.name for d in derived(variant, stored)}, name
