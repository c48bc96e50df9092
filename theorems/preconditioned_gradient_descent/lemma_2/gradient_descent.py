r"""Around Lemma 2: with $A_k=-\gamma_kI$ the transformer runs plain gradient descent.

"The above iterative schemes" (11) "include gradient descent with $A_k=-\gamma_kI$"; after the lemma the choice
"recovers the proof that transformer can implement gradient descent". The check is that of (64): $w_\ell$ is
read off at the queries $e_1,\dots,e_d$, since by Lemma 2 one $w_\ell$ serves every query.
"""

from dataclasses import dataclass

from torch import Tensor

from constructions.gradient_descent import preconditioned_gd_transformer
from lemmata import dims, lines, reals, space
from lemmata.numbers import Array, eye
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.lemma_2 import entry
from theorems.preconditioned_gradient_descent.lemma_2.proof import recursion_of_the_iterates
from theorems.preconditioned_gradient_descent.lemma_2.setting import samples


@dataclass(frozen=True)
class Plain:
    d: int
    n: int
    L: int
    gamma: Tensor  # (L,)


def steps(s: Plain) -> Array:
    """A_k = -gamma_k I."""
    return -s.gamma[:, None, None] * eye(s.d, s.gamma)


plain = PAPER.claim(
    "after Lemma 2, A = -gamma I",
    id="lemma-2/gradient-descent",
    summary="With multiples of the identity the transformer runs plain gradient descent.",
    rank="step",
    origin="read",
    at=lines(175, 185),
    settings=space(Plain, d=dims(1, 3), n=dims(1, 3), L=dims(1, 3), gamma=lambda s: reals(s.L)),
    prompts=samples,
    uses=[entry],
)
plain.construction(lambda s: preconditioned_gd_transformer(steps(s)))
plain.printed(
    r"For the transformer (9) with $A_k=-\gamma_kI$, any samples and $w_\star$: the $w_\ell$ with "
    r"$[Z_\ell]_{d+1,n+1}=-\langle x,w_\ell\rangle$ for all queries x follow gradient descent, "
    r"$w_{\ell+1}=w_\ell-\gamma_\ell\nabla R_{w_\star}(w_\ell)$.",
    sign=-1,
    A=steps,
)(recursion_of_the_iterates)
plain.mutant("w = theta", sign=1)
plain.mutant("ascent", A=lambda s: -steps(s))
