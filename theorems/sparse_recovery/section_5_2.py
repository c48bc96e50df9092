r"""What a linear read-out cannot do (section 5.2: the prediction "critically depends" on the read-out).

Behind Theorem 5.2. True in a strong form: whatever the vector $v$ of Definition 4.1 and the weights of (4.4)
($M$, $\theta$, B large enough that Theorem 4.1 applies), a linear read-out of the K layers misses a label by
$|x^\top\beta^*|$ on one of the four instances $(\pm x,\pm\beta^*)$: the estimate at the query's token does
not depend on the query, so that $\hat y$ is $v_x^\top x$ plus something free of $x$. (Theorem E.1 adds a
layer for that reason.)
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from torch import Tensor

from constructions.lista_vm import embed, linear_readout, query_matrix, query_readout
from constructions.transformer import Transformer
from lemmata import Margin, Prompt, at_least, box, dims, lines, reals, scales, space
from lemmata.numbers import Array, absolute, amax, concatenate, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_4_1 import setting
from theorems.sparse_recovery.theorem_4_1.setting import labels, network, prompts


@dataclass(frozen=True)
class Setting(setting.Setting):
    v: Tensor | float = 0.0  # (2d + 2,)


settings = space(
    Setting,
    d=dims(1, 3),
    N=dims(1, 3),
    K=dims(1, 2),
    M=lambda s: reals(s.K, s.d, s.d),
    theta=lambda s: box(s.K, low=0.0, high=1.0, of="[0, inf)"),
    b_x=scales(-2, 2, of="(0, inf)"),
    b_beta=scales(-2, 2, of="(0, inf)"),
    v=lambda s: reals(2 * s.d + 2),
)


linear = PAPER.claim(
    "section 5.2, linear read-out",
    id="section-5.2/linear-readout",
    origin="ours",
    at=lines(199),
    summary="On one of four instances a linear read-out of the K layers misses the label by as much as 0 does",
    settings=settings,
    prompts=prompts,
)
Readout = Callable[[Setting, Array, Array], Array]
"""From the setting, the query's token and its x to a label ``(batch,)``."""


def linearly(s: Setting, h: Array, _x: Array) -> Array:
    """v^T h."""
    return linear_readout(s.v, h)


def largest_error(s: Setting, tf: Transformer, X: Array, x: Array, beta_star: Array, readout: Readout) -> Array:
    """The largest error of the label over the instances (X, +-x, +-beta*): ``(batch,)``."""
    signs = [(sign, other) for sign in (1, -1) for other in (1, -1)]
    query = concatenate([x * sign for sign, _ in signs], 0)
    beta = concatenate([beta_star * other for _, other in signs], 0)
    rows = concatenate([X for _ in signs], 0)
    h = tf(embed(rows, labels(rows, beta), query))[..., -1]
    error = absolute(readout(s, h, query) - sum(query * beta, -1))
    return amax(error.reshape(4, x.shape[0]), 0)


@linear.printed(
    r"Under Assumption 1 (rows and query of norm at most $b_x$, $\|\beta^*\|_1\le b_\beta$, no noise), for "
    r"all networks "
    r"of the form (4.4) (any $M^{(k)}$, any $\theta^{(k)}\ge0$, B large), and all $v$: over the "
    r"instances $(X,\pm x,\pm\beta^*)$ the largest $|\hat "
    r"y_{N+1}-x^\top\beta^*|$ of the read-out $v^\top h_{2N+1}^{(K+1)}$ is at least $|x^\top\beta^*|$.",
    construction=network(),
    readout=linearly,
    share=1,
)
def some_label_is_missed(
    s: Setting, tf: Transformer, prompt: Prompt, readout: Readout, share: Fraction | int
) -> Margin:
    """A linear read-out of the K layers misses a label as much as the prediction 0 does."""
    worst = largest_error(s, tf, prompt.X, prompt.query, prompt.beta_star, readout)
    return at_least(worst, absolute(sum(prompt.query * prompt.beta_star, -1)) * share)


def query(s: Setting, h: Array, x: Array) -> Array:
    """The query read-out of Corollary E.1, which sees x."""
    return query_readout(query_matrix(s.d, h), h, 1, x[:, None])


linear.mutant("the query read-out", readout=query)
linear.mutant("a tenth more than the label", share=Fraction(11, 10))
linear.waive("all weights zero", because="What every network misses, one that does nothing misses, too.")
