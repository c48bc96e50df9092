r"""(23) and (32): the loss "from Lemma 9" has one layer more than the loss (5).

At $d=n=1$, $k=1$, $A=(-\frac12,-\frac14)$, $B=0$ the one is $\frac34$ and the other $\frac{49}{64}$. (Theorems
4 and 5 are checked for every number of layers that the loss sees, which covers both readings.)
"""

from constructions.transformer import Transformer
from lemmata import Expectation, Margin, amended, dims, equal, lines, mutants, printed, theorem
from lemmata.numbers import Array, eye
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.exact_loss import in_context_loss
from theorems.preconditioned_gradient_descent.forward_pass import EVERY_NETWORK, NETWORK, PROMPT, embed
from theorems.preconditioned_gradient_descent.lemma_9 import lemma_9


def same_index(
    L: int,
    X: Array,
    w_star: Array,
    query: Array,
    tf: Transformer,
    label: Array = lambda w_star, query: w_star @ query,
    later: int = 0,
) -> Margin:
    """The loss of a prompt is that of the last row with the same index."""
    y, k = X @ w_star, L - 1
    residual = tf.run(embed(X, y, query))[k][-1, -1] + w_star @ query
    # (I - M) leaves the last entry of the row.
    return equal(residual**2, tf.run(embed(X, y, query, label))[k + later][-1, -1] ** 2)


@theorem(
    PAPER,
    "(23), (32)",
    rank="slip",
    at=lines(766, 770),
    kind=Expectation(),
    pinned={"L": "as printed with $k = 1$ only: one k is enough to refute"},
    uses=[lemma_9],
    **NETWORK | {"d": dims(1, 3), "n": dims(1, 6), "L": dims(2, 3)},
    **PROMPT,
)
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$ be the columns of $X_0$, and $w_\star\sim "
    r"N(0,\Sigma^{-1})$ (here $\Sigma=I$). With the weights (13) of the layers $0,\dots,k$ ($k=L-1$), and Y "
    r"the last row of the pass (4) that starts at $Y_0=w_\star^\top X_0$: $f(\{A_i,B_i\}_{i=0}^k)$ of (5) is "
    r"$\mathbf E\operatorname{Tr}((I-M)Y_{k+1}^\top Y_{k+1}(I-M))$.",
    defect="typo",
    because="(5) predicts with $Z_k$, so that the layer k has no influence; on $Y_{k+1}$ it has.",
    L=dims(2, 2),
)
@amended(
    r"With the weights (13) of the layers $0,\dots,k$ ($k=L-1$), and Y the last row of the pass (4) that "
    r"starts at $Y_0=w_\star^\top X_0$: $([Z_k]_{d+1,n+1}+w_\star^\top "
    r"x^{(n+1)})^2=\operatorname{Tr}((I-M)Y_k^\top Y_k(I-M))$ for every prompt, and so in the mean.",
    because="Lemma 9 has the index k on both sides.",
    adds="the index k for $k + 1$",
    check=same_index,
)
@mutants(
    {
        "k + 1, as printed": dict(later=1),
        "a layer before": dict(later=-1),
        "the 0 is kept": dict(label=0),
        "minus the label": dict(label=lambda w_star, query: -w_star @ query),
    }
)
def eq_23(d, n, A, B):
    """The loss (5), which predicts with $Z_k$, is that of the last row of $Z_{k+1}$."""
    by_5, by_23 = (
        in_context_loss(A[:seen], eye(d), n, B=B[:seen], task="inverse", precision=eye(d))
        for seen in (-1, None)
    )
    return equal(by_5, by_23)


eq_23.waive("all weights zero", because=EVERY_NETWORK)
