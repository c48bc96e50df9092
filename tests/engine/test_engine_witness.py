"""Witnesses hold exact numbers, come back as they were, and notice that they were changed."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
import torch
from hypothesis import example, given
from hypothesis import strategies as st
from torch import Tensor

from lemmata.claims.prompt import Prompt
from lemmata.numbers.exact import ball_precision
from lemmata.records.witness import MAX_BYTES, Witness, WitnessError, parse, to_document
from lemmata.search.encoding import decode, decode_prompt, decode_setting, encode, encode_fields
from lemmata.search.lifting import lift

finite = st.floats(allow_nan=False, allow_infinity=False)
lists = st.lists(finite, min_size=1, max_size=4)


@dataclass(frozen=True)
class Setting:
    d: int
    law: str
    theta: float
    w: Tensor
    parts: tuple[float, ...]
    bound: float | None


def same(a: Setting, b: Setting) -> bool:
    keys = ("d", "law", "theta", "parts", "bound")
    return a.w.equal(b.w) and all(getattr(a, k) == getattr(b, k) for k in keys)


def through_json(value: Any) -> Any:
    return json.loads(json.dumps(value, allow_nan=False))


@given(finite)
@example(5e-324)
@example(-1.7976931348623157e308)
@example(0.1)
def test_every_float_comes_back(value: float) -> None:
    stored = through_json(encode(value))
    assert Fraction(stored) == Fraction(value)
    assert decode(stored) == value


@given(st.lists(lists.map(lambda row: (row * 3)[:3]), min_size=1, max_size=3))
def test_every_tensor_comes_back(rows: list[list[float]]) -> None:
    tensor = torch.tensor(rows, dtype=torch.float64)
    assert torch.tensor(decode(through_json(encode(tensor))), dtype=torch.float64).equal(tensor)


def test_numbers_are_written_for_people() -> None:
    written = encode([1.0, 0.125, -2.5, 3, Fraction(1, 3), True, "name", None, -0.0])
    assert written == [1, "1/8", "-5/2", 3, "1/3", True, "name", None, 0]
    assert encode(torch.tensor([[1.0, 0.5]])) == [[1, "1/2"]]


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan])
def test_what_is_no_number_stays_a_text(value: float) -> None:
    assert decode(through_json(encode(value))) == str(value)


def test_every_arithmetic_is_written_by_its_value() -> None:
    tensor = torch.tensor([0.1, -2.0], dtype=torch.float64)
    plain = encode(tensor)
    assert encode(lift(tensor, "tracked")) == plain
    assert encode(lift(tensor, "rational")) == plain
    assert encode(lift(tensor, "rational") / 3)[1] == "-2/3"


def test_a_ball_is_written_by_its_midpoint() -> None:
    with ball_precision():
        third = lift(torch.tensor([1.0]).double(), "ball") / 3
        assert decode(encode(third)) == [1 / 3]


def test_a_number_that_nobody_could_read_is_rounded() -> None:
    assert encode(Fraction(3**20_000, 2**31_699)) == f"≈ {3**20_000 / 2**31_699}"
    assert encode(Fraction(-(3**20_000))) == "≈ -inf"
    assert decode("≈ 1.5") == "≈ 1.5"


@pytest.mark.parametrize("text", ["1e999999999", "1_0/3", "1.5", " 1/2", "1/2\n", "", "/", "½"])
def test_only_what_is_written_is_read_as_a_number(text: str) -> None:
    assert decode(text) == text


@given(d=st.integers(-(2**70), 2**70), theta=finite, w=lists, parts=lists, bound=st.none() | finite)
def test_a_setting_comes_back(
    d: int, theta: float, w: list[float], parts: list[float], bound: float | None
) -> None:
    tensor = torch.tensor(w, dtype=torch.float64)
    setting = Setting(d, "1 of 2", theta, tensor, tuple(parts), bound)
    stored = through_json(encode_fields(setting))
    assert same(decode_setting(Setting, stored), setting)


@given(x=lists, scale=finite)
def test_a_prompt_comes_back_as_a_batch_of_one(x: list[float], scale: float) -> None:
    prompt = Prompt(x=torch.tensor(x, dtype=torch.float64), scale=torch.tensor(scale, dtype=torch.float64))
    revived = decode_prompt(through_json(encode_fields(prompt)))
    assert revived is not None
    assert revived.x.equal(prompt.x[None])
    assert revived.scale.equal(prompt.scale[None])


def test_no_prompt_is_no_prompt() -> None:
    assert decode_prompt(None) is None


def test_only_dataclasses_and_prompts_have_fields() -> None:
    with pytest.raises(TypeError, match="must be a dataclass, got dict"):
        encode_fields({"d": 1})


BODY: dict[str, Any] = {
    "claim": "t/lemma-1",
    "variant": "printed",
    "kind": "instance",
    "setting": {"d": 1},
    "prompt": {"x": ["-1/8"]},
}


def data(**changes: Any) -> bytes:
    return json.dumps(to_document(Witness(**{**BODY, **changes}))).encode()


class TestSeal:
    def test_what_is_sealed_is_read(self) -> None:
        assert parse(data()) == Witness(**BODY)
        large = Witness(**{**BODY, "left": [10**3_000]})
        assert parse(json.dumps(to_document(large)).encode()) == large

    def test_layout_and_order_do_not_matter(self) -> None:
        shuffled = dict(reversed(json.loads(data()).items()))
        assert parse(json.dumps(shuffled, indent=3).encode()) == parse(data())

    @given(place=st.integers(0, 10_000), byte=st.integers(0, 255))
    def test_a_changed_byte_is_noticed_or_changes_nothing(self, place: int, byte: int) -> None:
        whole = data()
        place %= len(whole)
        changed = whole[:place] + bytes([byte]) + whole[place + 1 :]
        try:
            told = parse(changed)
        except WitnessError:
            return
        assert told == parse(whole)

    @pytest.mark.parametrize(
        ("content", "message"),
        [
            (b"", "not JSON"),
            (b"\xff\xfe", "not JSON"),
            (b"<html>", "not JSON"),
            (b"[" * 100_000, "not JSON"),
            (b"[1]", "not a witness: the schema should be 'lemmata/witness/1'"),
            (b"{}", "not a witness"),
            (b'{"schema": "lemmata/evidence/1"}', "not a witness"),
            (b'{"schema": "lemmata/witness/1"}', "the digest does not fit"),
            (b'{"schema": "lemmata/witness/1", "x": NaN}', "NaN is not a finite number"),
            (data().replace(b"-1/8", b"-1/9"), "the file was changed"),
            (data().replace(b'"d": 1', b'"d": 2'), "the file was changed"),
            (b" " * (MAX_BYTES + 1), "a witness has at most 4000000"),
        ],
    )
    def test_what_is_no_witness_is_refused(self, content: bytes, message: str) -> None:
        with pytest.raises(WitnessError, match=message):
            parse(content)

    @pytest.mark.parametrize("name", ["claim", "variant", "kind", "setting"])
    @pytest.mark.parametrize("value", [None, 3, ["x"]])
    def test_what_every_witness_has_is_there(self, name: str, value: Any) -> None:
        with pytest.raises(WitnessError, match=f"its fields do not fit .*{name}"):
            parse(data(**{name: value}))


WELL: dict[str, Any] = {"d": 1, "law": "x", "theta": "1/2", "w": [1], "parts": [2, "1/4"], "bound": None}
HUGE = 10**400


@pytest.mark.parametrize(
    "changes",
    [
        {"theta": HUGE},
        {"theta": f"{HUGE}/3"},
        {"theta": "1/0"},
        {"w": [HUGE]},
        {"w": [[1], [1, 2]]},
        {"w": ["x"]},
        {"w": [None]},
        {"w": {"a": 1}},
        {"w": [f"{HUGE}/3"]},
    ],
    ids=str,
)
def test_a_setting_that_cannot_be_is_refused_or_left_to_the_hypotheses(changes: dict[str, Any]) -> None:
    try:
        revived = decode_setting(Setting, {**WELL, **changes})
    except WitnessError:
        return
    assert not isinstance(revived.w, Tensor)  # of a wrong type, which no domain contains


@pytest.mark.parametrize("changes", [{"extra": 1}, {"d": ...}])
def test_a_setting_of_other_fields_is_refused(changes: dict[str, Any]) -> None:
    stored = {k: v for k, v in {**WELL, **changes}.items() if v is not ...}
    with pytest.raises(WitnessError, match=r"the setting has fields .*, expected \['bound', 'd'"):
        decode_setting(Setting, stored)


@pytest.mark.parametrize(
    ("stored", "message"),
    [
        ({"x": HUGE}, "cannot be rebuilt"),
        ({"x": [f"{HUGE}/3"]}, "cannot be rebuilt"),
        ({"x": ["1/0"]}, "cannot be rebuilt"),
        ({"x": "text"}, "cannot be rebuilt"),
        ({"x": [[1], [1, 2]]}, "cannot be rebuilt"),
        ({"x": {"y": 1}}, "cannot be rebuilt"),
        ({"x": [1], "items": [1]}, r"reserved names: \['items'\]"),
        ({"__dict__": [1]}, r"reserved names: \['__dict__'\]"),
    ],
    ids=lambda v: str(v)[:40],
)
def test_a_prompt_that_cannot_be_is_refused(stored: Any, message: str) -> None:
    with pytest.raises(WitnessError, match=message):
        decode_prompt(stored)


def test_a_holder_that_refuses_is_a_witness_error() -> None:
    @dataclass(frozen=True)
    class Positive:
        d: int

        def __post_init__(self) -> None:
            if self.d < 1:
                raise ValueError("d must be positive")

    build: Callable[..., Any] = decode_setting
    assert build(Positive, {"d": 2}).d == 2
    with pytest.raises(WitnessError, match="d must be positive"):
        build(Positive, {"d": 0})
