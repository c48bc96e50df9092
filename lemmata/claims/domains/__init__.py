"""The domains that the hypotheses of a statement speak of."""
