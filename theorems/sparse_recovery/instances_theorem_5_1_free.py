r"""Theorem 5.1 with a free network: a certificate against all of them, and the constant that works.

The certificate: let $d=S=K=1$, rows $\pm1$, $\beta^*=b_\beta=1$. The estimate of a network of the form (4.4)
from n examples is $o_n=\mathcal S_\theta(m\frac n{2n+1})$. For $\theta\ge0$, if $o_1\le\frac m3$ then $o_2\ge
\frac65o_1$, so the errors for n = 1 and n = 2 satisfy $\frac6{11}e_1+\frac5{11}e_2\ge\frac1{11}$.
"""

from __future__ import annotations

from dataclasses import replace

from lemmata import Prompt, Space, choices, dims, dyadics, scales, space
from lemmata.numbers import Array
from theorems.sparse_recovery.instances_theorem_5_1 import (
    Setting,
    as_printed,
    printed_N0,
)
from theorems.sparse_recovery.instances_theorem_5_1_network import Weights

both_lengths = space(
    Setting,
    where=lambda s: printed_N0(s) == 1,  # so that n = 1 and n = 2 are both meant
    d=dims(1, 1, most=1),
    S=dims(1, 1, most=1),
    K=dims(1, 1, most=1),
    delta=scales(-6, 0, open_high=True),
    gamma=dyadics(0, 1.5, open_low=True),
    c=scales(-2, 20),
    N0=dims(1, 1, most=1),
    n=dims(2, 2, most=2),
)
"""Only log(1/delta)/c enters: for every c some delta below 1 does what a large c does here."""


def any_network(s: Setting, _tf: Weights, prompt: Prompt) -> tuple[Array, Array]:
    """The certificate for n = 1 and n = 2, and what the theorem makes of it (11 times both)."""
    zero = prompt.X[:, 0, 0] * 0
    claimed = replace(s, n=1).printed_rate * 6 + replace(s, n=2).printed_rate * 5
    return zero + 1, zero + claimed


def half(top: float = 1, d: int = 3) -> Space:
    """The printed hypotheses with c = 1/2 and steps up to ``top``; S = 2 is left to examples."""
    return replace(
        as_printed,  # S = 2 needs prompts of a thousand rows
        fields={
            **as_printed.fields,
            "d": dims(1, d),
            "S": lambda s: dims(1, 1, most=s.d),
            "K": dims(1, 4),
            "delta": scales(-3, 0, open_high=True),
            "gamma": dyadics(0, top, open_low=True),
            "c": dyadics(0.5, 0.5),
            "n": lambda s: dims(s.N0, s.N0 + 20),
        },
    )


def far(gamma: float, K: int = 2) -> Space:
    """Among the settings of :func:`half`: one column, many rows and one step; bounds are small there.

    Where a mutant is tested: nothing is random, and what is slower than the bound fails at once.
    """
    most = half(max(gamma, 1))
    chosen = {
        "d": dims(1, 1, most=1),
        "K": dims(K, K),
        "delta": choices(0.5),
        "gamma": choices(gamma),
        "n": dims(400, 408),
    }
    return replace(most, fields={**most.fields, **chosen})


TWO_ENTRIES = Setting(2, 2, 2, 0.5, 1.0, 0.5, 1198, 1200)
"""S = 2 takes a thousand rows."""
LONG = Setting(1, 1, 2, 0.5, 1.5, 0.5, 45, 200)
"""A step of 3/2 and many rows: nothing is random, each layer halves the error, and the bound is small."""
