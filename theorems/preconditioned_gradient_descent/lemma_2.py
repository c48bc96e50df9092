r"""A linear transformer with sparse weights runs preconditioned gradient descent.

Lemma 2, with weights (9), the forward pass (4) and the least-squares loss (10). Index: the paper's
$k$-layer transformer is written here with $L$ layers $A_0,\dots,A_{L-1}$, and the statement is checked
after every layer $i=0,\dots,L$ (the paper lists one matrix more than it uses). The iterates $w_i$ are
the witness of "there exists": they may depend on the samples and on $w_\star$, never on the query.

With $y_i^{(n+1)}$ read as the entry $[Z_i]_{d+1,n+1}$, as the proof defines it, the lemma holds. Part D
of section 3 predicts with *minus* that entry, so for the predicted label the lemma's sign is wrong
(suffix ``prediction``). (11) takes the gradient of $R_{w_k}$, the loss of the current iterate, which
vanishes there: as printed it never moves (suffix ``eq-11``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from torch import Tensor

from baselines.gradient import gradient_descent
from baselines.gradient import labels
from constructions.gradient_descent import embed, entry as entry_of, preconditioned_gd_transformer
from constructions.transformer import Transformer
from lemmata.arrays import Array, stack, sum
from lemmata.margins import Margin, equal
from lemmata.spaces import Prompt, Space, dims, reals, space, symmetric
from theorems.preconditioned_gradient_descent import PAPER


@dataclass(frozen=True)
class Setting:
    d: int
    n: int
    L: int
    A: Tensor  # (L, d, d)


def settings(matrices: Callable[[int, int], object] = symmetric) -> Space:
    return space(
        Setting,
        d=dims(1, 3),
        n=dims(1, 3),
        L=dims(1, 3),
        A=lambda s: matrices(s.L, s.d),  # type: ignore[arg-type, return-value]
    )


def prompts(s: Setting) -> Space:
    return space(X=reals(s.n, s.d), w_star=reals(s.d), query=reals(s.d))


large = Setting(d=8, n=20, L=6, A=symmetric(6, 8).seeded(3) / 16)
GD = r"w^{\mathrm{gd}}_{i+1}=w^{\mathrm{gd}}_i+A_i\nabla R_{w_\star}(w^{\mathrm{gd}}_i)"
common = {"kind": "forall", "settings": settings(), "prompts": prompts, "examples": [large]}
entry = PAPER.claim("Lemma 2", **common)
prediction = PAPER.claim(
    "Lemma 2, predicted label", slug="lemma-2-prediction", uses=[entry], **common
)
eq_11 = PAPER.claim("(11)", slug="lemma-2-eq-11", uses=[entry], **common)


def batch_first(path: Array) -> Array:
    return stack(list(path), 1)


def iterates(s: Setting, X: Array, w_star: Array) -> Array:
    """The iterates w_0 = 0, ..., w_L, from the samples and w_star alone: (batch, L + 1, d)."""
    return batch_first(gradient_descent(X, s.A, w_star=w_star))


def other(change: Callable[[Setting], Array]) -> Callable[[Setting, Array, Array], Array]:
    """The iterates with other matrices in place of A."""

    def changed(s: Setting, X: Array, w_star: Array) -> Array:
        return batch_first(gradient_descent(X, change(s), w_star=w_star))

    return changed


for claim in (entry, prediction, eq_11):
    claim.construction(lambda s: preconditioned_gd_transformer(s.A))
    claim.response(iterates)


@entry.printed(
    r"For $i=0,\dots,k$ there is a $w_i^{\mathrm{gd}}\in\mathbb R^d$ such that "
    r"$y_i^{(n+1)}=-\langle x^{(n+1)},w_i^{\mathrm{gd}}\rangle$, where $y_i^{(n+1)}=[Z_i]_{d+1,n+1}$, and "
    rf"${GD}$.",
    sign=-1,
)
@prediction.printed(
    r"The predicted label after layer $i$, which is $-[Z_i]_{d+1,n+1}$, equals "
    rf"$-\langle x^{{(n+1)}},w_i^{{\mathrm{{gd}}}}\rangle$, and ${GD}$.",
    expect="refuted",
    defect="typo",
    because="Section 3 D predicts with minus the entry, which is plus the inner product.",
    sign=1,
)
@prediction.amended(
    r"The predicted label after layer $i$, which is $-[Z_i]_{d+1,n+1}$, equals "
    rf"$+\langle x^{{(n+1)}},w_i^{{\mathrm{{gd}}}}\rangle$, and ${GD}$.",
    because="One of the two signs has to go.",
    sign=-1,
)
def entry_follows_gradient_descent(
    s: Setting, tf: Transformer, prompt: Prompt, iterates: Array, sign: int
) -> Margin:
    """After each layer the query's entry is an inner product with the gradient descent iterate."""
    y = labels(prompt.X, prompt.w_star)
    seen = batch_first(entry_of(tf.run(embed(prompt.X, y, prompt.query))))
    return equal(seen, sum(iterates * prompt.query[:, None, :], -1) * sign)


@eq_11.printed(
    r"The transformer follows $w_{k+1}=w_k+A_k\nabla R_{w_k}(w_k)$.",
    expect="refuted",
    defect="typo",
    because="R with subscript w_k has its minimum at w_k: the gradient vanishes and nothing moves.",
    iterates=other(lambda s: s.A * 0),
)
@eq_11.amended(r"The transformer follows $w_{k+1}=w_k+A_k\nabla R_{w_\star}(w_k)$.")
def update_of_eq_11(s: Setting, tf: Transformer, prompt: Prompt, iterates: Array) -> Margin:
    """The gradient method that the transformer implements, in the form of (11)."""
    return entry_follows_gradient_descent(s, tf, prompt, iterates, -1)


for claim in (entry, prediction, eq_11):
    claim.mutant("descent with -A", iterates=other(lambda s: -s.A))
    claim.mutant("A need not be symmetric", settings=settings(lambda L, d: reals(L, d, d)))
    claim.mutant(
        "matrices in reverse order", iterates=other(lambda s: s.A[list(range(s.L))[::-1]])
    )
entry.derive_mutants(at=Setting(d=2, n=2, L=2, A=symmetric(2, 2).seeded(1)))
