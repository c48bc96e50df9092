"""Searches that move an instance towards a violation."""
