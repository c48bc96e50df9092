r"""Section 1 of the proof: the first layer is to compute $XX^\top$; as printed it changes nothing.

(2) and (3) of the slides, with the display of the output after it. Beside what the parts are about, $V=I_D$
would add to every block, not only to $p_1$. The rows of (2), $\mathbf 0_{N+1\times d}$ beside $I_d$, do not
fit; they are read as $d$ rows.
"""

from collections.abc import Callable

from constructions.attention import Attention
from constructions.pca_printed import covariance_layer, printed_stream
from lemmata import amended, equal, lines, mutants, printed, theorem
from lemmata.numbers import Array, abs, eye, max, min, over_batches, relu
from theorems.pca import PAPER
from theorems.pca.tokens import TOKENS, TWO, padded, tokens


def layer(reads: str = "p2", writes: str | None = "p1", mean: bool = False) -> Callable[[int, int], Attention]:
    """The layer with one thing as printed, the others as they must be."""
    return lambda d, k: covariance_layer(printed_stream(d, k, y=False), reads=reads, writes=writes, mean=mean)


def read_by_keys(d: int, k: int, H: Array, reads: str) -> Array:
    """$I_d$ in the rows of X and the columns of a block, times the tokens."""
    stream = printed_stream(d, k, y=False)
    return over_batches(lambda H: stream.linear({("x", reads): 1}, like=H) @ H)(H)


@theorem(
    PAPER,
    "(2), covariance layer",
    part="the whole layer",
    at=lines(301, 327),
    **TOKENS,
    construction=layer("p1", None, True),
)
@printed(
    r"On the input $H=(X;p_1;\dots;p_{k+3})$ ($p_1=0$, $p_2=[I_d\;0]$, starts in $p_3$, 0 below), for every "
    r"$X$ with $N\ge d$, in the matrix form of the scores, $\sigma((QH)^\top(KH))$: With (2), (3): "
    r"$\widetilde H^{cov}=(X;\;XX^\top,0;\;p_2;\dots;p_\ell)$.",
    defect="construction",
    because="The scores read $p_1 = 0$, so nothing is written; any X that is not 0 shows it.",
    fails_where=lambda X: max(abs(X)) > 0,
)
@amended(
    r"On the input $H=(X;p_1;\dots;p_{k+3})$ ($p_1=0$, $p_2=[I_d\;0]$, starts in $p_3$, 0 below), for every "
    r"$X$ with $N\ge d$, in the matrix form of the scores, $\sigma((QH)^\top(KH))$: With $V_1=-V_2$ writing "
    r"$p_1$ from $X$, $Q_1^\top K_1$ reading $X$ and $p_2$, and no factor $1/N$: $\widetilde "
    r"H^{cov}=(X;\;XX^\top,0;\;p_2;\dots;p_\ell)$.",
    adds=r"V writes $p_1$ from X; $Q^\top K$ reads X and $p_2$; no factor 1/N",
    construction=layer(),
)
@mutants(
    V_is_the_identity=dict(construction=layer(writes=None)),
    the_mean_stays=dict(construction=layer(mean=True)),
    the_keys_read_the_starts=dict(construction=layer(reads="p3")),
)
def covariance_is_written(tf, X, starts):
    r"""The first layer writes $X X^\top$ and leaves everything else as it is."""
    return equal(tf(tokens(X, starts, y=False)), tokens(X, starts, y=False, p1=X @ X.T))


covariance_is_written.derive_mutants(at=TWO)


@theorem(PAPER, "(2), covariance layer", part="its keys", id="covariate-matrix/block", at=lines(317), **TOKENS)
@printed(
    r"On the input $H=(X;p_1;\dots;p_{k+3})$ ($p_1=0$, $p_2=[I_d\;0]$, starts in $p_3$, 0 below), for every "
    r"$X$ with $N\ge d$, in the matrix form of the scores, $\sigma((QH)^\top(KH))$: With (2), $I_d$ in the "
    r"rows of $X$ and the columns behind the first $d$: $Q_1^\top K_1H=\begin{pmatrix}I_d&0\\0&0"
    r"\end{pmatrix}\in\mathbb R^{D\times N}$.",
    defect="construction",
    because="The columns behind the first d are the placeholder $p_1$, which is 0.",
    falls_with="pca/covariate-matrix",
)
@amended(
    r"On the input $H=(X;p_1;\dots;p_{k+3})$ ($p_1=0$, $p_2=[I_d\;0]$, starts in $p_3$, 0 below), for every "
    r"$X$ with $N\ge d$, in the matrix form of the scores, $\sigma((QH)^\top(KH))$: With $I_d$ in the rows of "
    r"$X$ and the columns of $p_2$: $Q_1^\top K_1H=\begin{pmatrix}I_d&0\\0&0\end{pmatrix}$.",
    adds="$I_d$ in the columns of $p_2$",
    reads="p2",
)
@mutants(the_starts=dict(reads="p3"), the_samples=dict(reads="x"))
def keys_are_the_identity(d, N, k, X, starts, reads="p1"):
    """The keys of the first layer are the identity block."""
    keys = read_by_keys(d, k, tokens(X, starts, y=False), reads)
    return equal(keys, over_batches(printed_stream(d, k, y=False).embed)(x=padded(eye(d), N)))


