"""What was made last is kept, once for each name, until it is too much."""

from __future__ import annotations

import pytest

from horizons_host.recent import Recent


def _made(kept, *names):
    """The names for which something had to be made, one after the other."""
    made = []

    def make(name):
        made.append(name)
        return name * 2

    for name in names:
        assert kept.of(name, lambda name=name: make(name)) == name * 2
    return "".join(made)


def test_a_value_is_made_once():
    assert _made(Recent(10), *"abab") == "ab"


def test_who_was_not_asked_for_longest_is_given_up():
    assert _made(Recent(2), *"abacab") == "abcb"


def test_sizes_count():
    kept = Recent(5, size=len)
    assert _made(kept, "a", "b", "c", "b", "a") == "abca"
    assert kept.total == 4


def test_a_single_value_is_kept_however_large_it_is():
    kept = Recent(1, size=len)
    assert _made(kept, "aaa", "aaa", "b", "aaa") == "aaabaaa"
    assert kept.total == 6


def test_of_what_cannot_be_made_nothing_is_kept():
    kept = Recent(2)
    with pytest.raises(ZeroDivisionError):
        kept.of("a", lambda: 1 // 0)
    assert kept.total == 0
    assert kept.of("a", lambda: 1) == 1
