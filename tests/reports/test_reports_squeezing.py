"""Pages without what HTML lets them leave out."""

from __future__ import annotations

import pytest

from reports.squeezing import squeezed


@pytest.mark.parametrize(
    ("page", "short"),
    [
        (
            '<math display="block"><mspace width="1em"/></math>',
            '<math display=block><mspace width="1em"/></math>',
        ),
        ('<a href="a/b.html#c" title="d e">f</a>', '<a href=a/b.html#c title="d e">f</a>'),
        ('<a href="?a=b&amp;c">&#34;d&#39;</a>', '<a href="?a=b&amp;c">"d\'</a>'),
        ('<input value="" title="&#34;a&#34;">', '<input value="" title="&#34;a&#34;">'),
        ("<div>\n<p>a</p>\n<p>b</p>\n</div>", "<div><p>a<p>b</div>"),
        ("<p>a</p> b <i>c</i> <i>d</i>", "<p>a</p>b <i>c</i> <i>d</i>"),
        ("<a><p>b</p></a>", "<a><p>b</p></a>"),
        ("<ul>\n<li>a</li>\n<li>b</li>\n</ul> <b>c</b>", "<ul><li>a<li>b</ul><b>c</b>"),
        (
            "<thead><tr><th>a</thead>\n<tbody>\n<tr><td>b</tbody></table>",
            "<thead><tr><th>a<tbody><tr><td>b</table>",
        ),
        ('<pre class="a">\n <p>b</p>\n</pre>', "<pre class=a>\n <p>b</p>\n</pre>"),
        ('<script>let a = "<b c=\\"d\\">";</script>', '<script>let a = "<b c=\\"d\\">";</script>'),
    ],
)
def test_a_page_says_no_more_than_a_browser_needs(page: str, short: str) -> None:
    assert squeezed(page) == short