@theorem(
    PAPER,
    "(2), covariance layer",
    part="its scores",
    id="covariate-matrix/scores",
    at=lines(317),
    **TOKENS | {"rank": "slip"},
)
@printed(
    r"On the input $H=(X;p_1;\dots;p_{k+3})$ ($p_1=0$, $p_2=[I_d\;0]$, starts in $p_3$, 0 below), for every "
    r"$X$ with $N\ge d$, in the matrix form of the scores, $\sigma((QH)^\top(KH))$: With $Q_1^\top "
    r"K_1=-Q_2^\top K_2$ reading $X$ and $p_2$, so that $Q_1^\top K_1H=\begin{pmatrix}I_d&0\\0&0\end{pmatrix}$ "
    r"as the display before says: $\sigma(H^\top Q_1^\top K_1H)+\sigma(H^\top Q_2^\top K_2H)=[X^\top,0]$.",
    defect="typo",
    because="The sum of the positive parts of a number and its negative is its absolute value: another one "
    "where X has a negative entry.",
    fails_where=lambda X: min(X) < 0,
)
@amended(
    r"On the input $H=(X;p_1;\dots;p_{k+3})$ ($p_1=0$, $p_2=[I_d\;0]$, starts in $p_3$, 0 below), for every "
    r"$X$ with $N\ge d$, in the matrix form of the scores, $\sigma((QH)^\top(KH))$: With $Q_1^\top "
    r"K_1=-Q_2^\top K_2$ reading $X$ and $p_2$, so that $Q_1^\top K_1H=\begin{pmatrix}I_d&0\\0&0\end{pmatrix}$ "
    r"as the display before says: $\sigma(H^\top Q_1^\top K_1H)-\sigma(H^\top Q_2^\top K_2H)=[X^\top,0]$.",
    adds="the difference in the place of the sum",
    sign=-1,
)
@mutants(the_second_head_twice=dict(sign=-2), the_first_head_alone=dict(sign=0))
def scores_give_the_samples(d, N, k, X, starts, sign=1):
    """The scores of the two heads of the first layer add up to the samples."""
    H = tokens(X, starts, y=False)
    scores = H.T @ read_by_keys(d, k, H, "p2")
    return equal(relu(scores) + sign * relu(-scores), padded(X.T, N))


@theorem(
    PAPER,
    "(2), covariance layer",
    part="with the division by N",
    id="covariate-matrix/mean",
    at=lines(321),
    **TOKENS,
    construction=layer(mean=True),
)
@printed(
    r"On the input $H=(X;p_1;\dots;p_{k+3})$ ($p_1=0$, $p_2=[I_d\;0]$, starts in $p_3$, 0 below), for every "
    r"$X$ with $N\ge d$, in the matrix form of the scores, $\sigma((QH)^\top(KH))$: With $V_1=-V_2$ writing "
    r"$p_1$ from $X$, and $Q_1^\top K_1=-Q_2^\top K_2$ reading $X$ and $p_2$: "
    r"$\frac1N\sum_m(V_mH)\sigma((Q_mH)^\top(K_mH))$ has $XX^\top$ in the rows of $p_1$.",
    defect="constant",
    because=r"The factor 1/N of the definition of attention stays: for $N \ge 2$ it is $X X^\top/N$.",
    fails_where=lambda N: N >= 2,
)
@amended(
    r"On the input $H=(X;p_1;\dots;p_{k+3})$ ($p_1=0$, $p_2=[I_d\;0]$, starts in $p_3$, 0 below), for every "
    r"$X$ with $N\ge d$, in the matrix form of the scores, $\sigma((QH)^\top(KH))$: With $V_1=-V_2$ writing "
    r"$p_1$ from $X$, and $Q_1^\top K_1=-Q_2^\top K_2$ reading $X$ and $p_2$: "
    r"$\frac1N\sum_m(V_mH)\sigma((Q_mH)^\top(K_mH))$ has $\frac1NXX^\top$ in the rows of $p_1$.",
    adds="the factor 1/N on the right",
    divisor=lambda N: N,
)
@mutants(no_mean=dict(construction=layer()), divided_by_d=dict(divisor=lambda d: d))
def mean_of_products(d, N, k, tf, X, starts, divisor=1):
    r"""The first layer, with its division by N, writes $X X^\top$."""
    written = over_batches(printed_stream(d, k, y=False).read)(tf(tokens(X, starts, y=False)), "p1")
    return equal(written, padded(X @ X.T / divisor, N))
