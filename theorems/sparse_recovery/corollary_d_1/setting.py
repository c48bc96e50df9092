"""Settings and prompts of Corollary D.1: columns inside and outside of the known set."""

from dataclasses import dataclass, replace

from lemmata import Space, dims, dyadics, every, signs, space, sparse
from theorems.sparse_recovery.theorem_5_1 import setting as known
from theorems.sparse_recovery.theorem_5_1.setting import many_rows


@dataclass(frozen=True)
class Setting(known.Setting):
    """As for Theorem 5.1, d being the size of the known set; ``spare`` columns lie outside."""

    spare: int = 0


def settings(base: Space) -> Space:
    """The sizes of Theorem 5.1 with columns outside of the known set."""
    return replace(base, holder=Setting, fields={**base.fields, "spare": dims(0, 3)})


_one_inside = settings(many_rows(1.0, K=3))
many_spare = replace(_one_inside, fields={**_one_inside.fields, "n": dims(64, 66), "spare": dims(24, 26)})
"""Two dozen columns outside of the known set: enough to notice if they are not shut out."""


def prompts(s: Setting) -> Space:
    """Rademacher rows over all columns; S-sparse vectors on the first d of them."""
    return space(X=signs(s.n, s.d + s.spare), beta_star=every(sparse(s.d, s.S, 1.0)))


def wide(top: float) -> Space:
    """Steps below ``top``, as the appendix allows, and vectors of any l1 norm up to 1."""
    fields = {**known.as_printed.fields, "gamma": dyadics(0, top, True, True, grid=40)}
    return settings(replace(known.as_printed, fields=fields))
