r"""The transformer that A.4 prints does not follow the proximal gradient method; with two repairs it does.

(112): after the layers 3, 5, ..., L its $\rho$ is the iterate of (38b) with errors $e_t$, which (120) and
(127) bound. A proximal gradient step with $\eta=\frac1{2n}$ does not enlarge distances, so that the
deviation from the exact method after t steps is at most $\sqrt{n+1}$ times the sum of these bounds, in the
Euclidean norm. The reference is the recursion (38) from 0, written from the display; the bounds are
evaluated along the transformer's own states.

The printed weights lack the fourth head of Attn1 (the row may have been lost in extraction) and the factor
N of Attn2. With the fourth head alone the first step is right and the second is not, since a prediction
that is N times too small no longer takes the query's own term away: that is one of the mutants.
"""

from __future__ import annotations

from constructions.transformer import Transformer
from lemmata import Margin, Prompt, at_most
from lemmata.numbers import absolute, stack, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.instances_lemma_4 import (
    Setting,
    prompts,
    settings,
    transformer,
)
from theorems.universal_approximation.instances_lemma_4_run import errors_120, exact, run

FOLLOWS = (
    r"$\|\rho^{(2t+1)}-\rho_t\|_2\le\sqrt{n+1}\sum_{s\le t}\varepsilon_s$ for all $t\le T$, where "
    r"$\rho_t$ is the exact method "
    r"(38b) from 0 and $\varepsilon_s$ the first line of (120) before step $s$, with (125)."
)

whole = PAPER.claim(
    "Lemma 4, weights of A.4",
    slug="lemma-4-construction",
    kind="forall",
    settings=settings(),
    prompts=prompts,
)


@whole.printed(
    "With the weights as listed: " + FOLLOWS,
    expect="refuted",
    defect="construction",
    because="Attn1 lacks a head and Attn2 the factor N.",
    construction=transformer("printed"),
)
@whole.amended(
    "With the fourth head and the factor N in Attn2: " + FOLLOWS,
    because="The two repairs of the single layers.",
    construction=transformer("repaired"),
)
def transformer_follows_the_method(s: Setting, tf: Transformer, prompt: Prompt) -> Margin:
    """The transformer follows the exact proximal gradient method within its own error bound."""
    r = run(s, tf, prompt)
    reference = exact(s, r, 2 * s.n)
    errors = errors_120(s, r, 2 * s.n)
    deviation = r.rho - reference
    squares = sum(deviation * deviation, -1)
    allowed = stack([sum(errors[:, :t], -1) for t in range(1, s.T + 1)], 1)
    return at_most(squares[:, 1:], allowed * allowed * (s.n + 1)).report(
        deviation=sum(absolute(deviation[:, -1]), -1)
    )


whole.mutant("Attn2 without the factor N", construction=transformer("four heads"))
whole.mutant("twice the step", construction=transformer("repaired", lambda s: s.n))


@whole.mutant("the query is not taken away")
def without_the_query_head(tf: Transformer) -> Transformer:
    """Attn1 with its third head's values zero: it shows from the second step on."""
    return tf.derived_mutant("Attn1 head query Q[x<-one] zeroed")
