"""Lemmata: a harness that tries to break theorems.

The front door: what an author of claims needs is imported from here, the mathematics of a check from
:mod:`lemmata.numbers`. Nothing heavy is loaded before it is used.
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any

from lemmata import _moved

__version__ = "0.1.0"

_moved.install()

if TYPE_CHECKING:
    # isort: off
    from lemmata.errors import LemmataError as LemmataError
    from lemmata.records.figures import (
        Block as Block,
        FigureRecord as FigureRecord,
        HeatMapRecord as HeatMapRecord,
        Panel as Panel,
        Series as Series,
    )
    from lemmata.records.replicates import (
        replicates_for_mean as replicates_for_mean,
        replicates_for_median as replicates_for_median,
    )
    from lemmata.run.interactive import hunt as hunt
    from lemmata.search.kinds.experiment import Experiment as Experiment
    from lemmata.search.kinds.forall import Expectation as Expectation, ForAll as ForAll
    from lemmata.search.kinds.probability import Probability as Probability
    from lemmata.search.kinds.rate import Rate as Rate
    from lemmata.search.seeds import seeded as seeded
    from lemmata.statement.claims import Claim as Claim
    from lemmata.statement.declarations import Declaration as Declaration
    from lemmata.statement.ids import Lines as Lines, lines as lines
    from lemmata.statement.kinds import Kind as Kind
    from lemmata.statement.margins import (
        Margin as Margin,
        at_least as at_least,
        at_most as at_most,
        equal as equal,
    )
    from lemmata.statement.papers import Paper as Paper
    from lemmata.statement.spaces import (
        Domain as Domain,
        Prompt as Prompt,
        Space as Space,
        box as box,
        by_seed as by_seed,
        choices as choices,
        dims as dims,
        dyadics as dyadics,
        every as every,
        gaussian as gaussian,
        in_ball as in_ball,
        multiples as multiples,
        normal as normal,
        reals as reals,
        scales as scales,
        signs as signs,
        some as some,
        space as space,
        sparse as sparse,
        symmetric as symmetric,
        uniform as uniform,
        uniform_ball as uniform_ball,
    )
    # isort: on

_HOME = {
    "lemmata.statement.claims": "Claim",
    "lemmata.statement.declarations": "Declaration",
    "lemmata.statement.papers": "Paper",
    "lemmata.statement.ids": "Lines lines",
    "lemmata.statement.kinds": "Kind",
    "lemmata.statement.margins": "Margin at_least at_most equal",
    "lemmata.statement.spaces": (
        "Domain Prompt Space box by_seed choices dims dyadics every gaussian "
        "in_ball multiples normal reals scales signs some space sparse symmetric uniform uniform_ball"
    ),
    "lemmata.records.figures": "Block FigureRecord HeatMapRecord Panel Series",
    "lemmata.records.replicates": "replicates_for_mean replicates_for_median",
    "lemmata.search.kinds.experiment": "Experiment",
    "lemmata.search.kinds.forall": "Expectation ForAll",
    "lemmata.search.kinds.probability": "Probability",
    "lemmata.search.kinds.rate": "Rate",
    "lemmata.search.seeds": "seeded",
    "lemmata.run.interactive": "hunt",
    "lemmata.errors": "LemmataError",
}
_MODULE = {name: module for module, names in _HOME.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    """Loads what stands behind a name of the front door."""
    if name not in _MODULE:
        raise AttributeError(f"module 'lemmata' has no attribute {name!r}")
    value = getattr(importlib.import_module(_MODULE[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULE})


if "IPython" in sys.modules:
    importlib.import_module("lemmata.run.notebook").show_claims()
