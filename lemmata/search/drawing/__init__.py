"""Where the randomness of a hunt comes from."""
