"""Section 3 of the proof of Theorem 7: how a component is removed."""
