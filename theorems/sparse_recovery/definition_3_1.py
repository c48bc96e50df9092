r"""Definition 3.1, masked attention: its two forms, by matrices and token by token, agree."""

from collections.abc import Callable

from constructions.attention import Head, causal_relu_attention
from lemmata import dims, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import concat, constant, relu, stack
from theorems.sparse_recovery import PAPER


@theorem(
    PAPER,
    "Definition 3.1",
    rank="step",
    at=lines(61, 79),
    D=dims(1, 3),
    N=dims(0, 3),
    M=dims(1, 3),
    V=reals("M", "D", "D"),
    Q=reals("M", "D", "D"),
    K=reals("M", "D", "D"),
    given=["V", "Q", "K"],
    H=reals("D", "N + 1"),
    construction=lambda M, V, Q, K: causal_relu_attention(tuple(Head(V[m], Q[m], K[m]) for m in range(M))),
)
@printed(
    r"For all $V_m,Q_m,K_m\in\mathbb R^{D\times D}$ and $H\in\mathbb R^{D\times(N+1)}$, $\sigma$ being the "
    r"ReLU and the mask having $\frac1i$ in column i down to the diagonal: $H+\sum_mV_mH\,\mathrm{mask}("
    r"\sigma((K_mH)^\top Q_mH))$ has the columns $h_i+\sum_m\sum_{j=1}^i\frac1i\sigma((Q_mh_i)^\top "
    r"K_mh_j)V_mh_j$. (Ours, and compared with both: the attention of our networks.)"
)
@mutants({"1 / j": dict(share=lambda i, j: j), "1 / 4": dict(share=lambda i, j: 4)})
def matrix_form_is_token_form(N, M, V, Q, K, tf, H, share: Callable[[int, int], int] = lambda i, j: i):
    """Masked attention by matrices is masked attention token by token."""
    mask = constant([[int(j <= i) for i in range(N + 1)] for j in range(N + 1)])
    shares = constant([[share(i, j) for i in range(1, N + 2)] for j in range(1, N + 2)])
    matrix, columns = H, [H[:, i] for i in range(N + 1)]
    for m in range(M):
        matrix = matrix + V[m] @ H @ (relu((K[m] @ H).T @ (Q[m] @ H)) * mask / shares)
        for i in range(N + 1):
            for j in range(i + 1):
                score = relu((Q[m] @ H[:, i]) @ (K[m] @ H[:, j]))
                columns[i] = columns[i] + score * (V[m] @ H[:, j]) / (i + 1)
    return equal(concat([matrix, matrix]), concat([stack(columns, 1), tf(H)]))
