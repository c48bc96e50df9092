"""Event A of (D.4) for n >= N_0: sizes, the two deviations, and what the event leaves open of D^T X."""

from typing import Any

from lemmata import Domain, box, dims, dyadics
from lemmata.numbers import Number, Vector, log, sqrt

SCALES: dict[str, Any] = dict(
    d=dims(1, 6),
    S=dims(1, "min(d, 3)", most="d"),
    delta=box(low=2.0**-6, high=1, of="(0, 1)", scale="log"),
    excess=box(
        low=1, high=2**6, of="[1, inf)", scale="log"
    ),  # $n/N_0$; only $nc$ enters: all $c>0$ are covered
)
LENGTHS: dict[str, Any] = SCALES | dict(n=dims(1, 41))
PLACES = box(3, low=0.0, high=1.0)
"""Where in its range each quantity lies that event A bounds."""


def steps(top: float, *, below: bool = False) -> Domain:
    """Steps gamma up to ``top`` (or ``below`` it)."""
    return dyadics(0, top, open_low=True, open_high=below, grid=40)


def deviations(d: int, S: int, delta: Number, excess: Number, eight: Number = 8) -> tuple[Number, Number]:
    r"""$\sqrt{(\log d-\log\delta)/(nc)}$ and $\sqrt{(\log S-\log\delta)/(nc)}$; ``eight`` is that of $N_0$."""
    nc = excess * eight * (4 * S - 2) ** 2 * log(d * S / delta)
    return sqrt(log(d / delta) / nc), sqrt(log(S / delta) / nc)


def in_event(
    d: int, S: int, n: int, t: Vector, dimension: Number, support: Number
) -> tuple[Number, Number, Number]:
    r"""$\sigma_{\min}$, $\sigma_{\max}$ and the largest diagonal entry on S, anywhere in event A (D.4).

    One column on the support has one entry, and one column in all has no other. On event A $(2S-1)\sigma_{\max}
    \le\sigma_{\min}$, so that the S columns of the support are independent: it can occur for $n\ge S$ only.
    """
    low, high = (1 - support) * n / (n + 2), (1 + support) * n / (n + 2)
    smallest = low + (high - low) * t[0]
    largest = smallest + (high - smallest) * (t[1] if S > 1 else 0)
    return smallest, dimension * (t[2] if d > 1 else 0), largest
