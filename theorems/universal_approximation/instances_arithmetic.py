"""In which arithmetic the networks with logistic scores can be settled (Li et al. 2025)."""

from __future__ import annotations

from lemmata.numbers import Array
from lemmata.numbers.exact import Exact, NotExact


def no_rationals(like: Array) -> None:
    """Ends an evaluation in rationals before any weights are built: balls follow.

    Raises:
        NotExact: ``like`` is rational, and the logistic function is not.
    """
    if isinstance(like, Exact) and like.ring == "rational":
        raise NotExact("the logistic function of a rational is not rational")
