r"""Queries, keys and values of every token, head by head, as the proof of Proposition 1 lists them.

Four displays of appendix C.2 (no number): heads $\pm1$ and $\pm2$, at odd tokens and at even ones. All
four hold, with $M^Q_{\pm1}=\mp I$, $M^V_{\pm1}=M^V_{\pm2}=\pm\gamma M^V$ and $m_{\pm2}=\pm1$ as listed
after (C.6), on any state of the form of Proposition 1.
"""

from collections.abc import Callable
from dataclasses import replace

from constructions.attention import Attention
from lemmata import Margin, Prompt, equal, lines
from lemmata.numbers import Array, concatenate, full
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.layer import (
    STATE,
    Setting,
    attending,
    attention,
    column,
    labels,
    outputs,
    prompts,
    rows,
    state,
)

Expected = Callable[[Setting, Prompt, int, int], list[Array]]
"""From the head's sign and the token's flag: query, key, value."""
Lists = Callable[[Setting, Prompt], list[Array]]
tokens = PAPER.claim(
    "C.2, token-wise outputs",
    id="proposition-1/tokens",
    rank="step",
    origin="read",
    at=lines(417, 431),
    summary="The four heads make of every token the queries, keys and values that the proof lists",
    settings=attending,
    prompts=prompts,
)


def estimate_heads(s: Setting, prompt: Prompt, sign: int, flag: int) -> list[Array]:
    """Of the heads +1 and -1 where the flag has this value: query, key, value."""
    x, beta = rows(s, prompt), prompt.beta
    return [column(s, beta * -sign, s.B * -flag), column(s, x, flag), column(s, (x @ s.M.mT) * sign)]


def label_heads(s: Setting, prompt: Prompt, sign: int, flag: int) -> list[Array]:
    """Of the heads +2 and -2: the query is the sign where the flag is 1, the key is the label."""
    x = rows(s, prompt)
    nothing = full(0, like=x)
    return [
        column(s, nothing, label=sign * flag),
        column(s, nothing, label=labels(s, prompt)[..., None] * (1 - flag)),
        column(s, (x @ s.M.mT) * sign),
    ]


def all_twelve(first: Expected, second: Expected, flip: int = 0) -> Lists:
    """Queries, keys and values of four heads at odd and at even tokens."""

    def listed(s: Setting, prompt: Prompt) -> list[Array]:
        return [
            output[:, 1 - flag :: 2]
            for flag in (1, 0)
            for heads in (first, second)
            for sign in (1, -1)
            for output in heads(s, prompt, sign, (flag + flip) % 2)
        ]

    return listed


@tokens.printed(
    STATE + r"with $\iota=\lfloor\frac{i+1}2\rfloor$ and $\epsilon=1$ for odd $i$, 0 for even $i$: "
    r"$Q_{\pm1}h_i=(0_{d+1};M^Q_{\pm1}\beta_i;-\epsilon B)$, $K_{\pm1}h_i=(0_{d+1};X^\top_{:,\iota};"
    r"\epsilon)$, $Q_{\pm2}h_i=(0_d;\epsilon m_{\pm2};0_{d+1})$, $K_{\pm2}h_i=(0_d;(1-\epsilon)y_{i/2};"
    r"0_{d+1})$, and $V_uh_i=(0_{d+1};M^V_uX^\top_{:,\iota};0)$ for every head $u$.",
    construction=attention,
    listed=all_twelve(estimate_heads, label_heads),
)
def outputs_are_as_listed(s: Setting, tf: Attention, prompt: Prompt, listed: Lists) -> Margin:
    """Queries, keys and values of all tokens are those that the proof lists."""
    H = state(s, prompt)
    computed = [
        output[:, 1 - flag :: 2] for flag in (1, 0) for u in (1, -1, 2, -2) for output in outputs(tf, H, u)
    ]
    return equal(concatenate(computed, 1), concatenate(listed(s, prompt), 1))


def negated(heads: Expected) -> Expected:
    return lambda s, prompt, sign, flag: heads(s, prompt, -sign, flag)


tokens.mutant("odd for even", listed=all_twelve(estimate_heads, label_heads, 1))
tokens.mutant("+1 for -1", listed=all_twelve(negated(estimate_heads), label_heads))
tokens.mutant("+2 for -2", listed=all_twelve(estimate_heads, negated(label_heads)))
tokens.mutant("M is transposed", construction=lambda s: attention(replace(s, M=s.M.mT)))
