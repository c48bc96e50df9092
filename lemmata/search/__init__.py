"""The hunt for a counterexample: stages, arithmetic, statistics, shrinking."""
