"""Section 4 of the proof of Theorem 7: from the errors of one component to those of all."""
