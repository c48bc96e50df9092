"""Reference solvers, written from definitions; each certifies its own answer."""
