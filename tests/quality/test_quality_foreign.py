"""Files that somebody else made: what they say passes for no more than can be seen from here."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import pytest
import torch

from lemmata import (
    Expectation,
    Experiment,
    ForAll,
    Kind,
    Paper,
    Probability,
    Rate,
    at_most,
    dims,
    reals,
    uniform,
)
from lemmata.claims.claim import Claim
from lemmata.claims.space import space
from lemmata.prove.proofs import prove
from lemmata.records.witness import Witness, WitnessError, parse, to_document
from lemmata.run.hunting import PROFILES, hunt
from lemmata.run.replay import recheck, replay
from lemmata.run.replay_limits import OutOfTimeError, limited


@dataclass(frozen=True)
class Size:
    n: int


def planted(kind: Kind, check: Any, prompts: Any = None) -> Claim:
    claim = Paper("planted", "t", "a", 2026, "k", "s").claim(
        "planted", kind=kind, settings=space(Size, n=dims(1, 8)), prompts=prompts
    )
    claim.printed("x")(check)
    return claim.complete()


def of(claim: Claim, **fields: Any) -> Witness:
    return Witness(**{"claim": claim.id, "variant": "printed", "setting": {"n": 1}, **fields})


UNIFORM = space(x=uniform(1))
CLAIMS: dict[str, tuple[Claim, set[str]]] = {
    "forall": (planted(ForAll(), lambda x: at_most(x, 4), space(x=reals(1))), {"instance"}),
    "expectation": (planted(Expectation(), lambda x: at_most(x, 4), space(x=reals(1))), {"instance"}),
    "probability": (
        planted(Probability(failure=lambda s: 1 / 4), lambda x: at_most(x, 0.875), UNIFORM),
        {"setting"},
    ),
    "probability, computed": (planted(Probability(), lambda n: at_most(n, 4)), {"instance"}),
    "rate": (
        planted(
            Rate(ladder=[Size(2**k) for k in range(4)], size=lambda s: s.n),
            lambda n, x: at_most((x[..., 0] + 2) / n, 1 / n),
            UNIFORM,
        ),
        {"rate"},
    ),
    "experiment": (
        planted(Experiment(lambda: {"x": torch.ones(8).double()}, quick={}), lambda x: at_most(x, 4)),
        set(),
    ),
}
INSTANCES: dict[str, dict[str, Any]] = {
    "forall": {"prompt": {"x": [8]}},
    "expectation": {"prompt": {"x": [8]}},
    "probability": {"prompt": {"x": ["15/16"]}},  # as an eighth of all draws
    "probability, computed": {"setting": {"n": 8}},
    "rate": {"setting": {"n": 8}, "prompt": {"x": ["15/16"]}},
    "experiment": {"prompt": {"x": [8]}},
}


@pytest.mark.parametrize("kind", ["instance", "setting", "rate"])
@pytest.mark.parametrize("name", CLAIMS)
def test_a_claim_is_refuted_by_the_witnesses_of_its_kind_alone(name: str, kind: Any) -> None:
    claim, fit = CLAIMS[name]
    forged = of(claim, kind=kind, statistics={"n": 256}, confirmed="rational", **INSTANCES[name])
    if kind not in fit:
        with pytest.raises(WitnessError, match=f"of kind '{kind}', its claim is of kind {claim.kind}: "):
            replay(claim, forged)
    else:
        # A violating instance is one; a true probability and a true rate withstand fresh draws.
        assert replay(claim, forged).confirmed == (name not in ("probability", "rate"))


@pytest.mark.parametrize("name", CLAIMS)
def test_a_witness_that_the_hunt_makes_is_of_its_kind(name: str) -> None:
    claim, fit = CLAIMS[name]
    variant = claim.variant("printed")
    if name == "probability":  # a false one
        claim = planted(Probability(failure=lambda s: 1 / 16), lambda x: at_most(x, 0.5), UNIFORM)
        variant = claim.variant("printed")
    witness = hunt(variant, PROFILES["quick"]).witness
    if witness is not None:
        assert {witness.kind} == fit
        assert replay(claim, parse_again(witness)).confirmed
    else:
        assert name in ("rate", "experiment")  # the one is true, and replicates are no witness


@dataclass(frozen=True)
class Large:
    n: int


def grows() -> Claim:
    """Of a setting that is a few bytes in a file and a matrix of any size in memory."""
    claim = Paper("planted", "t", "a", 2026, "k", "s").claim(
        "planted",
        kind=Probability(failure=lambda s: 1 / 4),
        settings=space(Large, n=dims(1, 8)),
        prompts=lambda s: space(x=uniform(s.n)),
    )
    claim.printed("x")(lambda x: at_most(x[..., 0], 1))
    return claim.complete()


class TestLimits:
    """What a file asks for is bounded, in time and in memory."""

    @pytest.mark.parametrize(
        "tree",
        [
            "a:b^999999999|1 . .",
            f"a:{'+'.join(['b'] * 20_000)}|1 . .",
            f"a:{'9' * 100_000}|1 . .",
            f"a:{'9' * 90}*b^99+{'8' * 90}*c^99+a|1 . .",
            "a:b1|1 . .",
            "a:b^2c|1 . .",
            " ".join(["a:b+1|1"] * 3000),
            " ".join(["a:b^99|1", "b:a^99|1"] * 40 + ["."] * 81),
        ],
        ids=lambda tree: tree[:20],
    )
    def test_a_certificate_asks_for_no_more_than_ours_do(self, tree: str) -> None:
        claim = planted(
            ForAll(),
            lambda x: at_most(2 * x[..., 0] * x[..., 1], x[..., 0] * x[..., 0] + x[..., 1] * x[..., 1]),
            space(x=reals(2)),
        )
        made = prove(claim.variant("printed"), 2**20).certificate
        assert made is not None and made.method == "signs" and recheck(claim, made).confirmed
        forged = replace(made, trees=(tree,) * len(made.trees))
        with limited(100):
            assert not recheck(claim, forged).confirmed

    def test_memory_is_refused_where_a_setting_asks_for_all_there_is(self) -> None:
        witness = of(grows(), kind="setting", setting={"n": 10**9}, statistics={"n": 256})
        with limited(100), pytest.raises((RuntimeError, MemoryError)):
            replay(grows(), witness)
        small = of(grows(), kind="setting", setting={"n": 8}, statistics={"n": 256})
        with limited(100):
            assert not replay(grows(), small).confirmed

    def test_what_never_ends_is_ended(self) -> None:
        def never_ends() -> None:
            while True:
                with suppress(Exception):
                    time.sleep(0.01)

        with pytest.raises(OutOfTimeError), limited(0.1):
            never_ends()


def parse_again(witness: Witness) -> Witness:
    return parse(json.dumps(to_document(witness)).encode())
