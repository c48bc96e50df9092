r"""The paper's own questions, of its introduction, captions and section 7, answered where they can be.

May the critical points be global minima? Can training end elsewhere? Does the loss go to 0? That magnitudes
need not grow is claimed beside figure 4.
"""
