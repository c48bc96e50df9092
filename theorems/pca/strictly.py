"""Strict hypotheses, which a weak inequality does not express.

A margin is restricted to instances where a hypothesis is at least 0 (:meth:`lemmata.Margin.given`);
``strictly(a, above=b)`` is such a hypothesis for ``a > b``.
"""

from lemmata.numbers import Array, sign


def strictly(a: Array, *, above: Array) -> Array:
    """At least 0 where ``a > above``, and nowhere else."""
    return sign(a - above) - 1
