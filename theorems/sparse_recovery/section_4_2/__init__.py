"""Classical algorithms: what section 4.2 says of ISTA and of LISTA-CP."""
