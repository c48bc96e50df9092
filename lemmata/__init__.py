"""Lemmata: a harness that tries to break theorems.

The front door: what an author of claims needs is imported from here, the mathematics of a check from
:mod:`lemmata.numbers`. Nothing heavy is loaded before it is used.
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    # isort: off
    from fractions import Fraction as Fraction  # a claim needs no import beside the two of lemmata
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
    from lemmata.search.drawing.seeds import seeded as seeded
    from lemmata.claims.claim import Claim as Claim
    from lemmata.claims.declarations import Declaration as Declaration
    from lemmata.claims.ids import Lines as Lines, lines as lines
    from lemmata.claims.interpolation import (
        convex_through as convex_through,
        lipschitz_through as lipschitz_through,
        monotone_through as monotone_through,
    )
    from lemmata.claims.kinds import Kind as Kind
    from lemmata.claims.margin import (
        Margin as Margin,
        at_least as at_least,
        at_most as at_most,
        equal as equal,
        greater_than as greater_than,
        less_than as less_than,
    )
    from lemmata.claims.paper import Paper as Paper
    from lemmata.claims.domains.base import Domain as Domain, multiples as multiples
    from lemmata.claims.theorem import (
        amended as amended,
        mutants as mutants,
        printed as printed,
        theorem as theorem,
    )
    from lemmata.claims.domains.arrays import (
        box as box,
        by_seed as by_seed,
        in_ball as in_ball,
        reals as reals,
        signs as signs,
        sparse as sparse,
        symmetric as symmetric,
    )
    from lemmata.claims.domains.structured import (
        integers as integers,
        permutations as permutations,
        positive_definite as positive_definite,
        simplex as simplex,
        triangular as triangular,
    )
    from lemmata.claims.domains.whole import choices as choices, dims as dims
    from lemmata.claims.domains.real import dyadics as dyadics, scales as scales
    from lemmata.claims.domains.quantified import every as every, some as some
    from lemmata.claims.domains.laws import (
        gaussian as gaussian,
        normal as normal,
        uniform as uniform,
        uniform_ball as uniform_ball,
    )
    # isort: on

_HOME = {
    "lemmata.claims.claim": "Claim",
    "lemmata.claims.declarations": "Declaration",
    "lemmata.claims.paper": "Paper",
    "lemmata.claims.ids": "Lines lines",
    "lemmata.claims.interpolation": "convex_through lipschitz_through monotone_through",
    "lemmata.claims.kinds": "Kind",
    "lemmata.claims.margin": "Margin at_least at_most equal greater_than less_than",
    "lemmata.claims.domains.arrays": "box by_seed in_ball reals signs sparse symmetric",
    "lemmata.claims.domains.base": "Domain multiples",
    "lemmata.claims.domains.laws": "gaussian normal uniform uniform_ball",
    "lemmata.claims.domains.quantified": "every some",
    "lemmata.claims.domains.real": "dyadics scales",
    "lemmata.claims.domains.structured": "integers permutations positive_definite simplex triangular",
    "lemmata.claims.domains.whole": "choices dims",
    "lemmata.claims.theorem": "amended mutants printed theorem",
    "lemmata.records.figures": "Block FigureRecord HeatMapRecord Panel Series",
    "lemmata.records.replicates": "replicates_for_mean replicates_for_median",
    "lemmata.search.kinds.experiment": "Experiment",
    "lemmata.search.kinds.forall": "Expectation ForAll",
    "lemmata.search.kinds.probability": "Probability",
    "lemmata.search.kinds.rate": "Rate",
    "lemmata.search.drawing.seeds": "seeded",
    "lemmata.run.interactive": "hunt",
    "lemmata.errors": "LemmataError",
    "fractions": "Fraction",
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
