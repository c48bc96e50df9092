"""Seeds from names and numbers, and generators that use all of their bits.

``torch.Generator.manual_seed`` fills the 624 words of a generator's state on the CPU from the low 32
bits of its seed: among a hundred thousand seeds some pair would draw alike. Here the whole state is
filled from a digest of everything that the seed was made of.
"""

from __future__ import annotations

import functools
import hashlib
from typing import Any

import numpy as np
import torch
from torch import Generator

from lemmata.errors import LemmataError

_WORDS = 624
"""Words of 32 bits in the state of the Mersenne twister that torch uses on the CPU."""
_BITS = 32
"""Of a seed that ``manual_seed`` looks at."""


def derive(*parts: Any) -> int:
    """A seed of 128 bits from names and numbers, the same on every machine."""
    return int.from_bytes(hashlib.sha256(_text(parts)).digest()[:16], "big")


def generator(*parts: Any) -> Generator:
    """A generator on the CPU for names and numbers, the same on every machine.

    Other names or numbers give other draws: they fill the whole state of the generator.

    Raises:
        LemmataError: the installed torch keeps that state in an unknown way.
    """
    words = np.frombuffer(hashlib.shake_256(_text(parts)).digest(4 * _WORDS), dtype=np.uint32)
    template, start = _template()
    state = template.copy()
    state[start : start + 8 * _WORDS] = words.astype(np.uint64).view(np.uint8)
    return Generator().set_state(torch.from_numpy(state))


def seeded(seed: int) -> Generator:
    """A generator on the CPU for one whole number >= 0, of any size.

    Below 2^32 it draws as torch's ``manual_seed`` does; beyond, all digits count.
    """
    return Generator().manual_seed(seed) if seed < 2**_BITS else generator("seed", seed)


def _text(parts: tuple[Any, ...]) -> bytes:
    return "\x1f".join(map(str, parts)).encode()


@functools.cache
def _template() -> tuple[np.ndarray, int]:
    """A fresh generator's state, and the byte at which its words begin: each takes eight bytes.

    A search for the words of a known seed finds that byte, since torch does not document it.

    Raises:
        LemmataError: this torch keeps them otherwise.
    """
    seed = 5489
    words = [seed]
    for i in range(1, _WORDS):  # how the Mersenne twister fills its state from one word
        words.append((1812433253 * (words[-1] ^ (words[-1] >> 30)) + i) % 2**_BITS)
    state = Generator().manual_seed(seed).get_state().numpy()
    start = state.tobytes().find(np.array(words, dtype=np.uint64).tobytes())
    if start < 0:
        raise LemmataError(
            f"torch {torch.__version__} keeps the state of its generators in a way that is not known "
            "here, so that seeds cannot decide what is drawn; use a version that was tried (2.6 to 2.13)"
        )
    return state, start
