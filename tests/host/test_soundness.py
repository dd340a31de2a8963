"""A stored state is held against its digest; what was sound once is not mistaken for another."""

from __future__ import annotations

import pytest

from horizons_core.codec import digest_of
from horizons_host.store import soundness
from horizons_host.store.soundness import SoundStates

STATE = {"turn": 3, "empires": ["Ada"]}


def test_a_state_with_its_digest_is_sound_and_one_with_another_is_not() -> None:
    states = SoundStates()
    assert states.is_sound(b"packed", STATE, digest_of(STATE))
    assert not states.is_sound(b"packed", STATE, digest_of({}))
    assert not states.is_sound(b"other", {}, digest_of(STATE))


def test_the_same_bytes_are_compared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def counted(state: object) -> str:
        asked.append(state)
        return digest_of(state)

    monkeypatch.setattr(soundness, "digest_of", counted)
    states = SoundStates(most=2)
    for packed in (b"a", b"a", b"b", b"a", b"c", b"b"):
        assert states.is_sound(packed, packed.decode(), digest_of(packed.decode()))
    assert asked == ["a", "b", "c", "b"]


def test_what_was_not_sound_is_compared_again() -> None:
    states = SoundStates()
    for _ in range(2):
        assert not states.is_sound(b"packed", STATE, "another digest")
