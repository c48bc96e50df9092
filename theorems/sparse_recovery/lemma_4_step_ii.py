r"""Step (ii) of the proof of Lemma 4: interlacing the wrong way round, and a bound of the wrong degree.

It wants $\sigma_{\min}(G_n)/(2n+1)\ge\sigma_{\min}(X^\top X)/(N+1)$ "by the Cauchy interlacing theorem", which
says the opposite: rows only add to eigenvalues; and already n = N fails. It also wants
$\|X^\top Y\|\le(2n+1)db_xb_\beta$, which scales wrongly in $b_x$. (Interlacing is
tested for d = 1 and 2, where eigenvalues are roots of quadratics.)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from lemmata import Margin, Prompt, at_least, at_most, dims
from lemmata.numbers import Array, norm, sqrt
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.instances_d_lemma_4 import Setting, data, gram, settings
from theorems.sparse_recovery.lemma_4_steps import pieces

whole = settings()
pairs = replace(whole, fields={**whole.fields, "d": dims(1, 2, most=2)})
second = PAPER.claim("Lemma 4", suffix="interlacing", kind="forall", settings=pairs, prompts=data)


def extremes(G: Array) -> tuple[Array, Array]:
    """The smallest and largest eigenvalue of symmetric matrices of size 1 or 2."""
    if G.shape[-1] == 1:
        return G[:, 0, 0], G[:, 0, 0]
    a, b, c = G[:, 0, 0], G[:, 0, 1], G[:, 1, 1]
    half, root = (a + c) / 2, sqrt((a - c) * (a - c) + b * b * 4) / 2
    return half - root, half + root


@second.printed(
    r"(ii) by Cauchy interlacing: $\frac1i\sigma_{\min}(G_n)\ge\frac1{N+1}\sigma_{\min}(X^\top X)$, $i=2n+1$.",
    expect="refuted",
    defect="proof-step",
    because="Interlacing says that rows add to eigenvalues; and 2N + 1 > N + 1 at n = N.",
    whole=lambda s: (2 * s.n + 1, s.N + 1, 1),
)
@second.amended(r"$\sigma_{\min}(G_n)\le\sigma_{\min}(X^\top X)$.", whole=lambda s: (1, 1, -1))
def interlaces(
    s: Setting, prompt: Prompt, whole: Callable[[Setting], tuple[int, int, int]]
) -> Margin:
    """The smallest eigenvalue of a prefix against that of all rows."""
    i, N1, sign = whole(s)
    part, full = extremes(gram(prompt.X[:, : s.n]))[0], extremes(gram(prompt.X))[0]
    return at_least(part * sign / i, full * sign / N1)


second.mutant("equal", whole=lambda s: (1, 1, 1))
second.mutant("half", whole=lambda s: (1, 2, -1))

correlated = PAPER.claim(
    "Lemma 4", suffix="step-ii", kind="forall", settings=whole, prompts=data,
    examples=[Setting(1, 3, 3, 4.0, 1.0, 1.0, 0.0)],
)  # fmt: skip


@correlated.printed(
    r"(ii) $\frac1i\|X_{1:n}^\top Y_{1:n}\|\le db_xb_\beta$.",
    expect="refuted",
    defect="proof-step",
    because="The left side is of the second degree in b_x, the right side of the first.",
    bound=lambda s: s.b_x * s.b_beta * s.d,
)
@correlated.amended(
    r"$\frac1i\|X_{1:n}^\top Y_{1:n}\|\le\frac n{2n+1}b_x^2b_\beta$.",
    bound=lambda s: s.b_x * s.b_x * s.b_beta * s.n / (2 * s.n + 1),
)
def correlates(s: Setting, prompt: Prompt, bound: Callable[[Setting], Array]) -> Margin:
    """The correlation of the rows with the labels."""
    found = norm(pieces(s, prompt, prompt.X[:, : s.n])[2]) / (2 * s.n + 1)
    return at_most(found, found * 0 + bound(s))


correlated.mutant("half", bound=lambda s: s.b_x * s.b_x * s.b_beta * s.n / (4 * s.n + 2))
correlated.mutant("one row", bound=lambda s: s.b_x * s.b_x * s.b_beta / (2 * s.n + 1))
