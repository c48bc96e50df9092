"""Section 3: what is said of the factor 1/n, and of the landscape of the loss."""

from __future__ import annotations
