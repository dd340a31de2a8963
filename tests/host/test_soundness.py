"""A stored state is checked against its digest; a valid one is never confused with another."""

from __future__ import annotations

import pytest

from horizons_core.codec import digest_of
from horizons_host.store import caches
from horizons_host.store.caches import SizedCache, matches_digest

STATE = {"turn": 3, "empires": ["Ada"]}


def test_a_state_with_its_digest_is_sound_and_one_with_another_is_not() -> None:
    assert matches_digest(b"packed", STATE, digest_of(STATE))
    assert not matches_digest(b"packed", STATE, digest_of({}))
    assert not matches_digest(b"other", {}, digest_of(STATE))
    for _ in range(2):
        assert not matches_digest(b"packed", STATE, "another digest")


def test_the_same_bytes_are_compared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    checks = []

    def counted(state: object) -> str:
        checks.append(state)
        return digest_of(state)

    monkeypatch.setattr(caches, "digest_of", counted)
    monkeypatch.setattr(caches, "_compared", SizedCache(2))
    for packed in (b"a", b"a", b"b", b"a", b"c", b"b"):
        assert matches_digest(packed, packed.decode(), digest_of(packed.decode()))
    assert checks == ["a", "b", "c", "b"]
