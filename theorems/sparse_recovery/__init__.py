"""In-context sparse recovery by transformers (Liu, Zhou, Shen and Yang, 2025), in the paper's order.

- Sections 3, 4: ``definition_3_1``, ``restricted_isometry`` (section 4.1), ``section_4_2`` (with (4.1)),
  ``eq_4_2`` with (C.4), ``eq_4_3``, ``definition_4_2``, ``assumption_1``, ``theorem_4_1`` with (4.4) and (C.1),
  also Theorem 12 of the slides, ``remark_1``
- Section 5: ``theorem_5_1``, ``remark_2``, ``remark_3``, ``section_5_2``, ``theorem_5_2``, ``remark_4``
- Sections 6, 7: ``figure_1a``, ``figure_1b``, ``figure_1c``, ``section_6``, ``section_7``
- Appendices B, C: ``appendix_b``, ``eq_c_2`` with (C.3), ``proposition_1`` with Theorem C.1, (C.5) to (C.13)
  and the constant B
- Appendix D: ``lemma_1``, ``lemma_2``, ``lemma_3``, ``theorem_d_1`` with (D.3), ``event_a`` (D.4),
  ``proposition_2`` with (D.5) to (D.14), ``corollary_d_1``
- Appendices E, F: ``lemma_4``, ``theorem_e_1`` with (E.1) to (E.9), ``corollary_e_1``, ``figure_2``,
  ``figure_3``
- Slides: ``theorem_13``, ``theorem_14``

Several use ``layer`` (one layer on any state); ``block_sizes`` counts the rows of four displays.
"""

from lemmata import Paper

PAPER = Paper(
    topic="sparse_recovery",
    title="On the learn-to-optimize capabilities of transformers in in-context sparse recovery",
    authors="R. Liu, R. Zhou, C. Shen, J. Yang",
    year=2025,
    key="liu2025",
    source="sparse_recovery.txt",
    modules="theorems.sparse_recovery",
    macros={
        # What token i draws from token j in the head u.
        r"\drawn": r"\sigma(\langle Q_uh_i,K_uh_j\rangle)V_uh_j",
        # (4.4)
        r"\listavm": r"\beta^{(k+1)}_{2n+1}=\mathcal S_{\theta^{(k)}}\left(\beta^{(k)}_{2n+1}-\frac{1}{2n+1}"
        r"M^{(k)}X_{1:n,:}^\top\left(X_{1:n,:}\beta^{(k)}_{2n+1}-y_{1:n}\right)\right)",
    },
    story=r"""With $c\le7/8$, rows of random signs and steps $\gamma\le1$ a transformer recovers a sparse
    vector at a linear rate (Theorem 5.1 as amended), and from $d=2$ on with a smaller c for every $\gamma<3/2$,
    though not with the printed weights. The bound is for long prompts: at $d=20$, $S=3$ some 4,400 rows (the
    experiments have 10), where gradient descent meets it, too. The query's label is predicted at this rate; the
    bound of a linear read-out is negative in deep networks.""",
)
