"""Lemmata: a harness that tries to break theorems."""

__version__ = "0.1.0"
