r"""What the estimate of a prefix depends on: Remark 2's sentences on $\beta_{2n+1}^{(K+1)}$.

It "only depends on $x_1,\dots,x_n$": true for one $\beta^*$, whatever rows and query follow; with another
$\beta^*$ the labels $y_1,\dots,y_n$ change, and with them the estimate, so that read by the letter the
sentence needs them, too. "Even if the measurement matrix is of dimension $n\times d$": the network run on $n$
rows, weights unchanged, has that very estimate at its last token, since attention divides by $i$ and
not by $N$. (That it is accurate there is Theorem 5.1. "For any $X$" is
:mod:`theorems.sparse_recovery.remark_2`.)
"""

from __future__ import annotations

from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.instances_prefix import (
    another,
    cut,
    estimate_is_the_same,
    instance,
    network,
    prompts,
    same_labels,
    settings,
    without_B,
)
from theorems.sparse_recovery.theorem_4_1 import existence

only_rows, labels, shorter = (
    PAPER.claim(
        label, id=id, kind="forall", settings=settings, prompts=prompts, uses=[existence]
    )
    for label, id in (
        ("Remark 2, prefixes", "remark-2/prefixes"),
        ("Remark 2, by the letter", "remark-2/prefixes/labels"),
        ("Remark 2, fewer rows", "remark-2/prefixes/shorter"),
    )
)


ESTIMATE = r"$\beta_{2n+1}^{(K+1)}$ is the same for two instances with the same $x_1,\dots,x_n$"
only_rows.printed(ESTIMATE + r" and one $\beta^*$.", construction=network, other=another)(
    estimate_is_the_same
)
labels.printed(
    ESTIMATE + ".", expect="refuted", defect="typo",
    because="It depends on the labels, too, which change with beta*.",
    construction=network, other=lambda s, p: another(s, p, beta=True),
)(estimate_is_the_same)  # fmt: skip
labels.amended(
    ESTIMATE + r" and $y_1,\dots,y_n$.", because="The labels are data of the prefix.",
    construction=network, other=same_labels,
)(estimate_is_the_same)  # fmt: skip
shorter.printed(
    r"The network run on $X_{1:n,:}$ alone has the $\beta_{2n+1}^{(K+1)}$ of all $N$ rows.",
    construction=network, other=cut,
)(estimate_is_the_same)  # fmt: skip
for claim in (only_rows, labels, shorter):
    claim.mutant("B is zero", construction=without_B)
only_rows.mutant("one row fewer in common", other=lambda s, p: another(s, p, -1))
labels.mutant("one row fewer in common", other=lambda s, p: another(s, p, -1))
shorter.mutant("another beta*", other=lambda s, p: instance(p.X[:, : s.n], p.other_beta, p.query))
