"""Transformers as universal in-context approximators (Li, Jiao, Huang, Wei and Chen, 2025).

In the order of the paper; a display or lemma that is proved in the appendix lies with what it proves.

- Section 2.3, Barron parameter and covers: ``footnote_1``, ``eq_21``, ``eq_22``, ``eq_23``.
- Section 3: ``theorem_1`` and the choice of its sizes, ``eq_25``.
- Section 4: ``lemma_1``, with (30) and (31); ``lemma_2``, ``lemma_3``,
  ``lemma_4``; ``step_5`` puts them together, (60) to (66).
- Appendix A.1, (67) to (82): the end of ``lemma_1``, and ``lemma_5``.
- Appendix A.2, (83) to (96): ``lemma_6`` and the proof of ``lemma_2``.
- Appendix A.3, (97) to (105): the proof of ``lemma_3``.
- Appendix A.4, (106) to (131): the layers of ``lemma_4``, and ``lemma_7``.
- Appendix B, (132) to (134): ``appendix_b``.

Used by several: ``cosines`` (a class of functions in closed form), ``lasso`` (pieces of its objective),
``every_pattern`` (features that fit the noise, and a claim on constants), ``survivor`` (measured margins for
figures).
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
    macros={
        r"\CF": r"C_{\mathcal F}",
        r"\edis": r"\varepsilon_{\mathsf{dis}}",
        r"\eopt": r"\varepsilon_{\mathsf{opt}}",
        r"\epred": r"\varepsilon_{\mathsf{pred}}",
        r"\cover": r"\log|\mathcal N_\varepsilon|",
        r"\rate": r"\sqrt{\frac{\log N}N}",
    },
    story=r"""The construction fails as printed: the values of one layer lack a factor $N$ (and our text
    lacks a head). The Barron parameters of combined classes add up, against (22). The bound (42) on the
    iterates fails without $\varepsilon_{\mathsf{dis}}^2/C_{\mathcal F}$ in the penalty. The proof of Lemma 6
    leaves out a union bound over the features. No constants serve Lemmas 2 and 6 in all dimensions; the paper
    does not say whether they may depend on the dimension. With the factor $N$ the transformer predicts in
    context: on slow functions in up to four dimensions, with at most 128 examples, its risk, a mean over the
    new input, is below (24) with the constant 1. This says something only of functions that are about as large
    as $C_{\mathcal F}$ allows. For these the prediction 0 and the mean of the labels are above the bound, as
    measured on the line ($n=16$) from $N=16$ on and in four dimensions ($n=32$) from $N=32$ on. Of Gaussian
    functions in the plane the bound says nothing until $N$ and $L$ are several millions.""",
)
