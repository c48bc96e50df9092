"""Arrays that are drawn by a seed: quick where a witness does not have to be read by a person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from lemmata.spaces import box, reals, symmetric


@dataclass(frozen=True, init=False)
class drawn(reals):
    """As ``reals``: any real numbers; an explicit instance is one seed, not one draw an entry."""

    def strategy(self) -> st.SearchStrategy[Any]:
        return st.integers(0, 2**16).map(self.seeded)


@dataclass(frozen=True)
class drawn_symmetric(symmetric):
    """As ``symmetric``."""

    def strategy(self) -> st.SearchStrategy[Any]:
        return st.integers(0, 2**16).map(self.seeded)


@dataclass(frozen=True, init=False)
class drawn_box(box):
    """As ``box``."""

    def strategy(self) -> st.SearchStrategy[Any]:
        return st.integers(0, 2**16).map(self.seeded)
