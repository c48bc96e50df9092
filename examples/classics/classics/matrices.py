"""Identities and best approximations of matrices."""

from __future__ import annotations

from dataclasses import dataclass

from classics import PAPER
from lemmata import Margin, Prompt, at_least, dims, equal, lines, reals, space
from lemmata.numbers import eye, linalg


@dataclass(frozen=True)
class Size:
    """The size d of the matrices."""

    d: int


sherman_morrison = PAPER.claim(
    "Statement 11",
    id="matrices/sherman-morrison",
    at=lines(34, 35),
    settings=space(Size, d=dims(1, 3)),
    prompts=lambda s: space(X=reals(s.d, s.d), u=reals(s.d, 1)),
)


@sherman_morrison.printed(
    r"$(A+uu^\top)^{-1}=A^{-1}+\frac{A^{-1}uu^\top A^{-1}}{1+u^\top A^{-1}u}$ for $A=I+XX^\top$.",
    defect="typo",
    because="The correction is subtracted: the inverse of a larger matrix is smaller.",
    sign=1,
    one=1,
)
@sherman_morrison.amended(
    r"$(A+uu^\top)^{-1}=A^{-1}-\frac{A^{-1}uu^\top A^{-1}}{1+u^\top A^{-1}u}$ for $A=I+XX^\top$.",
    adds="a minus in place of the plus",
    sign=-1,
    one=1,
)
def rank_one_update(s: Size, prompt: Prompt, sign: int, one: int) -> Margin:
    """The inverse after a change of rank one is the inverse before and a correction of rank one."""
    u, A = prompt.u, eye(s.d, prompt.X) + prompt.X @ prompt.X.mT
    before = linalg.inv(A)
    correction = before @ u @ u.mT @ before / (u.mT @ before @ u + one)
    return equal(linalg.inv(A + u @ u.mT), before + sign * correction)


sherman_morrison.mutant("another number in the denominator", one=2)


@dataclass(frozen=True)
class Rank:
    """Matrices of size d, and the rank k of the approximation, below d."""

    d: int
    k: int


eckart_young = PAPER.claim(
    "Statement 12",
    id="matrices/eckart-young",
    at=lines(37, 38),
    settings=space(Rank, d=dims(2, 3), k=lambda s: dims(1, s.d - 1, most=s.d - 1)),
    prompts=lambda s: space(A=reals(s.d, s.d), U=reals(s.d, s.k), V=reals(s.k, s.d)),
)


@eckart_young.printed(
    r"$\|A-UV\|_2\ge\sigma_k(A)$ for every $UV$ of rank at most $k$.",
    defect="typo",
    because="With rank k the first k singular values can be met; the next one remains.",
    index=0,
    times=1,
)
@eckart_young.amended(
    r"$\|A-UV\|_2\ge\sigma_{k+1}(A)$ for every $UV$ of rank at most $k$.",
    adds="the index k + 1",
    index=1,
    times=1,
)
def distance_to_low_rank(s: Rank, prompt: Prompt, index: int, times: int) -> Margin:
    """No matrix of rank k is nearer in the spectral norm than the (k + 1)-th singular value."""
    distance = linalg.svdvals(prompt.A - prompt.U @ prompt.V)[..., 0]
    return at_least(distance, linalg.svdvals(prompt.A)[..., s.k - 1 + index] * times)


eckart_young.mutant("twice as far", times=2)
