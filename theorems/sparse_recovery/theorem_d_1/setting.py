"""Settings, prompts, the rate (D.3), the network and the two sides of Theorem D.1."""

from dataclasses import replace

from lemmata import Prompt, Space, choices, dims, dyadics, every, scales, signs, space, sparse
from lemmata.numbers import Array, log, sqrt
from theorems.sparse_recovery.theorem_5_1.network import Weights
from theorems.sparse_recovery.theorem_5_1.setting import Setting, printed_N0


def settings(top: float, c: tuple[int, int] | None) -> Space:
    """The printed hypotheses with c from a span of powers of 2, or any n >= 1 with c = 1/4."""

    def shortest(s: Setting) -> int:
        return printed_N0(s) if c else 1

    return space(
        Setting,
        d=dims(1, 4),
        S=lambda s: dims(1, min(s.d, 2), most=s.d),
        K=dims(1, 4),
        delta=scales(-6, -1),
        gamma=dyadics(0, top, open_low=True, open_high=top == 1.6, grid=40),
        c=scales(*c) if c else choices(0.25),
        N0=lambda s: dims(shortest(s), shortest(s), most=shortest(s)),
        n=lambda s: dims(s.N0, 2 * s.N0 if c else 40),
    )


def long(gamma: float) -> Space:
    """One column, many rows, one step: where what is slower than the bound fails at once."""
    base = settings(max(gamma, 1.2), None)
    chosen = {
        "d": dims(1, 1, most=1),
        "K": dims(1, 1),
        "delta": choices(2.0**-6),
        "gamma": choices(gamma),
        "n": dims(2000, 2008),
    }
    return replace(base, fields={**base.fields, **chosen})


def prompts(s: Setting) -> Space:
    """Rademacher rows; S-sparse vectors of l1 norm at most b_beta = 1, also much smaller ones."""
    return space(
        X=signs(s.n, s.d), direction=every(sparse(s.d, s.S, 1.0)), size=every(choices(1.0, 0.5, 0.125))
    )


def appendix_rate(s: Setting) -> Array:
    """exp(-alpha_n) by (D.3), and by (D.15) where d is the size of the known set."""
    x = sqrt(log(s.d / s.delta) / (s.n * s.c)) * (2 * s.S - 1)
    return 1 - s.gamma * 2 / 3 + s.gamma * (x + sqrt(log(s.S / s.delta) / (s.n * s.c)))


def network(s: Setting) -> Weights:
    """The network of the proof, with bounds for what weights cannot know."""
    mu = sqrt(log(s.d / s.delta) / (s.n * s.c))
    return Weights(s.gamma * 2, [s.gamma * mu * appendix_rate(s) ** k for k in range(s.K)])


def own(error: Array, prompt: Prompt) -> tuple[Array, Array]:
    """The error, and a bound in terms of the l1 norm."""
    return error, prompt.size


def known(error: Array, _prompt: Prompt) -> tuple[Array, Array]:
    """The error, and a bound in terms of b_beta = 1."""
    return error, 1


def any_network(_error: Array, prompt: Prompt) -> tuple[Array, Array]:
    """What is below the error of every network: nothing."""
    return 0, prompt.size
