r"""(59) and (60) of Lemma 2's proof, on the literal forward pass (4) with weights (9).

Both have one witness $\theta_\ell$, which may depend on the samples and on $w_\star$ only, with
$\theta_0=0$. $g(x,y,\ell)$ is the last entry of $Z_\ell$ for the query x with $y_0^{(n+1)}=y$.
"""

from __future__ import annotations

from constructions.transformer import Transformer
from lemmata import Margin, Prompt, equal
from lemmata.numbers import Array, stack, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_lemma_2 import (
    Setting,
    iterates,
    on_the_network,
)
from theorems.preconditioned_gradient_descent.instances_lemma_2_proof import (
    PROOF,
    asymmetric,
    states,
)
from theorems.preconditioned_gradient_descent.lemma_2 import entry

eq_59 = on_the_network(PAPER.claim("(59)", slug="lemma-2-eq-59", uses=[entry], **PROOF))
eq_60 = on_the_network(PAPER.claim("(60)", slug="lemma-2-eq-60", uses=[entry], **PROOF))


@eq_59.response
@eq_60.response
def theta(s: Setting, X: Array, w_star: Array) -> Array:
    """theta_0 = 0, ..., theta_L: minus the iterates, (batch, L + 1, d)."""
    return -iterates(s, X, w_star)


def g(tf: Transformer, prompt: Prompt, query: Array, answer: Array = None) -> Array:
    """The function g after every layer, ``(batch, L + 1)``."""
    return stack([z[:, -1, -1] for z in states(tf, prompt, query, answer)], 1)


@eq_59.printed(
    r"There is a $\theta_\ell$, the same for all x and y, with $g(x,y,\ell)=g(x,0,\ell)+y="
    r"\langle\theta_\ell,x\rangle+y$, and $\theta_0=0$."
)
def affine_in_the_query(s: Setting, tf: Transformer, prompt: Prompt, theta: Array) -> Margin:
    """The query's entry is an inner product plus its label."""
    y = prompt.numbers[:, :1]
    wanted = sum(theta * prompt.query[:, None], -1) + y
    return equal(g(tf, prompt, prompt.query, y[:, 0]), wanted)


@eq_60.printed(
    r"For all $i\in\{1,\dots,n+1\}$: $y_\ell^{(i)}=g(x^{(i)},y^{(i)},\ell)="
    r"\langle\theta_\ell,x^{(i)}\rangle+y^{(i)}$.",
)
def every_token_is_treated_alike(
    s: Setting, tf: Transformer, prompt: Prompt, theta: Array
) -> Margin:
    """The entry of every token is an inner product plus its label."""
    Z = states(tf, prompt, prompt.query)
    found = stack([z[:, -1] for z in Z], 1)
    wanted = theta @ Z[0][:, : s.d] + Z[0][:, s.d :]
    first = g(tf, prompt, prompt.X[:, 0], Z[0][:, -1, 0])
    return equal(
        stack([found[..., 0], *(found[..., i] for i in range(s.n + 1))], 2),
        stack([first, *(wanted[..., i] for i in range(s.n + 1))], 2),
    )


for claim in (eq_59, eq_60):
    claim.mutant("plus the iterate", theta=iterates)
    claim.mutant("no step", theta=lambda s, X, w_star: -iterates(s, X, w_star) * 0)
    asymmetric(claim)
