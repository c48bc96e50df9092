r"""Around Lemma 2: with $A_k=-\gamma_kI$ the transformer runs plain gradient descent.

"The above iterative schemes" (11) "include gradient descent with $A_k=-\gamma_kI$"; after the lemma the choice
"recovers the proof that transformer can implement gradient descent". The check is that of (64).
"""

from constructions.gradient_descent import preconditioned_gd_transformer
from lemmata import lines
from lemmata.numbers import Array, eye
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.lemma_2 import entry
from theorems.preconditioned_gradient_descent.lemma_2.proof import recursion_of_the_iterates
from theorems.preconditioned_gradient_descent.lemma_2.setting import Setting, proof_prompts, proof_settings


def steps(s: Setting) -> Array:
    """A_k = -gamma_k I, with gamma_k the first entry of the setting's A_k."""
    return -s.A[:, :1, :1] * eye(s.d, s.A)


plain = PAPER.claim(
    "after Lemma 2, A = -gamma I",
    id="lemma-2/gradient-descent",
    rank="step",
    at=lines(185),
    settings=proof_settings(),
    prompts=proof_prompts,
    uses=[entry],
)
plain.construction(lambda s: preconditioned_gd_transformer(steps(s)))
plain.printed(
    r"With $A_k=-\gamma_kI$ the transformer implements gradient descent: "
    r"$w_{\ell+1}=w_\ell-\gamma_\ell\nabla R_{w_\star}(w_\ell)$.",
    sign=-1,
    A=steps,
)(recursion_of_the_iterates)
plain.mutant("w = theta", sign=1)
plain.mutant("ascent", A=lambda s: -steps(s))
