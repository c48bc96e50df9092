"""Transformers as universal in-context approximators (Li, Jiao, Huang, Wei and Chen, 2025).

In the order of the paper; a display or lemma that is proved in the appendix lies with what it proves.

- Section 2.3, Barron parameter and covers: ``footnote_1``, ``eq_21``, ``eq_22``, ``eq_23``.
- Section 3: ``theorem_1`` and the choice of its sizes, ``eq_25``.
- Section 4: ``lemma_1`` and what is made of it, ``eq_30`` and ``eq_31``; ``lemma_2``, ``lemma_3``,
  ``lemma_4``; ``step_5`` puts them together, (60) to (66).
- Appendix A.1, (67) to (82): the end of ``lemma_1``, and ``lemma_5``.
- Appendix A.2, (83) to (96): ``lemma_6`` and the proof of ``lemma_2``.
- Appendix A.3, (97) to (105): the proof of ``lemma_3``.
- Appendix A.4, (106) to (131): the layers of ``lemma_4``, and ``lemma_7``.
- Appendix B, (132) to (134): ``appendix_b``.

Used by several: ``cosines`` (a class of functions in closed form), ``lasso_fits`` and ``every_pattern``
(estimates for the Lasso, and features that fit the noise), ``survivor`` (measured margins for figures).
"""

from lemmata import Paper

PAPER = Paper(
    topic="universal_approximation",
    title="Transformers meet in-context learning: a universal approximation theory",
    authors="G. Li, Y. Jiao, Y. Huang, Y. Wei, Y. Chen",
    year=2025,
    key="li2025",
    source="universal_approximation.txt",
    modules="theorems.universal_approximation",
)
