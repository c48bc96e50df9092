"""The hunts of one or several runs by their key, of which most are kept small.

Decoded, a record takes some five times its line. So the first of each variant is kept as it is, and each
further one (a shard, another seed) as its compressed line, which is read whenever somebody asks for the record.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping

from lemmata.records.evidence import HuntRecord
from lemmata.records.json_lines import from_json, to_json

Key = tuple[str, str, int, int, str]
_LEVEL = 6


class Hunts(Mapping[Key, HuntRecord]):
    """Records by :attr:`~lemmata.records.evidence.HuntRecord.key`, in the order in which the keys came."""

    def __init__(self, records: Iterable[HuntRecord] = ()) -> None:
        self._kept: dict[Key, HuntRecord | bytes] = {}
        self._first: dict[tuple[str, str], Key] = {}
        self._lines: dict[tuple[str, str], bytes] = {}
        """Of variants with several hunts, the line of the first: what the others repeat of it costs nothing."""
        for record in records:
            self.put(record)

    def put(self, record: HuntRecord) -> None:
        """Takes a record in, in the place of another of the same key."""
        variant = record.claim, record.variant
        first = self._first.setdefault(variant, record.key)
        if record.key == first:
            self._kept[first] = record  # the line of an earlier one stays: the others are packed with it
            return
        if variant not in self._lines:
            one = self._kept[first]
            assert isinstance(one, HuntRecord)
            self._lines[variant] = to_json(one).encode(errors="replace")
        profile = first[4] if first[4] == record.profile else record.profile  # one text for all keys
        key = (*first[:2], record.seed, record.shard, profile)
        try:
            self._kept[key] = _packed(record, self._lines[variant])
        except UnicodeEncodeError:  # half a character, which no file can hold
            self._kept[key] = record

    def __getitem__(self, key: Key) -> HuntRecord:
        kept = self._kept[key]
        if isinstance(kept, HuntRecord):
            return kept
        record = from_json(_line(kept, self._lines[key[:2]]))
        assert isinstance(record, HuntRecord)
        return record

    def __contains__(self, key: object) -> bool:
        return key in self._kept

    def __iter__(self) -> Iterator[Key]:
        return iter(self._kept)

    def __len__(self) -> int:
        return len(self._kept)


def _packed(record: HuntRecord, dictionary: bytes) -> bytes:
    packer = zlib.compressobj(_LEVEL, zdict=dictionary)
    return packer.compress(to_json(record).encode()) + packer.flush()


def _line(packed: bytes, dictionary: bytes) -> str:
    return zlib.decompressobj(zdict=dictionary).decompress(packed).decode()
