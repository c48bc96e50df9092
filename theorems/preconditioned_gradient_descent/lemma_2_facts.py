r"""The facts in the proof of Lemma 2, on the literal forward pass (4) with weights (9).

$g(x,y,\ell)$ is the last entry of $Z_\ell$ for the query $x^{(n+1)}=x$ with $y_0^{(n+1)}=y$. ``fact-1``:
$g(x,y,\ell)=g(x,0,\ell)+y$. ``fact-2``: $g(x,0,\ell)$ is linear in x. ``independence``: for $i\le n$ the
entries $y_\ell^{(i)}$ depend on neither $x^{(n+1)}$ nor $y^{(n+1)}$.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.transformer import Transformer
from lemmata import Margin, Prompt, equal
from lemmata.numbers import Array, stack
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_lemma_2 import Setting, on_the_network
from theorems.preconditioned_gradient_descent.instances_lemma_2_proof import PROOF, states
from theorems.preconditioned_gradient_descent.lemma_2 import entry

fact_1 = on_the_network(PAPER.claim("after (56), 1", slug="lemma-2-fact-1", uses=[entry], **PROOF))
fact_2 = on_the_network(PAPER.claim("after (58), 2", slug="lemma-2-fact-2", uses=[entry], **PROOF))
independence = on_the_network(
    PAPER.claim("after (57)", slug="lemma-2-independence", uses=[entry], **PROOF)
)


def g(tf: Transformer, prompt: Prompt, query: Array, answer: Array = None) -> Array:
    """The function g after every layer, ``(batch, L + 1)``."""
    return stack([z[:, -1, -1] for z in states(tf, prompt, query, answer)], 1)


@fact_1.printed(
    r"$g(x,y,\ell)=g(x,0,\ell)+y$ for all $\ell$, x and y.",
    shift=lambda y: y,
)
def additive_in_the_label(
    s: Setting, tf: Transformer, prompt: Prompt, shift: Callable[[Array], Array]
) -> Margin:
    """The query's own entry is carried along."""
    y = prompt.numbers[:, 0]
    return equal(g(tf, prompt, prompt.query, y), g(tf, prompt, prompt.query) + shift(y)[:, None])


@fact_2.printed(
    r"$g(x,0,\ell)$ is linear in x: $g(ax+bx',0,\ell)=a\,g(x,0,\ell)+b\,g(x',0,\ell)$.",
    second=lambda prompt: prompt.other,
)
def linear_in_the_query(
    s: Setting, tf: Transformer, prompt: Prompt, second: Callable[[Prompt], Array]
) -> Margin:
    """The query's entry is linear in the query."""
    a, b = prompt.numbers[:, :1], prompt.numbers[:, 1:]
    mixed = g(tf, prompt, prompt.query * a + prompt.other * b)
    return equal(mixed, g(tf, prompt, prompt.query) * a + g(tf, prompt, second(prompt)) * b)


@independence.printed(
    r"For $i\le n$, $y_\ell^{(i)}$ depends on neither $y_t^{(n+1)}$ nor $x^{(n+1)}$, for any t.",
    kept=lambda s: s.n,
)
def samples_do_not_see_the_query(
    s: Setting, tf: Transformer, prompt: Prompt, kept: Callable[[Setting], int]
) -> Margin:
    """The entries of the samples do not depend on the query."""
    here = states(tf, prompt, prompt.query, prompt.numbers[:, 0])
    there = states(tf, prompt, prompt.other, prompt.numbers[:, 1])
    left, right = (stack([z[:, -1, : kept(s)] for z in Z], 1) for Z in (here, there))
    return equal(left, right)


fact_1.mutant("twice", shift=lambda y: y * 2)
fact_1.mutant("the label is forgotten", shift=lambda y: y * 0)
fact_2.mutant("the same query twice", second=lambda prompt: prompt.query)
fact_2.mutant("minus", second=lambda prompt: -prompt.other)
independence.mutant("the query's own entry, too", kept=lambda s: s.n + 1)
