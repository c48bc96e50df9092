"""Section 4.2, classical algorithms: what it says of ISTA and of LISTA-CP."""
