"""Settings of Sphinx: `tox -e docs` builds the pages, and a warning is an error."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from docutils.nodes import SkipNode

import lemmata
from reports import mathml

sys.path.insert(0, str(Path(__file__).parents[1]))  # for docs.directives

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
    "docs.directives",  # claims and verdicts in the pages
]
html_static_path = ["static"]
html_css_files = ["docs.css"]
html_copy_source = html_show_sourcelink = False
exclude_patterns = ["gallery/**"]
myst_enable_extensions = ["dollarmath", "colon_fence", "attrs_inline"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_default_options = {"members": True}
python_use_unqualified_type_names = True
SCROLLS = re.compile(r'(<pre(?=>)|<div(?= class="(?:claim|table-wrapper) ))')
html_math_renderer = "mathml"  # as in the report: nothing is fetched from outside


def setup(app: Any) -> None:
    """Formulas as MathML."""

    def inline(translator: Any, node: Any) -> None:
        translator.body.append(mathml.render(mathml.convert(node.astext())))
        raise SkipNode

    def block(translator: Any, node: Any) -> None:
        translator.body.append(mathml.render(mathml.convert(node.astext(), display=True)))
        raise SkipNode

    def reachable(_: Any, __: str, ___: str, context: dict[str, Any], ____: Any) -> None:
        """What scrolls is reached by the keyboard, and headings have levels, which Sphinx leaves out."""
        context["body"] = SCROLLS.sub(r'\1 tabindex="0"', context.get("body", ""))
        tree = str(context.get("furo_navigation_tree", ""))
        context["furo_navigation_tree"] = tree.replace('role="heading"', 'role="heading" aria-level="2"')

    app.add_html_math_renderer("mathml", (inline, None), (block, None))
    app.connect("html-page-context", reachable, priority=900)  # after the theme
