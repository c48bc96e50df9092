"""A squeezed page is the same page."""

from __future__ import annotations

from reports.squeezed import squeezed


def test_quotes_go_where_html_needs_none() -> None:
    assert squeezed('<a class="x y" href="z.html">a="b"</a>') == '<a class="x y" href=z.html>a="b"</a>'
    assert squeezed('<path d="M0" fill="red"/>') == '<path d=M0 fill="red"/>'
    assert squeezed('<i title="a=b" lang=""></i>') == '<i title="a=b" lang=""></i>'


def test_ends_go_where_the_next_tag_says_as_much() -> None:
    assert squeezed("<ul>\n<li>a</li>\n\n<li>b</li></ul>") == "<ul><li>a<li>b</ul>"
    assert squeezed("<div><p>a</p>\n <p>b</p></div> c") == "<div><p>a<p>b</div> c"
    assert squeezed("<p>a</p> c") == "<p>a</p> c"
    table = "<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td><td>c</td></tr></tbody></table>"
    assert squeezed(table) == "<table><thead><tr><th>a<tbody><tr><td>b<td>c</table>"


def test_words_stay_apart_and_code_is_as_it_was() -> None:
    assert squeezed("a <b>b</b>\n\n  <i>c</i>") == "a <b>b</b>\n<i>c</i>"
    code = '<pre><code>x = "1"\n\n    y</code></pre>'
    assert squeezed(f"<div>\n{code}\n</div>") == f"<div>\n{code}</div>"
    assert squeezed('<script>s="<p>a</p>\n\n<p>"</script>') == '<script>s="<p>a</p>\n\n<p>"</script>'
