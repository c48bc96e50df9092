r"""Lemma 2: a linear transformer with sparse weights runs preconditioned gradient descent.

With weights (9), the forward pass (4) and the least-squares loss (10). Index: the paper's
$k$-layer transformer is written here with $L$ layers $A_0,\dots,A_{L-1}$, and the statement is checked
after every layer $i=0,\dots,L$ (the paper lists one matrix more than it uses). The iterates $w_i$ are
the witness of "there exists": they may depend on the samples and on $w_\star$, never on the query.

With $y_i^{(n+1)}$ read as the entry $[Z_i]_{d+1,n+1}$, as the proof defines it, the lemma holds. Part D
of section 3 predicts with *minus* that entry, so that the predicted label is
$+\langle x^{(n+1)},w_i\rangle$, where Lemma 2 prints a minus sign (``prediction``).

``indices``, read with the prediction of section 3 D: the sentence before the lemma speaks of
"k-step preconditioned gradient methods using
$-A_1,\dots,-A_k$", about "the k-layer transformer parameterized by $A_0\dots A_k$": by (4) the k-th
state $Z_k$ has gone through $A_0,\dots,A_{k-1}$. The first matrix is left out, and the last one is not used.

That $A_k=-\gamma_kI$ is gradient descent, as the text says before and after the lemma, is the lemma for these
matrices: one of its examples.
"""

from collections.abc import Callable

from baselines.gradient import gradient_descent
from constructions.gradient_descent import preconditioned_gd_transformer
from constructions.transformer import Transformer
from lemmata import Margin, Prompt, equal, lines, symmetric
from lemmata.numbers import Array, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.lemma_2.setting import (
    GD,
    LARGE,
    NETWORK,
    PLAIN,
    Setting,
    add_mutants,
    complete,
    one_query,
    prompts,
    proof_settings,
    query_entries,
    settings,
    states,
)

Change = Callable[[Array], Array]
entry = PAPER.claim(
    "Lemma 2",
    summary="Each layer takes one step of preconditioned gradient descent, read off the last entry.",
    origin="read",
    at=lines(175, 185),
    settings=settings(),
    prompts=prompts,
    examples=[LARGE, PLAIN],
)
complete(entry)


@entry.printed(
    NETWORK + r"for $i=0,\dots,L$ there is a $w_i^{\mathrm{gd}}\in\mathbb R^d$, which does not depend on "
    r"$x^{(n+1)}$, such that $y_i^{(n+1)}=-\langle x^{(n+1)},w_i^{\mathrm{gd}}\rangle$, where "
    r"$y_i^{(n+1)}=[Z_i]_{d+1,n+1}$, and "
    rf"${GD}$, from $w_0^{{\mathrm{{gd}}}}=0$; with $A_i=-\gamma_iI$ this is gradient descent, "
    r"$w^{\mathrm{gd}}_{i+1}=w^{\mathrm{gd}}_i-\gamma_i\nabla R_{w_\star}(w^{\mathrm{gd}}_i)$.",
    sign=-1,
)
def entry_follows_gradient_descent(
    s: Setting, tf: Transformer, prompt: Prompt, answer: Change, iterates: Array, sign: int
) -> Margin:
    """After each layer the query's entry is an inner product with the gradient descent iterate."""
    inner = sum(iterates * prompt.query[:, None, :], -1)
    return equal(answer(query_entries(tf, prompt)), inner * sign)


add_mutants(entry)
entry.derive_mutants(at=Setting(d=2, n=2, L=2, A=symmetric(2, 2).seeded(1)))

prediction = PAPER.claim(
    "Lemma 2, predicted label",
    id="lemma-2/prediction",
    summary="The predicted label is minus the inner product of the query with the iterate.",
    rank="slip",
    origin="read",
    at=lines(177, 181),
    settings=settings(),
    prompts=prompts,
    examples=[LARGE],
    uses=[entry],
)
complete(prediction)


@prediction.printed(
    NETWORK + r"the predicted label after layer $i=0,\dots,L$, which is $-[Z_i]_{d+1,n+1}$, equals "
    rf"$-\langle x^{{(n+1)}},w_i^{{\mathrm{{gd}}}}\rangle$, where ${GD}$ from $w_0^{{\mathrm{{gd}}}}=0$.",
    defect="typo",
    because="Section 3 D predicts with minus the entry, which is plus the inner product.",
    sign=-1,
)
@prediction.amended(
    NETWORK + r"the predicted label after layer $i=0,\dots,L$, which is $-[Z_i]_{d+1,n+1}$, equals "
    rf"$+\langle x^{{(n+1)}},w_i^{{\mathrm{{gd}}}}\rangle$, where ${GD}$ from $w_0^{{\mathrm{{gd}}}}=0$.",
    because="The entry is minus the inner product (Lemma 2), so that minus the entry is plus it.",
    adds="plus for minus",
    sign=1,
)
def predicted_label(
    s: Setting, tf: Transformer, prompt: Prompt, answer: Change, iterates: Array, sign: int
) -> Margin:
    """The predicted label of the query is an inner product with the gradient descent iterate."""
    inner = sum(iterates * prompt.query[:, None, :], -1)
    return equal(answer(-query_entries(tf, prompt)), inner * sign)


add_mutants(prediction)

indices = PAPER.claim(
    "before Lemma 2",
    id="lemma-2/indices",
    summary="The k-th prediction is that of k steps with the matrices 1 to k.",
    rank="slip",
    origin="read",
    at=lines(175, 177),
    settings=proof_settings(layers=2),
    prompts=one_query,
    uses=[entry],
)
indices.construction(lambda s: preconditioned_gd_transformer(s.A))


@indices.printed(
    NETWORK + r"with $L=k+1$, $k\ge1$, $-[Z_k]_{d+1,n+1}=\langle x^{(n+1)},w\rangle$ for the w "
    r"that k "
    r"steps $w\leftarrow w+A_i\nabla R_{w_\star}(w)$ from 0 with $A_1,\dots,A_k$ in this order lead to.",
    defect="typo",
    because="The first layer is that of A_0, and after k layers A_k has not been used.",
    steps=lambda A: A[1:],
)
@indices.amended(
    NETWORK + r"with $L=k+1$, $k\ge1$, $-[Z_k]_{d+1,n+1}=\langle x^{(n+1)},w\rangle$ for the w "
    r"that k "
    r"steps $w\leftarrow w+A_i\nabla R_{w_\star}(w)$ from 0 with $A_0,\dots,A_{k-1}$ in this order lead to.",
    adds="A_0 to A_(k-1) for A_1 to A_k",
    steps=lambda A: A[:-1],
)
def matrices_in_use(s: Setting, tf: Transformer, prompt: Prompt, steps: Callable[[Array], Array]) -> Margin:
    """The matrices that the k-th prediction depends on."""
    w = gradient_descent(prompt.X, steps(s.A), w_star=prompt.w_star)[-1]
    Z_k = states(tf, prompt, prompt.query)[s.L - 1]
    return equal(-Z_k[:, -1, -1], sum(w * prompt.query, -1))


indices.mutant("all of them", steps=lambda A: A)
indices.mutant("descent with -A", steps=lambda A: -A[:-1])
