r"""The state that every layer reads: Proposition 1 (with Theorem C.1, of which it is the proof).

The input of layer $k\ge2$ has the rows of (4.2), and $\beta^{(k)}_{2n+1}=\mathcal S_{\theta^{(k-1)}}\big(
\beta^{(k-1)}_{2n+1}-\gamma^{(k-1)}D_n^\top(X_{1:n}\beta^{(k)}_{2n+1}-y_{1:n})\big)$, with
$D_n=\frac1{2n+1}X_{1:n}(M^V)^\top$: the estimate stands on both sides, where $\beta^{(k-1)}$ is meant on the
right. (Its growth bound is in :mod:`theorems.sparse_recovery.proposition_1.growth`.) The proof once writes
$X_{1:\lfloor(i+1)/2\rfloor}$ and $y_{1:\lfloor(i+1)/2\rfloor}$ for odd $i=2n+1$, one row more than $D_n$
has. Theorem C.1 is the same statement over all layers; it is called an equivalent form of Theorem 4.1 but
has one $M^V$ for all layers: $M^{(1)},\dots,M^{(K)}$ need not be multiples of one matrix.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.lista_vm import embed
from constructions.transformer import Transformer
from lemmata import Margin, Prompt, equal
from lemmata.numbers import Array, concatenate, stack
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.instances_proposition_1 import network, prefix_step, settings
from theorems.sparse_recovery.proposition_1.eq_c_12 import c12
from theorems.sparse_recovery.proposition_1.setting import Setting, data, prompts

Step = Callable[[Array, Array], Array]
"""Which estimate stands inside the residual: of (before, after)."""
inputs, rows = (
    PAPER.claim(label, id=id, kind="forall", settings=settings, prompts=prompts, uses=[c12])
    for label, id in (
        ("Proposition 1", "proposition-1"),
        ("Proposition 1, in its proof", "proposition-1/rows"),
    )
)


def input_of_every_layer(s: Setting, tf: Transformer, prompt: Prompt, inside: Step) -> Margin:
    """The input of every layer has the rows of (4.2), with the estimates of the recursion."""
    H = embed(*data(s, prompt))
    states = [state.mT for state in tf.run(H)[::2]]
    found, expected = [], []
    for k in range(s.K):
        before, after = (states[j][:, ::2, s.d + 1 : -1] for j in (k, k + 1))
        wanted = prefix_step(s, prompt, k, before, inside(before, after), 0)
        kept = concatenate([states[k + 1][..., : s.d + 1], states[k + 1][..., -1:]], -1)
        given = concatenate([H.mT[..., : s.d + 1], H.mT[..., -1:]], -1)
        found += [flat(after), flat(kept)]
        expected += [flat(wanted), flat(given)]
    return equal(concatenate(found, 1), concatenate(expected, 1))


def flat(x: Array) -> Array:
    return x.reshape(x.shape[0], x.shape[1] * x.shape[2])


def rows_of_the_proof(s: Setting, tf: Transformer, prompt: Prompt, more: int) -> Margin:
    """The estimate at token i = 2n + 1 <= 2N - 1 is made from so many rows."""
    states = [H.mT[:, :-1:2, s.d + 1 : -1] for H in tf.run(embed(*data(s, prompt)))[::2]]
    wanted = [prefix_step(s, prompt, k, states[k], states[k], more) for k in range(s.K)]
    return equal(stack(states[1:], 1), stack(wanted, 1))


FORM = (
    r"For $k\ge2$ the input $H^{(k)}$ has the rows $x$, $y$ and flag of (4.2), and $\beta^{(k)}_{2n+1}="
    r"\mathcal S_{\theta^{(k-1)}}\left(\beta^{(k-1)}_{2n+1}-\gamma^{(k-1)}D_n^\top(X_{1:n}"
    r"\beta^{(%s)}_{2n+1}-y_{1:n})\right)$."
)
STEP = (
    r"For odd $i=2n+1$: $\beta_i^{(k)}=\mathcal S_{\theta^{(k-1)}}\left(\beta_i^{(k-1)}-\frac{\gamma^{(k-1)}}i"
    r"M^VX_{1:%s}^\top(X_{1:%s}\beta_i^{(k-1)}-y_{1:%s})\right)$."
)
inputs.printed(
    FORM % "k", expect="refuted", defect="typo",
    because="The residual is that of the estimate before the step.",
    construction=network, inside=lambda before, after: after,
)(input_of_every_layer)  # fmt: skip
inputs.amended(
    FORM % "k-1", because="With the estimate before the step on the right side.",
    construction=network, inside=lambda before, after: before,
)(input_of_every_layer)  # fmt: skip
rows.printed(
    STEP % ((r"\lfloor(i+1)/2\rfloor",) * 3), expect="refuted", defect="typo",
    because="Token i has seen (i - 1) / 2 labels, one row less.", construction=network, more=1,
)(rows_of_the_proof)  # fmt: skip
rows.amended(
    STEP % ((r"(i-1)/2",) * 3), because="With the rows of D_n.", construction=network, more=0,
)(rows_of_the_proof)  # fmt: skip
inputs.mutant("no data", inside=lambda before, after: before * 0)
inputs.mutant("half of each", inside=lambda before, after: (before + after) / 2)
rows.mutant("one row less", more=-1)
rows.mutant("all rows", more=9)
