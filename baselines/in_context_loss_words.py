r"""Moments of a Wishart matrix as polynomials in traces of words, compiled once.

For $S=\frac1n\sum_az_az_a^\top$ with independent $z_a\sim N(0,I_d)$, the mean of a product of traces of
words in $S$ and fixed matrices (letters) is a polynomial in $1/n$ and in traces of words in the
letters alone. Isserlis' theorem sums over all pairings of the Gaussian vectors; here one $S$ is
paired at a time and equal terms are put together at once, which gives the same polynomial in much
fewer steps. One vector of $S_{ij}$ is paired with

- the other one of the same $S$: $S_{ij}$ becomes $\delta_{ij}$;
- either vector of another $S_{kl}$: the two become $\frac1n\delta_{ik}S_{jl}$ or $\frac1n\delta_{il}S_{jk}$.

$S$ is the letter 0, any other matrix a whole number from 1 up, and its transpose the negative number; letters
that stand for symmetric matrices are their own transpose. A word is identified by its trace, hence up to
rotation and reversal with transposition. Inside, words are texts of one character a letter, since Python cuts,
joins, reverses and compares these fastest.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

Letters = tuple[int, ...]
"""A product of letters."""
Monomial = tuple[Letters, ...]
"""A product of traces of words without S, sorted."""
Polynomial = dict[int, int]
"""Power of 1/n to coefficient."""
State = tuple[tuple[str, ...], tuple[str, ...]]
"""A product of traces: of words with S, and of words without."""
_S = chr(0)


class Alphabet:
    """Says which letters are symmetric, writes words as texts, and brings these to the form of their class."""

    def __init__(self, symmetric: Iterable[int]) -> None:
        self.symmetric = frozenset((0, *symmetric))
        self._transposed: dict[int, int] = {}
        self._representatives: dict[str, str] = {}

    def text(self, letters: Letters) -> str:
        """A character a letter: an even one, and the next one for its transpose."""
        text = "".join(chr(2 * abs(c) + (c < 0 and -c not in self.symmetric)) for c in letters)
        for code in map(ord, text):
            self._transposed[code] = code if code // 2 in self.symmetric else code ^ 1
            self._transposed[code ^ 1] = code
        return text

    def letters(self, text: str) -> Letters:
        """The letters of a text."""
        return tuple(-(ord(c) // 2) if ord(c) % 2 else ord(c) // 2 for c in text)

    def transpose(self, text: str) -> str:
        """The transpose of a product."""
        return text.translate(self._transposed)[::-1]

    def trace(self, text: str) -> str:
        """The representative of all products of the same trace; it begins with S if S is in it."""
        representative = self._representatives.get(text)
        if representative is None:
            representative = min(_first_rotation(text), _first_rotation(self.transpose(text)))
            self._representatives[text] = representative
        return representative


def _first_rotation(text: str) -> str:
    twice, length = text + text, len(text)
    # S comes before all other letters, so that only rotations that begin with it can be the first.
    starts = [i for i, letter in enumerate(text) if letter == _S] or range(length)
    return min([twice[i : i + length] for i in starts], default=text)


def expectation(words: Mapping[Letters, int], alphabet: Alphabet) -> dict[Monomial, Polynomial]:
    """The mean of a sum of traces.

    Args:
        words: each with its coefficient.
        alphabet: which letters are symmetric.

    Returns:
        For each monomial its coefficient as a polynomial in 1/n.
    """
    levels: dict[int, dict[State, Polynomial]] = defaultdict(dict)
    for letters, coefficient in words.items():
        text = alphabet.trace(alphabet.text(letters))
        state: State = ((text,), ()) if _S in text else ((), (text,))
        _add(levels[text.count(_S)], state, {0: coefficient})
    for level in range(max(levels, default=0), 0, -1):
        for state, polynomial in levels.pop(level, {}).items():
            over_n = {power + 1: c for power, c in polynomial.items()}
            for divided, following in _pair(state, alphabet):
                _add(levels[level - 1], following, over_n if divided else polynomial)
    return {tuple(map(alphabet.letters, traces)): found for (_, traces), found in levels[0].items()}


def _add(level: dict[State, Polynomial], state: State, polynomial: Polynomial) -> None:
    old = level.setdefault(state, {})
    for power, coefficient in polynomial.items():
        old[power] = old.get(power, 0) + coefficient


def _pair(state: State, alphabet: Alphabet) -> Iterable[tuple[bool, State]]:
    """The states that pairing one vector of the first S leads to, each after whether it is divided by n."""
    (first, *others), traces = state
    trace, transpose = alphabet.trace, alphabet.transpose

    def made(left: list[str], *new: str) -> State:
        found = [trace(text) for text in new]
        with_S = sorted([*left, *(text for text in found if _S in text)])
        return tuple(with_S), tuple(sorted([*traces, *(text for text in found if _S not in text)]))

    after = first[1:]
    yield False, made(others, after)  # the other vector of the same S, which becomes the identity
    # Another S of the same trace tr(S U S V): tr(S V U^T) and tr(S U) tr(V).
    cut = after.find(_S)
    while cut >= 0:
        U, V = after[:cut], after[cut + 1 :]
        yield True, made(others, _S + V + transpose(U))
        yield True, made(others, _S + U, V)
        cut = after.find(_S, cut + 1)
    # An S of another trace, tr(S M) tr(S N): tr(S N M^T) and tr(S M N).
    back = transpose(after)
    for index, other in enumerate(others):
        without = [*others[:index], *others[index + 1 :]]
        start = other.find(_S)
        while start >= 0:
            N = other[start + 1 :] + other[:start]
            yield True, made(without, _S + N + back)
            yield True, made(without, first + N)
            start = other.find(_S, start + 1)
