"""How transformers perform PCA (slides by Q. Liu, 2025), in the order of the slides.

Transformers
    ``attention_layer``, ``transformer_norm``: encoders
    ``definition_4``, ``input_formats``, ``proposition_6``: decoders, and their input as an encoder's
    ``shapes``: shapes that do not fit, here and below
PCA
    ``algorithm_1``: the power method with deflation
    ``auxiliary_matrix``: what stands below the samples in the input
    ``theorem_7``: a transformer performs PCA, and with what errors
    ``lemma_8``: random starts
    ``assumption_1``, ``proposition_9``, ``corollary_10``: generalisation
The proof of Theorem 7
    ``covariate_matrix``: 1. the layer that computes X X^T
    ``power_iterations``, ``power_method``: 2. the layers pow,1 to pow,3, and what they approximate
    ``removal``: 3. the layers rpe,1 to rpe,3 that remove a component
    ``finishing_up``: 4. the output, and from the errors of one component to those of all

``tokens`` has the input on which the proof's layers act. What the rest of the slides says about sparse
recovery is in :mod:`theorems.sparse_recovery`.
"""

from lemmata import Paper

PAPER = Paper(
    topic="pca",
    title="How transformers perform PCA and sparse recovery (slides)",
    authors="Q. Liu",
    year=2025,
    key="qliu2025slides",
    source="pca_and_sparse_recovery_slides.txt",
    modules="theorems.pca",
    story=r"""The second bound of Theorem 7 fails: $\Delta$ leaves out the gap below $\lambda_k$, and where
    that is small every transformer of the norm that it grants misses $\mathbf v_k$ by at least $\sqrt2/4$.
    The first, which names no norm, is open. With this gap in $\Delta$, relative gaps and a sharper bound both
    hold. The size of the loss is missing from the bound of Proposition 9, and the bound of Corollary 10 gives
    the rate $n^{-1/7}$ up to a logarithm, not $n^{-1/5}$. Lemma 8 lacks an absolute value. Proposition 6
    displays its own input as the output; what it means is true, with two layers of one head.""",
)
