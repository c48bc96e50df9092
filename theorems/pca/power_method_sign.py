r"""The power method finds an eigenvector, not the one whose sign was fixed beforehand.

The sentence of :mod:`theorems.pca.power_method` with $v_1$ read as a given unit eigenvector: its sign is
free, the start may lie on the other side, and then the iterates converge to $-v_1$. The amended reading
also takes the gap to be relative, as :mod:`theorems.pca.power_method` does.
"""

from __future__ import annotations

from lemmata import Margin, Prompt, at_least
from lemmata.numbers import absolute, as_array, sum
from theorems.pca import PAPER
from theorems.pca.instances_power_iterates import (
    Iterate,
    Least,
    cosines,
    delta,
    direction,
    first_eigenvector,
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

fixed_sign = PAPER.claim(
    "power method, sign",
    slug="power-method-sign",
    kind="forall",
    settings=absolute_gap,
    prompts=prompts,
    uses=[conclusion],
    examples=[TIGHT, HALF, FLAT],
)


@fixed_sign.printed(
    r"For a unit eigenvector $v_1$. "
    + GIVEN
    + ABSOLUTE
    + AFTER
    + r"$p^{(\tau)\top}v_1\ge1-\epsilon_0$.",
    expect="refuted",
    defect="statement",
    because="The start may lie on the other side: it then converges to minus v_1.",
    iterate=last_iterate(),
    least=delta,
    up_to_sign=False,
)
@fixed_sign.amended(
    r"For a unit eigenvector $v_1$. "
    + GIVEN
    + RELATIVE
    + AFTER
    + r"$|p^{(\tau)\top}v_1|\ge1-\epsilon_0$.",
    because="The sign of v_1 is free.",
    settings=relative_gap,
    iterate=last_iterate(),
    least=delta,
    up_to_sign=True,
)
def close_to_a_given_eigenvector(
    s: Setting, prompt: Prompt, iterate: Iterate, least: Least, up_to_sign: bool
) -> Margin:
    """The power method finds the first eigenvector with the sign that was fixed beforehand."""
    last, _, at_start = cosines(s, prompt, iterate)
    cosine = sum(last * first_eigenvector(s), -1)
    cosine = absolute(cosine) if up_to_sign else cosine
    return (
        at_least(cosine, 1 - as_array(s.eps, like=last))
        .given(at_start - least(s))
        .given(direction(prompt))
    )


add_mutants(fixed_sign)
