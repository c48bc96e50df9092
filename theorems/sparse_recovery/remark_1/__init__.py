r"""Remark 1: a matrix $D$ that follows the measurements. LISTA-CP and the network (with section 4.3).

With $D_n^{(k)}=\frac1{2n+1}X_{1:n}(M^{(k)})^\top$ in (4.1), (4) of the slides, LISTA-CP's update is (4.4);
section 4.3 says it for $n=N$. So the network recovers under measurement matrices that differ: with
$M=(2d+1)I$ one layer recovers every $\beta^*$ under every $X=\mathrm{diag}(\pm1)$. What the remark says of
LISTA-CP itself is in `remark-1/lista-cp`.
"""

from collections.abc import Callable
from dataclasses import dataclass

from baselines import proximal
from constructions.lista_vm import embed, lista_vm_transformer
from constructions.transformer import Transformer
from lemmata import Margin, Prompt, dims, equal, lines, reals, signs, space
from lemmata.numbers import Array, diag_embed, eye, stack, zeros
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_4_1 import Answer, existence
from theorems.sparse_recovery.theorem_4_1.setting import Setting, estimates, labels, network, prompts, settings

follows = PAPER.claim(
    "Remark 1",
    origin="read",
    at=lines(179),
    summary="The network runs LISTA-CP with a matrix D that follows the measurements",
    settings=settings(),
    prompts=prompts,
    uses=[existence],
)
Matrix = Callable[[Array, Array], Array]
"""From X_{1:n} ``(batch, n, d)`` and M^(k) to D_n^(k)."""


def context_dependent(X: Array, M: Array) -> Array:
    """D_n^(k) = X_{1:n} (M^(k))^T / (2n + 1)."""
    return X @ M.mT / (2 * X.shape[1] + 1)


@follows.printed(
    r"For all $M^{(k)}$ and $\theta^{(k)}\ge0$, with $D_n^{(k)}=\frac1{2n+1}X_{1:n,:}(M^{(k)})^\top$, under "
    r"Assumption 1 ($\|x_i\|\le b_x$, "
    r"$\|\beta^*\|_1\le b_\beta$, $y=X\beta^*$), LISTA-CP's update (4.1) on the first $n$ measurements, "
    r"$\beta^{(k+1)}=\mathcal "
    r"S_{\theta^{(k)}}\left(\beta^{(k)}-(D_n^{(k)})^\top(X_{1:n,:}\beta^{(k)}-y_{1:n})\right)$, is what the "
    r"network of Theorem 4.1 (the bias of (C.2) corrected) computes at token $2n+1$, for all k and n.",
    construction=network(),
    D=context_dependent,
)
def network_is_lista_cp(s: Setting, tf: Transformer, prompt: Prompt, D: Matrix) -> Margin:
    """The network's estimates are those of LISTA-CP with a matrix D that depends on the measurements."""
    y = labels(prompt.X, prompt.beta_star)
    paths = []
    for n in range(1, s.N + 1):
        X = prompt.X[:, :n]
        matrices = stack([D(X, s.M[k]) for k in range(s.K)], 0)
        paths.append(stack(list(proximal.lista_cp(X, y[:, :n], matrices, s.theta)), 1))
    return equal(estimates(tf, prompt, y), stack(paths, 2))


follows.mutant("D = X M / (2n + 1)", D=lambda X, M: X @ M / (2 * X.shape[1] + 1))
follows.mutant("D = X M^T / (2n)", D=lambda X, M: X @ M.mT / (2 * X.shape[1]))


# Flexibility: one network for every matrix of signs


@dataclass(frozen=True)
class Size:
    d: int


adapts = PAPER.claim(
    "Remark 1, flexibility",
    id="remark-1/adaptive",
    rank="step",
    origin="ours",
    summary="One layer recovers every vector under every diagonal matrix of signs",
    settings=space(Size, d=dims(1, 12)),
    prompts=lambda s: space(X=signs(s.d), beta_star=reals(s.d), query=reals(s.d)),
)


def one_layer(scale: Callable[[int], int]) -> Callable[[Size], Transformer]:
    """M = scale(d) I, no threshold; B exceeds every score, which is 0 before the first layer."""

    def build(s: Size) -> Transformer:
        M = (eye(s.d, s.d) * scale(s.d))[None]
        return lista_vm_transformer(M, zeros((1,), M), 1.0, bias="corrected")

    return build


@adapts.printed(
    r"One layer of the form (4.4) with $M=(2d+1)I$, $\theta=0$ recovers $\beta^*$ from $y=X\beta^*$ for every "
    r"$X=\mathrm{diag}(\pm1,\dots,\pm1)$ and every $\beta^*$, whatever the query: "
    r"$\beta^{(2)}_{2d+1}=\beta^*$.",
    construction=one_layer(lambda d: 2 * d + 1),
)
def recovers_under_every_matrix(s: Size, tf: Transformer, prompt: Prompt, answer: Answer) -> Margin:
    """The estimate of the one layer at the last token is beta*."""
    X, y = diag_embed(prompt.X), prompt.X * prompt.beta_star
    H = tf(embed(X, y, prompt.query))
    return equal(answer(tf.stream.read(H, "beta")[..., -1]), prompt.beta_star)


adapts.mutant("M = 2d I", construction=one_layer(lambda d: 2 * d))
adapts.mutant("M = 3 I", construction=one_layer(lambda d: 3))
