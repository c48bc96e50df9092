"""The errors of the engine: misuse is reported in one line that says what to do."""

from __future__ import annotations


class LemmataError(Exception):
    """Misuse: the message names the argument, its value, what was expected and the remedy."""


class ClaimError(LemmataError):
    """A claim is defined in a way that cannot be run."""


class CheckFailed(Exception):
    """A check raised or returned something that is no margin; the run goes on without it."""


class MissingDependency(ImportError):
    """An optional package is absent; what needs it is reported as undecided, with the reason."""
