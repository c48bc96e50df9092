"""Certificates: what decides every instance at stated sizes, and the checker that a reader has to believe."""
