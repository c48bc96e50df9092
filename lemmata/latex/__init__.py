"""Reading a paper's LaTeX source: its numbered statements and displays, with number, label and place.

:mod:`~lemmata.latex.source` puts the files together, :mod:`~lemmata.latex.macros` reads and expands the
author's own commands, :mod:`~lemmata.latex.counters` numbers as LaTeX does, and
:mod:`~lemmata.latex.reading` goes through the document, which pylatexenc parses.
"""
