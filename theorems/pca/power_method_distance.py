r"""The distance of the last iterate to the first eigenvector is bounded, not known.

The slide of :mod:`theorems.pca.power_method` continues with $\|p^{(\tau)}-v_1\|_2=
\sqrt{2-2v_1^\top p^{(\tau)}}=\sqrt{2\epsilon_0}$. The first equality is an identity; the second turns the
bound $v_1^\top p^{(\tau)}\ge1-\epsilon_0$ into an equation. The amended
reading also takes the gap to be relative.
"""

from __future__ import annotations

from collections.abc import Callable

from lemmata import Margin, Prompt, at_most, equal
from lemmata.numbers import Array, as_array, norm, sqrt
from theorems.pca import PAPER
from theorems.pca.instances_power_iterates import (
    Iterate,
    Least,
    cosines,
    delta,
    direction,
    last_iterate,
)
from theorems.pca.instances_power_method import (
    ABSOLUTE,
    AFTER,
    FLAT,
    GIVEN,
    HALF,
    RELATIVE,
    TIGHT,
    Setting,
    absolute_gap,
    prompts,
    relative_gap,
)
from theorems.pca.instances_power_mutants import add_mutants
from theorems.pca.power_method import conclusion

distance = PAPER.claim(
    "power method, distance",
    slug="power-method-distance",
    kind="forall",
    settings=absolute_gap,
    prompts=prompts,
    uses=[conclusion],
    examples=[TIGHT, HALF, FLAT],
)


@distance.printed(
    GIVEN + ABSOLUTE + AFTER + r"$\|p^{(\tau)}-v_1\|_2=\sqrt{2\epsilon_0}$.",
    expect="refuted",
    defect="typo",
    because="The cosine is at least 1 - epsilon_0, not equal to it: the distance is at most that.",
    iterate=last_iterate(),
    least=delta,
    relation=equal,
)
@distance.amended(
    GIVEN + RELATIVE + AFTER + r"$\|p^{(\tau)}-v_1\|_2\le\sqrt{2\epsilon_0}$.",
    settings=relative_gap,
    iterate=last_iterate(),
    least=delta,
    relation=at_most,
)
def distance_to_the_eigenvector(
    s: Setting,
    prompt: Prompt,
    iterate: Iterate,
    least: Least,
    relation: Callable[[Array, Array], Margin],
) -> Margin:
    """The distance of the last iterate to the first eigenvector."""
    last, v, at_start = cosines(s, prompt, iterate)
    bound = sqrt(as_array(s.eps, like=last) * 2)
    return relation(norm(last - v), bound).given(at_start - least(s)).given(direction(prompt))


add_mutants(distance)
