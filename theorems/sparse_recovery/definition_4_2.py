r"""Definition 4.2, the query read-out: how a label is read out, with the matrix of Corollary E.1.

Read with $V$ of Corollary E.1, since the main text names no V. With it the query read-out of token $i=2n+1$
is $x_{n+1}^\top\beta_i$, as its proof says. But section 4.3 applies Definition 4.2 as $\hat
y_n=F_V(h_{2n+1},2n-1)$, which takes the row $\lfloor\frac{2n}2\rfloor=n$: $x_n$ with an estimate that has
already seen $y_n$, and $\hat y_{N+1}$ would need a token $2N+3$ that does not exist. (Its range $i\in[N+1]$
does not fit $2n-1$ either.)
"""

from collections.abc import Callable

from constructions.lista_vm import embed, query_matrix, query_readout
from constructions.transformer import Transformer
from lemmata import Margin, Prompt, equal, lines
from lemmata.numbers import concatenate, stack, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_4_1.setting import Setting, labels, network, prompts, settings

query_label = PAPER.claim(
    "Definition 4.2",
    rank="slip",
    origin="read",
    at=lines(155, 161),
    summary="Read out with the index 2n - 1, the token 2n + 1 gives x_{n+1} times its estimate",
    settings=settings(),
    prompts=prompts,
)
query_label.construction(network())
NETWORK = (
    r"Under Assumption 1 (rows of norm at most $b_x$, $\|\beta^*\|_1\le b_\beta$, no noise), for the network "
    r"of "
    r"section 4.3 with the bias of (C.2) corrected and $\theta^{(k)}\ge0$, "
    r"$F_V(h,i)=h^\top Vx_{\lfloor(i+1)/2\rfloor}$ with V of "
    r"Corollary "
    r"E.1, which reads the block of the estimate: "
)


@query_label.printed(
    NETWORK + r"$F_V(h_{2n+1}^{(K+1)},2n-1)=x_{n+1}^\top\beta_{2n+1}^{(K+1)}$ for $n\in[N]$.",
    defect="typo",
    because="The index 2n - 1 takes the row x_n, where the proof of Corollary E.1 has x_{n+1} for this token.",
    index=lambda n: 2 * n - 1,
)
@query_label.amended(
    NETWORK + r"$F_V(h_{2n+1}^{(K+1)},2n+1)=x_{n+1}^\top\beta_{2n+1}^{(K+1)}$ for $n\in[N]$.",
    because="With the token's own index.",
    adds="the index 2n + 1",
    index=lambda n: 2 * n + 1,
)
def readout_is_the_next_label(
    s: Setting, tf: Transformer, prompt: Prompt, index: Callable[[int], int]
) -> Margin:
    """The read-out of a token is its own row times its estimate."""
    H = tf(embed(prompt.X, labels(prompt.X, prompt.beta_star), prompt.query))
    rows = concatenate([prompt.X, prompt.query[:, None]], 1)
    V = query_matrix(s.d, H)
    read = [query_readout(V, H[:, :, 2 * n], index(n), rows) for n in range(1, s.N + 1)]
    expected = [sum(rows[:, n] * H[:, s.d + 1 : -1, 2 * n], -1) for n in range(1, s.N + 1)]
    return equal(stack(read, 1), stack(expected, 1))


query_label.mutant("the index 2n", index=lambda n: 2 * n)
query_label.mutant("the index 1", index=lambda n: 1)
query_label.waive("all weights zero", because="Both sides read one network, whatever it does.")
