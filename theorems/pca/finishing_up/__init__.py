"""Section 4 of the proof of Theorem 7: from the errors of one component to those of all.

``readout`` is what the transformer returns. ``recursion`` bounds the errors of a component by those of the
earlier ones, ``algebra`` solves it, ``final_bounds`` is where it ends. Recursion and final bounds are put to
the test in real deflation (``deflation``), the algebra on any sequences of errors (``sequences``).
"""
