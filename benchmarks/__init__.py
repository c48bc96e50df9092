"""Benchmarks of this repository: ratios measured in one run (``lemmata bench``)."""
