"""Identities and best approximations of matrices."""

from classics import PAPER
from lemmata import amended, at_least, dims, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import eye, linalg, outer


@theorem(
    PAPER,
    "Statement 11",
    id="matrices/sherman-morrison",
    at=lines(34, 35),
    d=dims(1, 3),
    X=reals("d", "d"),
    u=reals("d"),
)
@printed(
    r"$(A+uu^\top)^{-1}=A^{-1}+\frac{A^{-1}uu^\top A^{-1}}{1+u^\top A^{-1}u}$ for $A=I+XX^\top$.",
    defect="typo",
    because="The correction is subtracted: the inverse of a larger matrix is smaller.",
)
@amended(
    r"$(A+uu^\top)^{-1}=A^{-1}-\frac{A^{-1}uu^\top A^{-1}}{1+u^\top A^{-1}u}$ for $A=I+XX^\top$.",
    adds="a minus in place of the plus",
    sign=-1,
)
@mutants(another_number_in_the_denominator=dict(one=2))
def sherman_morrison(d, X, u, sign=1, one=1):
    """The inverse after a change of rank one is the inverse before and a correction of rank one."""
    A = eye(d) + X @ X.T
    before = linalg.inv(A)
    correction = before @ outer(u, u) @ before / (one + u @ before @ u)
    return equal(linalg.inv(A + outer(u, u)), before + sign * correction)


@theorem(
    PAPER,
    "Statement 12",
    id="matrices/eckart-young",
    at=lines(37, 38),
    d=dims(2, 3),
    k=dims(1, "d - 1", most="d - 1"),
    A=reals("d", "d"),
    U=reals("d", "k"),
    V=reals("k", "d"),
)
@printed(
    r"$\|A-UV\|_2\ge\sigma_k(A)$ for every $UV$ of rank at most $k$.",
    defect="typo",
    because="With rank k the first k singular values can be met; the next one remains.",
    index=lambda k: k,
)
@amended(
    r"$\|A-UV\|_2\ge\sigma_{k+1}(A)$ for every $UV$ of rank at most $k$.",
    adds="the index $k + 1$",
    index=lambda k: k + 1,
)
@mutants(twice_as_far=dict(times=2))
def eckart_young(A, U, V, index, times=1):
    """No matrix of rank k is nearer in the spectral norm than the $(k + 1)$-th singular value."""
    return at_least(linalg.svdvals(A - U @ V)[0], linalg.svdvals(A)[index - 1] * times)
