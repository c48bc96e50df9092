r"""(63) and (64): what the network's own $\theta_\ell$ satisfies, and plain gradient descent.

$\theta_\ell$ is read off the literal forward pass (4) with (9): its coordinates are $g(e_j,0,\ell)$, by (59).
$\bar X$ is $d\times n$ here. ``gradient-descent`` is the sentence that $A_k=-\gamma_kI$ gives plain gradient
descent.
"""

from __future__ import annotations

from collections.abc import Callable

from baselines.gradient import labels, least_squares_gradient
from constructions.gradient_descent import preconditioned_gd_transformer
from constructions.transformer import Transformer
from lemmata import Margin, Prompt, equal
from lemmata.numbers import Array, eye, stack
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_lemma_2 import Setting, on_the_network
from theorems.preconditioned_gradient_descent.instances_lemma_2_proof import PROOF, own_theta, times
from theorems.preconditioned_gradient_descent.lemma_2 import entry

eq_63 = on_the_network(PAPER.claim("(63)", slug="lemma-2-eq-63", uses=[entry], **PROOF))
eq_64 = on_the_network(PAPER.claim("(64)", slug="lemma-2-eq-64", uses=[entry], **PROOF))
plain = on_the_network(
    PAPER.claim(
        "after Lemma 2, A = -gamma I", slug="lemma-2-gradient-descent", uses=[entry], **PROOF
    )
)


plain.construction(lambda s: preconditioned_gd_transformer(steps(s)))


def steps(s: Setting) -> Array:
    """A_k = -gamma_k I, with gamma_k the first entry of the setting's A_k."""
    return -s.A[:, :1, :1] * eye(s.d, s.A)


@eq_63.printed(
    r"$\theta_{\ell+1}=\theta_\ell+\frac1nA_\ell\bar X\bar X^\top(\theta_\ell+w_\star)$.", sign=1
)
def recursion_of_theta(s: Setting, tf: Transformer, prompt: Prompt, sign: int) -> Margin:
    """The recursion of theta."""
    theta = own_theta(s, tf, prompt)
    gram = prompt.X.mT @ prompt.X / s.n
    wanted = [
        t + times(A @ gram, t + prompt.w_star * sign) for t, A in zip(theta, s.A, strict=False)
    ]
    return equal(stack(list(theta[1:]), 1), stack(wanted, 1))


@eq_64.printed(
    r"With $w_\ell=-\theta_\ell$: $w_{\ell+1}=w_\ell+A_\ell\nabla R_{w_\star}(w_\ell)$.",
    sign=-1,
    A=lambda s: s.A,
)
@plain.printed(
    r"With $A_k=-\gamma_kI$ the transformer implements gradient descent: "
    r"$w_{\ell+1}=w_\ell-\gamma_\ell\nabla R_{w_\star}(w_\ell)$.",
    sign=-1,
    A=steps,
)
def recursion_of_the_iterates(
    s: Setting, tf: Transformer, prompt: Prompt, sign: int, A: Callable[[Setting], Array]
) -> Margin:
    """The network's own iterates follow preconditioned gradient descent."""
    w, y = own_theta(s, tf, prompt) * sign, labels(prompt.X, prompt.w_star)
    wanted = [
        v + times(A_l, least_squares_gradient(prompt.X, y, v))
        for v, A_l in zip(w, A(s), strict=False)
    ]
    return equal(stack(list(w[1:]), 1), stack(wanted, 1))


eq_63.mutant("theta - w_star", sign=-1)
eq_63.mutant("without w_star", sign=0)
for claim in (eq_64, plain):
    claim.mutant("w = theta", sign=1)
eq_64.mutant("descent with -A", A=lambda s: -s.A)
plain.mutant("ascent", A=lambda s: -steps(s))
