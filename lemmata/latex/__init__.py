"""Reading a paper's LaTeX source: its numbered statements and displays, with number, label, place and words.

The source is read as TeX reads it, once and from left to right, so that no part that makes no sense keeps the
rest from being read.

:mod:`~lemmata.latex.submission` finds the files, :mod:`~lemmata.latex.files` takes comments and verbatim
text out of one, :mod:`~lemmata.latex.stream` hands out tokens and arguments, and
:mod:`~lemmata.latex.expanding` carries out what the author programs. :mod:`~lemmata.latex.counters` numbers as
LaTeX does, :mod:`~lemmata.latex.theorems` knows what declares statements, :mod:`~lemmata.latex.reader`
collects them, and :mod:`~lemmata.latex.prose` says them in words.
"""
