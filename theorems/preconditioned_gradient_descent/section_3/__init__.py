"""Section 3: what is said of the factor 1/n of (4), and (i) and (ii) on the landscape of the loss."""
