r"""(C.12): what attention and MLP make of an odd token.

Its first line has the factor $\frac1i$ on one of its two terms only; its second line is right, with the bias
of (C.2) corrected. It is the recursion (4.4) at one layer; its labels are any numbers, so that the bounded
noise of section 4.3 is in it. It is the exact identity of one layer, from any estimates, so the mutants of
every block of the attention are tested here (those of the MLP on (C.2)).
"""

from collections.abc import Callable
from dataclasses import replace
from itertools import product

from baselines.proximal import soft_threshold
from constructions.lista_vm import mlp_soft_threshold, residual_stream
from constructions.transformer import Transformer
from constructions.weights import CHANGES, Change
from lemmata import Margin, Prompt, equal, lines, reals
from lemmata.numbers import Array, concatenate, constant
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.eq_c_2 import displays as soft_threshold_mlp
from theorems.sparse_recovery.layer import STATE, Setting, attention, layer, prompts, rows, settings, state
from theorems.sparse_recovery.proposition_1.eq_c_10 import c10, gram
from theorems.sparse_recovery.proposition_1.eq_c_11 import c11, moments

Tokens = Callable[[Setting, Prompt], Array]
"""The odd tokens of the next state: ``(batch, N + 1, 2d + 2)``."""
ODD = (
    STATE + r"with the bias of (C.2) corrected and $\theta\ge0$, for odd $i=2n+1$: "
    r"$h_i^{(k+1)}=(x_{n+1};0;\beta_i^{(k+1)};1)$ with "
    r"$\beta_i^{(k+1)}="
)


def odd_tokens(s: Setting, p: Prompt, both: bool = True, late: int = 0) -> Array:
    """``(x; 0; beta; 1)`` with beta from (C.12); 1 / i on both terms, or on the first alone."""
    i = constant([float(2 * n + 1 + late) for n in range(s.N + 1)], p.X)[:, None]
    pull, push = gram(s, p)[..., s.d + 1 : -1], moments(s, p)[..., s.d + 1 : -1]
    step = pull / i + (push / i if both else push)
    beta = soft_threshold(p.beta[:, ::2] + step, s.theta)
    return concatenate([rows(s, p)[:, ::2], 0, beta, 1], -1)


# The first line, without the factor on the second term


first_line = PAPER.claim(
    "(C.12), first line",
    id="proposition-1/eq-c.12/first-line",
    rank="slip",
    origin="read",
    at=lines(495),
    summary="One layer moves an estimate by its gradient over i plus the whole, undivided label term",
    settings=settings,
    prompts=prompts,
    uses=[c10, c11, soft_threshold_mlp],
)
first_line.construction(layer)


@first_line.printed(
    ODD + r"\mathcal S_\theta\left(\beta_i-\frac\gamma iM^VX_{1:n}^\top X_{1:n}\beta_i+\gamma "
    r"M^VX_{1:n}^\top y_{1:n}\right)$.",
    defect="typo",
    because="The second term lacks the factor 1 / i.",
    right=lambda s, p: odd_tokens(s, p, both=False),
)
@first_line.amended(
    ODD + r"\mathcal S_\theta\left(\beta_i-\frac\gamma iM^VX_{1:n}^\top X_{1:n}\beta_i+\frac\gamma i"
    r"M^VX_{1:n}^\top y_{1:n}\right)$.",
    because="With 1 / i on both terms, as the second line has it.",
    adds="1 / i on the second term",
    right=odd_tokens,
)
def odd_token_moves(s: Setting, tf: Transformer, prompt: Prompt, right: Tokens) -> Margin:
    """An odd token becomes (x; 0; next beta; 1)."""
    return equal(tf(state(s, prompt)).mT[:, ::2], right(s, prompt))


first_line.mutant("1 / (2n + 2)", right=lambda s, p: odd_tokens(s, p, late=1))
first_line.mutant("no threshold", right=lambda s, p: odd_tokens(replace(s, theta=0), p))


# The second line, with the mutants of the attention's weights


c12 = PAPER.claim(
    "(C.12)",
    id="proposition-1/eq-c.12",
    rank="step",
    origin="read",
    at=lines(489, 495),
    summary="One layer takes the estimate of an odd token one step of LISTA-VM further and keeps the rest",
    settings=settings,
    prompts=prompts,
    uses=[c10, c11, soft_threshold_mlp],
)


@c12.construction
def attention_alone(s: Setting) -> Transformer:
    return Transformer(residual_stream(s.d), (attention(s),))


@c12.printed(
    ODD + r"\mathcal S_\theta\left(\beta_i-\frac\gamma iM^VX_{1:n}^\top(X_{1:n}\beta_i-y_{1:n})\right)$.",
    right=odd_tokens,
)
def attention_then_mlp(s: Setting, tf: Transformer, prompt: Prompt, right: Tokens) -> Margin:
    """An odd token becomes (x; 0; next beta; 1), whatever the estimates were."""
    mlp = mlp_soft_threshold(s.d, s.theta, bias="corrected")
    return equal(mlp(tf(state(s, prompt))).mT[:, ::2], right(s, prompt))


def changed(role: str, block: str, change: Change) -> Callable[[Transformer], Transformer]:
    """One block of one weight of the attention, changed."""

    def alter(tf: Transformer) -> Transformer:
        attention = tf.layers[0]
        weight = attention.weights()[role].changed(block, change)
        return replace(tf, layers=(attention.with_weights({role: weight.array}),))

    return alter


c12.mutant("1 / (2n + 2)", right=lambda s, p: odd_tokens(s, p, late=1))
example = Setting(d=2, N=2, M=reals(2, 2).seeded(1), theta=0.5)
for role, weight in attention(example).on(residual_stream(2)).weights().items():
    for block, change in product(weight.alterable(), CHANGES):
        c12.mutant(f"{role}[{block}] {change}")(changed(role, block, change))
        if (block, change) == ("flag<-flag", "one percent off"):
            c12.waive(
                f"{role}[{block}] {change}",
                because="B exceeds every score that it has to shut out: a percent more of it changes nothing.",
            )
