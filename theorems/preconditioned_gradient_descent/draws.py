"""Arrays that are drawn by a seed: quick where a witness does not have to be read by a person."""

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from lemmata import box, by_seed, reals, symmetric


@dataclass(frozen=True, init=False)
class drawn(reals):
    """As ``reals``: any real numbers; an explicit instance is one seed, not one draw an entry."""

    def strategy(self) -> st.SearchStrategy[Any]:
        return by_seed(self)


@dataclass(frozen=True)
class drawn_symmetric(symmetric):
    """As ``symmetric``."""

    def strategy(self) -> st.SearchStrategy[Any]:
        return by_seed(self)


@dataclass(frozen=True, init=False)
class drawn_box(box):
    """As ``box``."""

    def strategy(self) -> st.SearchStrategy[Any]:
        return by_seed(self)


def reflections(d: int) -> int:
    """A number of reflections whose products come close to every rotation of order d."""
    return max(2, d // 2 * 2)
