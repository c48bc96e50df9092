"""Section 2 of the proof of Theorem 7: power iterations by attention."""
