"""Settings of Sphinx: `tox -e docs` builds the pages, and a warning is an error."""

from __future__ import annotations

from typing import Any

from docutils.nodes import SkipNode

import lemmata
from reports import mathml

project = "Lemmata"
author = "The Lemmata developers"
release = lemmata.__version__
html_title = f"Lemmata {release}"
html_theme = "furo"
extensions = [
    "myst_parser",  # the pages are Markdown
    "sphinx.ext.autodoc",  # the reference comes from the docstrings
    "sphinx.ext.napoleon",  # which have Args:, Returns:, Raises:
    "sphinx.ext.viewcode",
]
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_default_options = {"members": True}
python_use_unqualified_type_names = True
html_math_renderer = "mathml"  # as in the report: nothing is fetched from outside


def setup(app: Any) -> None:
    """Formulas as MathML."""

    def inline(translator: Any, node: Any) -> None:
        translator.body.append(mathml.render(mathml.convert(node.astext())))
        raise SkipNode

    def block(translator: Any, node: Any) -> None:
        translator.body.append(mathml.render(mathml.convert(node.astext(), display=True)))
        raise SkipNode

    app.add_html_math_renderer("mathml", (inline, None), (block, None))
