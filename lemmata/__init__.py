"""Lemmata: a harness that tries to break theorems.

The front door: what an author of claims needs is imported from here, the mathematics of a check from
:mod:`lemmata.numbers`. Nothing heavy is loaded before it is used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from lemmata import _moved

__version__ = "0.1.0"

_moved.install()

if TYPE_CHECKING:
    from lemmata.errors import (
        LemmataError as LemmataError,
    )
    from lemmata.records.evidence import (
        FigureRecord as FigureRecord,
    )
    from lemmata.records.evidence import (
        HeatMapRecord as HeatMapRecord,
    )
    from lemmata.records.evidence import (
        Panel as Panel,
    )
    from lemmata.records.evidence import (
        Series as Series,
    )
    from lemmata.search.seeds import (
        seeded as seeded,
    )
    from lemmata.statement.claims import (
        Claim as Claim,
    )
    from lemmata.statement.claims import (
        Paper as Paper,
    )
    from lemmata.statement.ids import (
        Lines as Lines,
    )
    from lemmata.statement.ids import (
        lines as lines,
    )
    from lemmata.statement.margins import (
        Margin as Margin,
    )
    from lemmata.statement.margins import (
        at_least as at_least,
    )
    from lemmata.statement.margins import (
        at_most as at_most,
    )
    from lemmata.statement.margins import (
        equal as equal,
    )
    from lemmata.statement.spaces import (
        Domain as Domain,
    )
    from lemmata.statement.spaces import (
        Prompt as Prompt,
    )
    from lemmata.statement.spaces import (
        Space as Space,
    )
    from lemmata.statement.spaces import (
        box as box,
    )
    from lemmata.statement.spaces import (
        by_seed as by_seed,
    )
    from lemmata.statement.spaces import (
        choices as choices,
    )
    from lemmata.statement.spaces import (
        dims as dims,
    )
    from lemmata.statement.spaces import (
        dyadics as dyadics,
    )
    from lemmata.statement.spaces import (
        every as every,
    )
    from lemmata.statement.spaces import (
        gaussian as gaussian,
    )
    from lemmata.statement.spaces import (
        in_ball as in_ball,
    )
    from lemmata.statement.spaces import (
        multiples as multiples,
    )
    from lemmata.statement.spaces import (
        normal as normal,
    )
    from lemmata.statement.spaces import (
        reals as reals,
    )
    from lemmata.statement.spaces import (
        scales as scales,
    )
    from lemmata.statement.spaces import (
        signs as signs,
    )
    from lemmata.statement.spaces import (
        space as space,
    )
    from lemmata.statement.spaces import (
        sparse as sparse,
    )
    from lemmata.statement.spaces import (
        symmetric as symmetric,
    )
    from lemmata.statement.spaces import (
        uniform as uniform,
    )
    from lemmata.statement.spaces import (
        uniform_ball as uniform_ball,
    )

_HOME = {
    "lemmata.statement.claims": "Claim Paper",
    "lemmata.statement.ids": "Lines lines",
    "lemmata.statement.margins": "Margin at_least at_most equal",
    "lemmata.statement.spaces": (
        "Domain Prompt Space box by_seed choices dims dyadics every gaussian "
        "in_ball multiples normal reals scales signs space sparse symmetric uniform uniform_ball"
    ),
    "lemmata.records.evidence": "FigureRecord HeatMapRecord Panel Series",
    "lemmata.search.seeds": "seeded",
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
