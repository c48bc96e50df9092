"""Section 6, the experiments: the solvers, what is trained and how, and errors on common instances.

``problem.py`` draws the instances, ``trainables.py`` lists what is trained (``unrolled.py``,
``in_context.py``), ``systems.py`` loads it, ``errors.py`` and ``measured.py`` score it, ``solvers.py`` has what
is not trained. What the text says beside the figures are claims: ``alista.py``, ``forced_by_form.py``,
``references.py``, ``probe.py``.
"""
