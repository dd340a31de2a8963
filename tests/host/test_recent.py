"""A bounded cache keeps the latest values, each computed once per name."""

from __future__ import annotations

import pytest

from horizons_host.store.caches import SizedCache


def _makes(cache, *names):
    """Return the names that had to be computed, in order."""
    calls = []

    def make(name):
        calls.append(name)
        return name * 2

    for name in names:
        assert cache.of(name, lambda name=name: make(name)) == name * 2
    return "".join(calls)


def test_a_value_is_made_once():
    assert _makes(SizedCache(10), *"abab") == "ab"


def test_the_least_recently_used_value_is_dropped():
    assert _makes(SizedCache(2), *"abacab") == "abcb"


def test_sizes_count():
    cache = SizedCache(5, size=len)
    assert _makes(cache, "a", "b", "c", "b", "a") == "abca"
    assert cache.total == 4


def test_a_single_value_is_kept_however_large_it_is():
    cache = SizedCache(1, size=len)
    assert _makes(cache, "aaa", "aaa", "b", "aaa") == "aaabaaa"
    assert cache.total == 6


def test_a_failed_value_is_not_cached():
    cache = SizedCache(2)
    with pytest.raises(ZeroDivisionError):
        cache.of("a", lambda: 1 // 0)
    assert cache.total == 0
    assert cache.of("a", lambda: 1) == 1
