r"""Section 1 of the proof: the first layer is to compute $XX^\top$; as printed it changes nothing.

(2) and (3) of the slides, with the display of the output after it, on $H=(X;p_1;p_2;\dots)$. The product
$Q_1^\top K_1$ has its $I_d$ in the columns behind the first $d$, which are the placeholder $p_1=0$: the keys
are not the identity (part ``block``), and every score is 0. Three more things are wrong. With $p_2$ in the
place of $p_1$ the *sum* of the positive parts of $X^\top$ and $-X^\top$ is to be $X^\top$ (part ``scores``):
it is the absolute value. $V=I_D$ would add to every block, not only to $p_1$. And the factor $1/N$ of the
definition stays in the result (part ``mean``, the display with $1/N$). The rows of (2), $\mathbf 0_{N+1\times
d}$ beside $I_d$, do not fit; they are read as $d$ rows.
"""

from collections.abc import Callable

from constructions.attention import Attention
from constructions.pca_printed import covariance_layer, printed_stream
from lemmata import Margin, Prompt, equal, lines
from lemmata.numbers import relu
from theorems.pca import PAPER
from theorems.pca.tokens import DESIGNED, ON_TOKENS, TWO, Setting, gram, identity, padded, tokens


def layer(reads: str = "p2", writes: str | None = "p1", mean: bool = False) -> Callable[[Setting], Attention]:
    """The layer with one thing as printed, the others as they must be."""

    def build(s: Setting) -> Attention:
        return covariance_layer(printed_stream(s.d, s.k, y=False), reads=reads, writes=writes, mean=mean)

    return build


output = PAPER.claim(
    "(2), covariance layer",
    part="the whole layer",
    id="covariate-matrix",
    rank="step",
    origin="read",
    at=lines(301, 327),
    summary="The first layer writes X X^T and leaves everything else as it is",
    **ON_TOKENS,
)
block = PAPER.claim(
    "(2), covariance layer",
    part="its keys",
    id="covariate-matrix/block",
    rank="step",
    origin="read",
    at=lines(317),
    summary="The keys of the first layer are the identity block",
    **ON_TOKENS,
)
scores = PAPER.claim(
    "(2), covariance layer",
    part="its scores",
    id="covariate-matrix/scores",
    rank="slip",
    origin="read",
    at=lines(317),
    summary="The scores of the two heads of the first layer add up to the samples",
    **ON_TOKENS,
)
mean = PAPER.claim(
    "(2), covariance layer",
    part="with the division by N",
    id="covariate-matrix/mean",
    rank="step",
    origin="read",
    at=lines(321),
    summary="The first layer, with its division by N, writes X X^T",
    **ON_TOKENS,
)


@output.printed(
    DESIGNED + r"With (2), (3): $\widetilde H^{cov}=(X;\;XX^\top,0;\;p_2;\dots;p_\ell)$.",
    defect="construction",
    because="The scores read p_1 = 0, so nothing is written; any X that is not 0 shows it.",
    fails_where=lambda s, prompt: bool(prompt.X.any()),
    construction=layer("p1", None, True),
)
@output.amended(
    DESIGNED
    + r"With $V_1=-V_2$ writing $p_1$ from $X$, $Q_1^\top K_1$ reading $X$ and $p_2$, and no factor $1/N$: "
    r"$\widetilde H^{cov}=(X;\;XX^\top,0;\;p_2;\dots;p_\ell)$.",
    adds="V writes p_1 from X; Q^T K reads X and p_2; no factor 1/N",
    construction=layer(),
)
def covariance_is_written(s: Setting, tf: Attention, prompt: Prompt) -> Margin:
    """The first layer writes X X^T into p_1 and changes nothing else."""
    H = tokens(s, prompt, y=False)
    return equal(tf(H), tokens(s, prompt, y=False, p1=gram(prompt)))


