"""The search for a counterexample: drawing, climbing, growing, shrinking, one module a kind of claim."""
