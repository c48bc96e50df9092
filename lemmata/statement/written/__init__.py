"""The code of a claim as words and formulas, for a reader to compare with the author's statement.

``syntax`` finds the code, ``notation`` has the names and symbols, ``expressions`` writes an expression and
``conclusions`` a whole check; ``hypotheses`` writes the spaces, ``letters`` says what statement and code do
not share.
"""
