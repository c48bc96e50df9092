r"""The keys and the scores of the covariance layer.

The display after (2) and (3) of the slides. $Q_1^\top K_1H$ is to be the identity block (``block``), but the
columns of (2) behind the first $d$ are the placeholder $p_1=0$. With $p_2$ in its place, the *sum* of the
positive parts of $X^\top$ and $-X^\top$ is to be $X^\top$ (``scores``), which is its absolute value.
"""

from __future__ import annotations

from constructions.pca_printed import printed_stream
from lemmata import Margin, Prompt, equal
from lemmata.numbers import Array, relu
from theorems.pca import PAPER
from theorems.pca.covariance_layer import common
from theorems.pca.instances_layers import (
    Setting,
    identity,
    padded,
    tokens,
)

block = PAPER.claim("(2), covariance layer", slug="covariance-layer", suffix="block", **common)


scores = PAPER.claim("(2), covariance layer", slug="covariance-layer", suffix="scores", **common)


def signed(prompt: Prompt, s: Setting, sign: int) -> Array:
    """``sigma(H^T Q1^T K1 H) + sign * sigma(H^T Q2^T K2 H)`` with Q1^T K1 reading X and p2."""
    product = prompt.X.mT @ identity(s, prompt.X)
    return relu(product) + relu(-product) * sign


@scores.printed(
    r"$\sigma(H^\top Q_1^\top K_1H)+\sigma(H^\top Q_2^\top K_2H)=[X^\top,0]$.",
    expect="refuted",
    defect="typo",
    because="The sum of the positive parts of a number and its negative is its absolute value.",
    sign=1,
)
@scores.amended(r"$\sigma(H^\top Q_1^\top K_1H)-\sigma(H^\top Q_2^\top K_2H)=[X^\top,0]$.", sign=-1)
def scores_give_the_samples(s: Setting, prompt: Prompt, sign: int) -> Margin:
    """The scores of both heads, added, are the samples."""
    return equal(signed(prompt, s, sign), padded(prompt.X.mT, s.N))


@block.printed(
    r"$Q_1^\top K_1H=\begin{pmatrix}I_d&0\\0&0\end{pmatrix}\in\mathbb R^{D\times N}$.",
    expect="refuted",
    defect="construction",
    because="The columns behind the first d are the placeholder p1, which is 0.",
    reads="p1",
)
@block.amended(
    r"With $I_d$ in the columns of $p_2$: $Q_1^\top K_1H=\begin{pmatrix}I_d&0\\0&0\end{pmatrix}$.",
    reads="p2",
)
def keys_are_the_identity(s: Setting, prompt: Prompt, reads: str) -> Margin:
    """The keys of the first layer are the identity block."""
    stream = printed_stream(s.d, s.k, y=False)
    H = tokens(s, prompt, y=False)
    return equal(stream.linear({("x", reads): 1}, like=H) @ H, stream.embed(x=identity(s, H)))


scores.mutant("the second head alone", sign=-2)


scores.mutant("the first head alone", sign=0)


block.mutant("the starts", reads="p3")


block.mutant("the samples", reads="x")
