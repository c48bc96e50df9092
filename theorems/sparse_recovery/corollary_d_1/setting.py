"""Settings and prompts of Corollary D.1: columns inside and outside of the known set."""

import math
from dataclasses import dataclass, replace

from lemmata import Space, choices, dims, every, scales, signs, some, space, sparse
from theorems.sparse_recovery.theorem_5_1 import setting as known
from theorems.sparse_recovery.theorem_d_1 import setting as theorem_d_1


@dataclass(frozen=True)
class Setting(known.Setting):
    """As for Theorem 5.1, d being the size of the known set; ``spare`` columns lie outside."""

    spare: int = 0  # columns outside of the known set
    share: float = 1.0  # of b_beta, which the l1 norm of beta* does not exceed; no weight depends on it


def settings(base: Space, spare: int, *shares: float) -> Space:
    """The sizes of Theorem 5.1, ``spare`` columns outside of the known set, beta* up to each of ``shares``."""
    return replace(
        base,
        holder=Setting,
        fields={
            **base.fields,
            "n": lambda s: dims(s.N0, s.N0 + 60),
            "spare": dims(0, spare),
            **({"share": choices(*shares)} if shares else {}),
        },
    )


def overshooting(c: float) -> Setting:
    """As for Theorem D.1, with one column in the set, that of the support, one outside and delta = 1/2."""
    N0 = math.ceil(32 * math.log(2) / c)
    return Setting(d=1, S=1, K=1, delta=0.5, gamma=1.5, c=c, N0=N0, n=8 * N0, spare=1)


as_printed = settings(
    replace(
        theorem_d_1.as_in_the_appendix,
        fields={
            **theorem_d_1.as_in_the_appendix.fields,
            "delta": scales(-1, 0, open_high=True, of="(0, 1)"),
            "c": some(scales(6, 8), weaker="smaller", fails_at=overshooting),
        },
    ),
    3,
)
"""Steps below 1.6, as the appendix allows."""


def prompts(s: Setting) -> Space:
    """Rademacher rows over all columns; S-sparse vectors on the first d of them."""
    return space(X=signs(s.n, s.d + s.spare), beta_star=every(sparse(s.d, s.S, s.share * s.b_beta)))
