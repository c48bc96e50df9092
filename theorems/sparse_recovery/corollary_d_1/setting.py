"""Settings and prompts of Corollary D.1: columns inside and outside of the known set."""

from dataclasses import dataclass, replace

from lemmata import Space, dims, every, scales, signs, some, space, sparse
from theorems.sparse_recovery.theorem_5_1 import setting as known
from theorems.sparse_recovery.theorem_d_1 import setting as theorem_d_1


@dataclass(frozen=True)
class Setting(known.Setting):
    """As for Theorem 5.1, d being the size of the known set; ``spare`` columns lie outside."""

    spare: int = 0  # columns outside of the known set


def settings(base: Space, spare: int) -> Space:
    """The sizes of Theorem 5.1 with up to ``spare`` columns outside of the known set."""
    return replace(
        base,
        holder=Setting,
        fields={**base.fields, "n": lambda s: dims(s.N0, s.N0 + 60), "spare": dims(0, spare)},
    )


def overshooting(c: float) -> Setting:
    """As for Theorem D.1, with one column in the set, that of the support, and one outside."""
    return Setting(**vars(theorem_d_1.overshooting(c, d=1)), spare=1)


as_printed = settings(
    replace(
        theorem_d_1.as_in_the_appendix,
        fields={
            **theorem_d_1.as_in_the_appendix.fields,
            "c": some(scales(6, 8), weaker="smaller", fails_at=overshooting),
        },
    ),
    3,
)
"""Steps below 1.6, as the appendix allows."""


def prompts(s: Setting) -> Space:
    """Rademacher rows over all columns; S-sparse vectors on the first d of them."""
    return space(X=signs(s.n, s.d + s.spare), beta_star=every(sparse(s.d, s.S, s.b_beta)))