@block.printed(
    DESIGNED + r"With (2), $I_d$ in the rows of $X$ and the columns behind the first $d$: "
    r"$Q_1^\top K_1H=\begin{pmatrix}I_d&0\\0&0\end{pmatrix}\in\mathbb R^{D\times N}$.",
    defect="construction",
    because="The columns behind the first d are the placeholder p_1, which is 0.",
    reads="p1",
)
@block.amended(
    DESIGNED + r"With $I_d$ in the rows of $X$ and the columns of $p_2$: "
    r"$Q_1^\top K_1H=\begin{pmatrix}I_d&0\\0&0\end{pmatrix}$.",
    adds="I_d in the columns of p_2",
    reads="p2",
)
def keys_are_the_identity(s: Setting, prompt: Prompt, reads: str) -> Margin:
    """The keys of the first layer are the identity block."""
    stream = printed_stream(s.d, s.k, y=False)
    H = tokens(s, prompt, y=False)
    return equal(stream.linear({("x", reads): 1}, like=H) @ H, stream.embed(x=identity(s, H)))


SCORES = (
    DESIGNED
    + r"With $Q_1^\top K_1=-Q_2^\top K_2$ reading $X$ and $p_2$, so that $Q_1^\top K_1H=\begin{pmatrix}I_d&0"
    r"\\0&0\end{pmatrix}$ as the display before says: "
)


@scores.printed(
    SCORES + r"$\sigma(H^\top Q_1^\top K_1H)+\sigma(H^\top Q_2^\top K_2H)=[X^\top,0]$.",
    defect="typo",
    because="The sum of the positive parts of a number and its negative is its absolute value: another "
    "one where X has a negative entry.",
    fails_where=lambda s, prompt: bool((prompt.X < 0).any()),
    sign=1,
)
@scores.amended(
    SCORES + r"$\sigma(H^\top Q_1^\top K_1H)-\sigma(H^\top Q_2^\top K_2H)=[X^\top,0]$.",
    adds="the difference in the place of the sum",
    sign=-1,
)
def scores_give_the_samples(s: Setting, prompt: Prompt, sign: int) -> Margin:
    """The scores of both heads, the second with a sign, are the samples."""
    H = tokens(s, prompt, y=False)
    product = H.mT @ printed_stream(s.d, s.k, y=False).linear({("x", "p2"): 1}, like=H) @ H
    return equal(relu(product) + relu(-product) * sign, padded(prompt.X.mT, s.N))


MEAN = (
    DESIGNED
    + r"With $V_1=-V_2$ writing $p_1$ from $X$, and $Q_1^\top K_1=-Q_2^\top K_2$ reading $X$ and $p_2$: "
)


@mean.printed(
    MEAN + r"$\frac1N\sum_m(V_mH)\sigma((Q_mH)^\top(K_mH))$ has $XX^\top$ in the rows of $p_1$.",
    defect="constant",
    because="The factor 1/N of the definition of attention stays: for N >= 2 it is X X^T / N.",
    fails_where=lambda s: s.N >= 2,
    divisor=lambda s: 1,
    construction=layer(mean=True),
)
@mean.amended(
    MEAN + r"$\frac1N\sum_m(V_mH)\sigma((Q_mH)^\top(K_mH))$ has $\frac1NXX^\top$ in the rows of $p_1$.",
    adds="the factor 1/N on the right",
    divisor=lambda s: s.N,
    construction=layer(mean=True),
)
def mean_of_products(s: Setting, tf: Attention, prompt: Prompt, divisor: Callable[[Setting], int]) -> Margin:
    """The first layer, its values and scores repaired, writes X X^T."""
    written = printed_stream(s.d, s.k, y=False).read(tf(tokens(s, prompt, y=False)), "p1")
    return equal(written, padded(gram(prompt) / divisor(s), s.N))


output.mutant("V is the identity", construction=layer(writes=None))
output.mutant("the mean stays", construction=layer(mean=True))
output.mutant("the keys read the starts", construction=layer(reads="p3"))
output.derive_mutants(at=TWO)
block.mutant("the starts", reads="p3")
block.mutant("the samples", reads="x")
scores.mutant("the second head twice", sign=-2)
scores.mutant("the first head alone", sign=0)
mean.mutant("no mean", construction=layer())
mean.mutant("divided by d", divisor=lambda s: s.d)
