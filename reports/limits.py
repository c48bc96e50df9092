"""How much of one thing a page shows: evidence may be a stranger's, and its pages come within seconds.

What is beyond a limit is shown in part, or as it was written, and the page says so beside it. Each limit
is several times what the claims of this repository need.
"""

from __future__ import annotations

FORMULA = 4_000
"""Characters of a formula: the parser needs time with the square of them. Ours have 756."""
DEPTH = 60
"""Levels of a formula: trees are walked by functions that call themselves. Ours have 15."""
TEXT = 10_000
"""Characters of a text: to search it for formulas may take time with the square. Our longest has 1,777."""
COMPARED = 2_000_000
"""Characters of two statements, multiplied: to find what differs takes time with the cube of a length.

Ours have 1,395,670."""
COMPARED_FORMULAS = 60_000
"""The same of two formulas."""
FIGURES = 40
"""Figures of a claim: each takes about a tenth of a second."""
SERIES = 40
"""Lines of a figure: more cannot be distinguished."""
POINTS = 4_000
"""Points of a figure, all lines together: several for each of its pixels across."""
PANELS = 12
"""Matrices of a heat map: the drawing has no room for more."""
CELLS = 4_096
"""Cells of a heat map, all matrices together: each takes 20 bytes of a page."""
LABEL = 60
"""Characters of the label of a matrix, which stands in one line."""
LARGEST, SMALLEST = 1e250, 1e-250
"""Sizes of numbers in a plot: its axes go on beyond them, and must not pass the ends of the floats."""
