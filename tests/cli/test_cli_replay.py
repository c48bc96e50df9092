"""``lemmata replay``: 0 confirmed, 1 not confirmed, 2 unreadable or tampered."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lemmata.records.witness import MAX_BYTES, with_digest
from tests.cli.helpers import CLAIM, Run, Told, assert_misuse, load


@pytest.fixture
def payload(verified: tuple[Path, Told]) -> dict[str, Any]:
    return load(verified[0] / "witnesses" / "pca" / "lemma-8.printed.json")


def write(path: Path, payload: dict[str, Any], **changes: Any) -> Path:
    """The witness with changes, sealed anew."""
    body = {k: v for k, v in payload.items() if k not in ("schema", "digest")}
    path.write_text(json.dumps(with_digest({**body, **changes})), encoding="utf-8")
    return path


def test_a_witness_is_confirmed(cli: Run, payload: dict[str, Any], tmp_path: Path) -> None:
    told = cli("replay", write(tmp_path / "w.json", payload))
    assert told.status == 0
    assert told.out.splitlines()[-1] == f"{CLAIM} (printed): confirmed"
    assert "float64: relative margin -" in told.out
    assert "ball arithmetic: left " in told.out
    assert "but the statement says left <= right" in told.out
    assert told.err == ""


class TestNotConfirmed:
    """The file is whole, but the statement holds or does not apply."""

    def test_for_another_reading(self, cli: Run, payload: dict[str, Any], tmp_path: Path) -> None:
        told = cli("replay", write(tmp_path / "w.json", payload, variant="amended"))
        assert told.status == 1
        assert told.out.splitlines()[-1] == f"{CLAIM} (amended): NOT confirmed"

    def test_for_another_claim(self, cli: Run, payload: dict[str, Any], tmp_path: Path) -> None:
        setting = {name: value for name, value in payload["setting"].items() if name != "k"}
        told = cli("replay", write(tmp_path / "w.json", payload, claim="pca/lemma-8/tail", setting=setting))
        assert told.status == 1
        assert told.out.splitlines()[-1] == "pca/lemma-8/tail (printed): NOT confirmed"

    def test_at_another_setting(self, cli: Run, payload: dict[str, Any], tmp_path: Path) -> None:
        setting = {**payload["setting"], "C": f"1/{2**20}", "share": "1/2"}
        told = cli("replay", write(tmp_path / "w.json", payload, setting=setting))
        assert told.status == 1
        assert "NOT confirmed" in told.out

    def test_by_a_check_that_leaves(self, cli: Run, small: tuple[Path, Path, Told], tmp_path: Path) -> None:
        """Nobody may take its exit status for a confirmation."""
        file, out, _ = small
        witness = out / "witnesses" / "mine" / "breaks.printed.json"
        other = tmp_path / "other.py"
        text = file.read_text(encoding="utf-8")
        assert cli("replay", witness, file).status == 0
        other.write_text(text.replace("at_most(x + shift", "sys.exit(0) or at_most(x"))
        other.write_text("import sys\n" + other.read_text().replace("from __future__ import annotations\n", ""))
        told = cli("replay", witness, other)
        assert told.status == 1
        assert "the statement cannot be evaluated: SystemExit: 0" in told.out
        assert told.out.splitlines()[-1] == "mine/breaks (printed): NOT confirmed"


class TestRefused:
    @pytest.mark.parametrize(
        ("content", "words"),
        [
            (b"", ("not JSON",)),
            (b"witness", ("not JSON",)),
            (b"\xff\xfe\x00", ("not JSON",)),
            (b"[" * 50_000, ("not JSON",)),
            (b"{}", ("not a witness: the schema should be 'lemmata/witness/1'",)),
            (b" " * (MAX_BYTES + 1), ("has more than 4000000 bytes",)),
        ],
        ids=lambda v: str(v)[:20],
    )
    def test_what_is_no_witness(self, cli: Run, tmp_path: Path, content: bytes, words: tuple[str, ...]) -> None:
        (tmp_path / "w.json").write_bytes(content)
        assert_misuse(cli("replay", "w.json"), "w.json: ", *words)

    @pytest.mark.parametrize("name", ["none.json", "."])
    def test_what_is_not_there(self, cli: Run, name: str) -> None:
        assert_misuse(cli("replay", name), f"{name}: cannot be read")

    @pytest.mark.parametrize("name", ["setting", "claim", "variant", "relative", "left"])
    def test_what_was_edited(self, cli: Run, payload: dict[str, Any], tmp_path: Path, name: str) -> None:
        payload[name] = {"d": 1} if name == "setting" else "x"
        (tmp_path / "w.json").write_text(json.dumps(payload), encoding="utf-8")
        words = "w.json: the digest does not fit the content: the file was changed"
        assert_misuse(cli("replay", "w.json"), words)

    @pytest.mark.parametrize(
        ("changes", "words"),
        [
            ({"claim": "pca/lemma-9"}, ("no claim 'pca/lemma-9'", "`lemmata list`")),
            ({"variant": "revised"}, ("has no variant 'revised'",)),
            ({"setting": {"d": 1}}, ("the setting has fields ['d'], expected ['C', 'd', 'k'",)),
            ({"setting": {"d": 0}}, ("does not meet the hypotheses", "d lies outside of dims")),
            ({"setting": {"d": "two"}}, ("does not meet the hypotheses",)),
            ({"setting": {"k": 0}}, ("does not meet the hypotheses", "k lies outside of dims")),
            ({"setting": {"share": 1}}, ("does not meet the hypotheses", "share lies outside")),
            ({"setting": {"share": [1]}}, ("does not meet the hypotheses", "share lies outside")),
            ({"setting": {"share": "1/0"}}, ("the setting cannot be rebuilt",)),
            ({"setting": {"share": "1e999999999"}}, ("does not meet the hypotheses",)),
            ({"setting": {"C": 10**400}}, ("the setting cannot be rebuilt",)),
            ({"prompt": {"x": [1]}}, ("disagree on whether there is a prompt",)),
            ({"prompt": [1]}, ("prompt: [1] is not of type dict",)),
        ],
        ids=lambda v: str(v)[:50],
    )
    def test_what_was_sealed_anew_and_does_not_fit(
        self, cli: Run, payload: dict[str, Any], tmp_path: Path, changes: dict[str, Any], words: tuple[str, ...]
    ) -> None:
        setting = changes.get("setting")
        if setting is not None and setting != {"d": 1}:
            changes = {"setting": {**payload["setting"], **setting}}
        write(tmp_path / "w.json", payload, **changes)
        assert_misuse(cli("replay", "w.json"), *words)
