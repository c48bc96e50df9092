"""Linear transformers learn preconditioned gradient descent (Ahn, Cheng, Daneshmand, Sra, 2023).

In the order of the paper:

- ``section_3``: the factor 1/n; the loss is not convex and highly nonlinear. ``eq_6``, ``eq_7``.
- ``theorem_1``: the optimum of one layer. Its proof, appendix A: ``eq_15``, ``lemma_6``, ``lemma_7`` with (16)
  to (21), ``theorem_1/proof``.
- ``eq_11``, ``lemma_2``: a layer is a gradient step. Its proof, C.2, (56) to (64): ``lemma_2/proof``.
- ``theorem_3``: two layers. Its proof, B.1: ``theorem_3/proof``.
- ``section_5_2``: a distorted view of the data. ``theorem_4``: critical points on the set S, and its proof,
  B.2, (22) to (30). ``footnote_1``, ``section_5_3``, ``figure_1`` (and 2).
- ``theorem_5``: where the covariates move, and its proof, B.3, (31) to (52). ``footnote_2``, ``footnote_3``,
  ``figure_3``, ``figure_4``, ``section_6_1``.
- ``section_7``: the paper's own questions. ``lemma_8``: the order of the layers (B.4, section 7). ``lemma_9``,
  ``lemma_10``: the loss in other words (C.1), (53) to (55).

What several statements share: ``one_layer`` (its loss over literal prompts), ``exact_loss`` and ``gradients``
(the exact loss, its slopes, the set S), ``equivariance`` and ``layers`` (the proofs B.2 and B.3),
``forward_pass``, ``finite_law`` and ``normal_means`` (exact means), ``descent`` and ``descent_plots`` (the
figures), ``draws``.
"""

from lemmata import Paper

PAPER = Paper(
    topic="preconditioned_gradient_descent",
    title="Transformers learn to implement preconditioned gradient descent for in-context learning",
    authors="K. Ahn, X. Cheng, H. Daneshmand, S. Sra",
    year=2023,
    key="ahn2023",
    source="preconditioned_gradient_descent.txt",
    modules="theorems.preconditioned_gradient_descent",
    address="https://arxiv.org/abs/2306.00297",
    lead="theorem-4",
    story=r"""Theorems 1, 4 and 5 survive as printed, Theorem 3 as we read it. Beyond the paper: the optimum of
    Theorem 3 is one step size for all coordinates (searched, not proved); the infimum of Theorem 4 is
    attained for up to nine layers, that of Theorem 5 at any depth, with all layers but one idle. One layer has
    local minima with a larger loss than (8), and three have one outside of $\mathcal S$, in which training can
    end.""",
)
