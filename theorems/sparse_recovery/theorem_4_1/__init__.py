r"""Theorem 4.1: the decoder transformer follows LISTA-VM at every layer and every prefix.

With the structure of section 4.3 there are parameters such that for every layer $k$ and prefix length
$n$ the estimate at token $2n+1$ obeys (4.4), the recursion with
$\frac{1}{2n+1}M^{(k)}X_{1:n}^\top(X_{1:n}\beta-y_{1:n})$. Read: for all sizes, all matrices $M^{(k)}$ and
thresholds $\theta^{(k)}\ge0$ there are weights that serve every prompt of Assumption 1.

The existence claim holds: with the last bias of (C.2) corrected the weights of appendix C.1 do it, at
even tokens nothing is needed, and the constant $B$ may depend on the bounds of Assumption 1 (we
take half of $\|M\|b_x^2$ times the radius reached so far as the growth of a layer). The printed weights
are a claim of their own (`construction`), which fails with (C.2); `rows` has the rows in which
the estimate stands.

Theorem 12 of the slides, with its (6), is the same word for word. The reference is the recursion, computed
for each prefix from its own data.
"""

from collections.abc import Callable

from baselines.proximal import lista_vm_from_all
from constructions.lista_vm import lista_vm_transformer
from constructions.transformer import Transformer
from lemmata import Declaration, Margin, Prompt, equal, lines
from lemmata.numbers import Array, broadcast_to, concatenate, moveaxis, stack
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.eq_c_2 import displays as soft_threshold_mlp
from theorems.sparse_recovery.theorem_4_1.figure import plots
from theorems.sparse_recovery.theorem_4_1.setting import (
    PAPER_SIZE,
    Setting,
    estimates,
    labels,
    network,
    prompts,
    recursion,
    settings,
)

RECURSION = (
    r"\beta^{(k+1)}_{2n+1}=\mathcal S_{\theta^{(k)}}\left(\beta^{(k)}_{2n+1}-\frac{1}{2n+1}M^{(k)}"
    r"X_{1:n,:}^\top\left(X_{1:n,:}\beta^{(k)}_{2n+1}-y_{1:n}\right)\right)"
)
Recursion = Callable[[Array, Array, Array, Array], Array]
"""From X, y, M and theta to the estimates ``(batch, K + 1, N, d)``."""
Answer = Callable[[Array], Array]

existence = PAPER.claim(
    "Theorem 4.1",
    rank="headline",
    origin="read",
    at=lines(171, 175),
    summary="A decoder transformer with the right weights runs LISTA-VM at every layer and every prefix of its "
    "data",
    settings=settings(),
    prompts=prompts,
    examples=[PAPER_SIZE],
    uses=[soft_threshold_mlp],
)


@existence.printed(
    r"With the structure of section 4.3, for all $M^{(k)}$, $\theta^{(k)}\ge0$ there are parameters such that "
    r"under Assumption 1 ($\|x_i\|\le b_x$, $\|\beta^*\|_1\le b_\beta$, $y=X\beta^*$) for any $k\in[1:K]$, "
    rf"$n\in[N]$: ${RECURSION}$.",
    construction=network(),
    recursion=recursion,
)
def some_weights_follow_the_recursion(
    s: Setting, tf: Transformer, prompt: Prompt, recursion: Recursion, answer: Answer
) -> Margin:
    """The estimates at the tokens 3, 5, ..., 2N + 1 of every layer are those of LISTA-VM on the prefixes."""
    y = labels(prompt.X, prompt.beta_star)
    return equal(answer(estimates(tf, prompt, y)), recursion(prompt.X, y, s.M, s.theta))


def sees_everything(X: Array, y: Array, M: Array, theta: Array) -> Array:
    """The estimate from all N measurements at every prefix, as if there were no mask."""
    every = recursion(X, y, M, theta)
    return broadcast_to(every[:, :, -1:], every.shape)


def twice_n(X: Array, y: Array, M: Array, theta: Array) -> Array:
    """The recursion with 1 / (2n) in place of 1 / (2n + 1)."""
    prefixes = [
        lista_vm_from_all(X[:, :n], y[:, :n], M * (2 * n + 1) / (2 * n), theta)
        for n in range(1, X.shape[1] + 1)
    ]
    return moveaxis(stack(prefixes, 2), 0, 1)


def add_mutants(claim: Declaration) -> None:
    """Wrong variants of (4.4), which every claim on the whole network has to notice."""
    claim.mutant("attend to the future", recursion=sees_everything)
    claim.mutant("M is transposed", recursion=lambda X, y, M, theta: recursion(X, y, M.mT, theta))
    claim.mutant("the labels change sign", recursion=lambda X, y, M, th: recursion(X, -y, M, th))
    claim.mutant("1 / (2n)", recursion=twice_n)
    claim.mutant(
        "the next layer's theta",
        recursion=lambda X, y, M, th: recursion(X, y, M, concatenate([th[1:], th[:1]], 0)),
    )
    claim.mutant("B is zero", construction=lambda s: lista_vm_transformer(s.M, s.theta, 0.0, bias="corrected"))


add_mutants(existence)
existence.figure(plots)
