"""Transformers written down weight by weight, with named blocks."""
