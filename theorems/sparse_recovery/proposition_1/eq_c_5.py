r"""What one token draws from another: (C.5) for the heads $\pm1$, (C.6) for the heads $\pm2$.

Both print $X^\top_{:,\lfloor(i+1)/2\rfloor}$, the row of the querying token $i$, where the attended token
$j$ has its own row $\lfloor(j+1)/2\rfloor$: a slip of the index, since the last lines of (C.10) and
(C.11) sum over the rows again. A witness needs two different rows.
"""

from __future__ import annotations

from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.instances_attention import (
    EVERY,
    LEFT,
    SLIP,
    X_I,
    X_J,
    estimate_terms,
    label_terms,
    token_draws,
)
from theorems.sparse_recovery.layer import attention, prompts, settings

c5 = PAPER.claim("(C.5)", id="proposition-1/eq-c.5", kind="forall", settings=settings, prompts=prompts)
c6 = PAPER.claim("(C.6)", id="proposition-1/eq-c.6", kind="forall", settings=settings, prompts=prompts)
c5.construction(attention)
c6.construction(attention)
SCORE = r"\sigma(\beta_i^\top(M^Q_u)^\top %s-1_{j\text{ odd}}B)\,(0_{d+1};M^V_u %s;0)"
LABEL = r"1_{j\text{ even}}\,\sigma(m_uy_{j/2})\,(0_{d+1};M^V_u %s;0)"

c5.printed(
    rf"For odd $i$, $j\le i$ and $u=\pm1$: ${LEFT}={SCORE % (X_I, X_I)}$.",
    expect="refuted",
    defect="typo",
    because=SLIP,
    right=estimate_terms(query=True),
    size=1,
    keys=EVERY,
)(token_draws)
c5.amended(
    rf"For odd $i$, $j\le i$ and $u=\pm1$: ${LEFT}={SCORE % (X_J, X_J)}$.",
    because="With the row of the attended token.",
    right=estimate_terms(query=False),
    size=1,
    keys=EVERY,
)(token_draws)
c6.printed(
    rf"For odd $i$, $j\le i$ and $u=\pm2$: ${LEFT}={LABEL % X_I}$.",
    expect="refuted",
    defect="typo",
    because=SLIP,
    right=label_terms(query=True),
    size=2,
    keys=EVERY,
)(token_draws)
c6.amended(
    rf"For odd $i$, $j\le i$ and $u=\pm2$: ${LEFT}={LABEL % X_J}$.",
    because="With the row of the attended token.",
    right=label_terms(query=False),
    size=2,
    keys=EVERY,
)(token_draws)

c5.mutant("B is not subtracted", right=estimate_terms(query=False, B=False))
c5.mutant("the other head of the pair", right=lambda s, p, u: estimate_terms(query=False)(s, p, -u))
c6.mutant("the other head of the pair", right=lambda s, p, u: label_terms(query=False)(s, p, -u))
c6.mutant("the labels are doubled", right=lambda s, p, u: label_terms(query=False)(s, p, u) * 2)
