"""Section 2 of the proof of Theorem 7: power iterations by attention.

``pow_1`` multiplies the start by X X^T, ``pow_2`` normalises, ``pow_3`` multiplies again; ``error`` is what
small errors in them add up to, ``count`` how many layers make an iteration.
"""
