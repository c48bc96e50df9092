"""The code of a claim as words and formulas, for a reader to compare with the author's statement."""
