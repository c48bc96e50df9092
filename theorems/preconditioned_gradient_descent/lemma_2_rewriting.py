r"""The displays around (63) in the proof of Lemma 2: (58) rewritten, and the second form of (10).

$\theta_\ell$ is read off the literal forward pass (4) with (9): its coordinates are $g(e_j,0,\ell)$, by (59).
"""

from __future__ import annotations

from collections.abc import Callable

from baselines.gradient import labels, least_squares
from constructions.transformer import Transformer
from lemmata import Margin, Prompt, equal
from lemmata.numbers import Array, stack, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_lemma_2 import Setting, on_the_network
from theorems.preconditioned_gradient_descent.instances_lemma_2_proof import (
    PROOF,
    own_theta,
    states,
    times,
)
from theorems.preconditioned_gradient_descent.lemma_2 import entry

rewriting = on_the_network(
    PAPER.claim("before (63)", slug="lemma-2-rewriting", uses=[entry], **PROOF)
)
quadratic = on_the_network(
    PAPER.claim("before (64)", slug="lemma-2-quadratic-form", uses=[entry], **PROOF)
)


@rewriting.printed(
    r"$y_{\ell+1}^{(n+1)}=y_\ell^{(n+1)}+\frac1n\langle A_\ell\bar X\bar Y_\ell^\top,x^{(n+1)}\rangle"
    r"=y_\ell^{(n+1)}+\frac1n\langle A_\ell\bar X(\bar X^\top\theta_\ell+\bar Y_0^\top),x^{(n+1)}\rangle"
    r"=y_\ell^{(n+1)}+\frac1n\langle A_\ell\bar X(\bar X^\top(\theta_\ell+w_\star)),x^{(n+1)}\rangle$.",
    start=lambda prompt: labels(prompt.X, prompt.w_star),
)
def three_forms(
    s: Setting, tf: Transformer, prompt: Prompt, start: Callable[[Prompt], Array]
) -> Margin:
    """(58) in three equivalent forms."""
    Z, theta, X = states(tf, prompt, prompt.query), own_theta(s, tf, prompt), prompt.X
    found, wanted = [], []
    for i, A in enumerate(s.A):
        inner = [Z[i][:, -1, : s.n], times(X, theta[i]) + start(prompt)]
        inner.append(times(X, theta[i] + prompt.w_star))
        for v in inner:
            step = sum(times(A @ X.mT, v) * prompt.query, -1) / s.n
            found.append(Z[i + 1][:, -1, -1])
            wanted.append(Z[i][:, -1, -1] + step)
    return equal(stack(found, 1), stack(wanted, 1))


@quadratic.printed(
    r"$R_{w_\star}(w)=\frac1{2n}\sum_i(w^\top x_i-w_\star^\top x_i)^2="
    r"\frac1{2n}(-w+w_\star)^\top\bar X\bar X^\top(-w+w_\star)$.",
    sign=-1,
)
def second_form(s: Setting, prompt: Prompt, sign: int) -> Margin:
    """The least-squares loss as a quadratic form."""
    X, w = prompt.X, prompt.query
    gap = w * sign + prompt.w_star
    loss = least_squares(X, labels(X, prompt.w_star), w)
    return equal(loss, sum(times(X.mT @ X, gap) * gap, -1) / (2 * s.n))


rewriting.mutant("without the labels", start=lambda prompt: labels(prompt.X, prompt.w_star) * 0)
rewriting.mutant("the labels of another w", start=lambda prompt: labels(prompt.X, prompt.other))
quadratic.mutant("w + w_star", sign=1)
quadratic.mutant("without w", sign=0)
