"""A witness as a numpy program of its own, for readers without this package."""
