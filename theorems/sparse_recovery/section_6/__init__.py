"""The experiments of section 6: solvers, what is trained and how, errors on common instances."""
