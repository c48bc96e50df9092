r"""Moments of a Wishart matrix as polynomials in traces of words, compiled once.

For $S=\frac1n\sum_az_az_a^\top$ with independent $z_a\sim N(0,I_d)$, the mean of a product of traces of
words in $S$ and fixed matrices (letters) is a polynomial in $1/n$ and in traces of words in the
letters alone. Isserlis' theorem sums over all pairings of the Gaussian vectors; here one $S$ is
paired at a time and equal terms are put together at once, which gives the same polynomial in much
fewer steps. One vector of $S_{ij}$ is paired with

- the other one of the same $S$: $S_{ij}$ becomes $\delta_{ij}$;
- either vector of another $S_{kl}$: the two become $\frac1n\delta_{ik}S_{jl}$ or $\frac1n\delta_{il}S_{jk}$.

A letter is a whole number from 1 up, its transpose the negative number; letters that stand for
symmetric matrices are their own transpose. A word in the letters is identified by its trace, hence up to
rotation and reversal with transposition.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

Letters = tuple[int, ...]
"""A product of letters."""
Word = tuple[Letters, ...]
"""``(M_1, ..., M_m)`` stands for the trace of ``S M_1 S M_2 ... S M_m``."""
State = tuple[tuple[Word, ...], tuple[Letters, ...]]
Monomial = tuple[Letters, ...]
"""A product of traces of words in the letters, sorted."""
Polynomial = dict[int, int]
"""Power of 1/n to coefficient."""


class Alphabet:
    """Says which letters are symmetric and brings words to the form that stands for their class."""

    def __init__(self, symmetric: Iterable[int]) -> None:
        self.symmetric = frozenset(symmetric)
        self._letters: dict[Letters, Letters] = {}
        self._words: dict[Word, Word] = {}

    def transpose(self, letters: Letters) -> Letters:
        """The transpose of a product."""
        return tuple(c if abs(c) in self.symmetric else -c for c in reversed(letters))

    def trace(self, letters: Letters) -> Letters:
        """The representative of all products of the same trace."""
        representative = self._letters.get(letters)
        if representative is None:
            both = (letters, self.transpose(letters))
            representative = min((_rotations(x) for x in both), default=())
            self._letters[letters] = representative
        return representative

    def word(self, word: Word) -> Word:
        """The representative of all words with S of the same trace."""
        representative = self._words.get(word)
        if representative is None:
            # tr(S M_1 ... S M_m) is also the trace of S M_m^T S M_(m-1)^T ... S M_1^T, rotated.
            flipped = tuple(self.transpose(m) for m in reversed(word))
            representative = min(_rotations(word), _rotations(flipped))
            self._words[word] = representative
        return representative


def _rotations(x: tuple) -> tuple:  # type: ignore[type-arg]
    return min((x[i:] + x[:i] for i in range(len(x))), default=x)


def expectation(
    words: Mapping[Word, int], alphabet: Alphabet, plain: Mapping[Letters, int] | None = None
) -> dict[Monomial, Polynomial]:
    """The mean of a sum of traces.

    Args:
        words: words with S, each with its coefficient.
        alphabet: which letters are symmetric.
        plain: words without S, each with its coefficient.

    Returns:
        For each monomial its coefficient as a polynomial in 1/n.
    """
    levels: dict[int, dict[State, Polynomial]] = defaultdict(dict)
    for word, coefficient in words.items():
        state: State = ((alphabet.word(word),), ())
        _add(levels[len(word)], state, {0: coefficient})
    for letters, coefficient in (plain or {}).items():
        _add(levels[0], ((), (alphabet.trace(letters),)), {0: coefficient})
    for level in range(max(levels, default=0), 0, -1):
        for state, polynomial in levels.pop(level, {}).items():
            over_n = {power + 1: c for power, c in polynomial.items()}
            for following, divided in _pair(state, alphabet):
                _add(levels[level - 1], following, over_n if divided else polynomial)
    return {traces: polynomial for (_, traces), polynomial in levels[0].items()}


def _add(level: dict[State, Polynomial], state: State, polynomial: Polynomial) -> None:
    old = level.setdefault(state, {})
    for power, coefficient in polynomial.items():
        old[power] = old.get(power, 0) + coefficient


def _pair(state: State, alphabet: Alphabet) -> Iterable[tuple[State, bool]]:
    """The states that pairing one vector of the first S leads to, and whether divided by n."""
    (first, *others), traces = state
    *inner, last = first

    def made(*new: Word, trace: Letters | None = None, left: Iterable[Word] = others) -> State:
        words = [*left, *(alphabet.word(w) for w in new)]
        monomial = traces if trace is None else tuple(sorted((*traces, alphabet.trace(trace))))
        return tuple(sorted(words)), monomial

    # tr(S_1 M_1 S_2 ... S_m M_m) with S_1 the identity
    if inner:
        yield made((*inner[1:], last + inner[0])), False
    else:
        yield made(trace=last), False
    # with the (r + 1)-th S of the same word: U = M_1 S ... M_r and V = M_(r+1) S ... M_m
    for r in range(1, len(first)):
        U, V = first[:r], first[r:]
        # tr(S V U^T), where U^T = M_r^T S ... S M_1^T
        back = [alphabet.transpose(m) for m in reversed(U)]
        yield made((*V[:-1], V[-1] + back[0], *back[1:])), True
        # tr(S U) tr(V)
        if len(V) == 1:
            yield made(U, trace=V[0]), True
        else:
            yield made(U, (*V[1:-1], V[-1] + V[0])), True
    # with each S of each other word, rotated to the front: tr(S N R^T) and tr(S R N)
    for index, other in enumerate(others):
        without = [*others[:index], *others[index + 1 :]]
        back = [alphabet.transpose(m) for m in reversed(first)]
        for r in range(len(other)):
            N = other[r:] + other[:r]
            yield made((*N[:-1], N[-1] + back[0], *back[1:]), left=without), True
            yield made((*first[:-1], last + N[0], *N[1:]), left=without), True
