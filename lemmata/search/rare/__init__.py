"""Failures too rare for plain draws: found by levels of the margin, tested on draws that are made to fail."""
