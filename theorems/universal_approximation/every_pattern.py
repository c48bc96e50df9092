"""Noise that the features can fit, n being so large that every pattern of examples is one of them.

The inputs are random unit vectors in a dimension far above N, where they are nearly orthogonal: the
half-space that leaves out any given ones of N examples holds the others, and nearly all other unit vectors.
(In d dimensions half-spaces meet at most $4N^d$ of the $2^N$ patterns, and nothing of this happens: what
survives there is the claim ``lemma-6/eq-96/noise``.) As n grows at fixed N, every pattern is met by some
feature, a steep half-space; the directions are drawn from a law that charges all of them. Nothing in Lemmas 2
and 6 bounds n or d from above. The target function is 0, and all but two of the entries of rho are 0: the
pattern of the noise's more frequent sign, which at least half of the examples have, and the constant.
"""

import math
from collections.abc import Callable
from typing import Any

from lemmata import dims, scales, some
from lemmata.numbers import Number, log, sqrt


def loud(K: float) -> dict[str, Any]:
    """Noise much larger than K, at so many examples that the square root of log N / N is far below 1 / K."""
    return dict(k=12 + 3 * math.ceil(math.log2(K)), sigma=64 * K, K=K)


def quiet(K: float) -> dict[str, Any]:
    """Noise of a quarter of C_F, at so many examples that the square root of log N / N is far below 1 / K^2."""
    return dict(k=12 + 5 * math.ceil(math.log2(K)), sigma=0.25, K=K)


def noise(fails_at: Callable[[float], dict[str, Any]]) -> dict[str, Any]:
    """Noise of size sigma at 2^k examples beside C_F = 1, and constants K; the family covers larger ones."""
    return dict(
        k=dims(6, 64),
        N=lambda k: 2.0**k,
        sigma=scales(-8, 16, of="[0, inf)"),
        K=some(scales(0, 4), weaker="larger", fails_at=fails_at),  # every constant that is left open
        examples=[fails_at(16.0)],
    )


def rate(N: Number) -> Number:
    r"""The square root of $\log N/N$."""
    return sqrt(log(N) / N)


def penalty(N: Number, sigma: Number, K: Number) -> Number:
    r"""The least $\lambda$ with $C_F = 1$; $\varepsilon_{\mathrm{dis}}$ may be down to $\sqrt{\log N/N}$."""
    return K * rate(N) * (sigma + rate(N))


def excess_risk(sigma: Number, w: Number) -> Number:
    r"""The empirical risk of w on the pattern minus that of $\rho^* = 0$, where the sign is met."""
    return w**2 - 2 * sigma * w
