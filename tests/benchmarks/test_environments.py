"""The measurement of random play: its counts, and missing packages."""

from __future__ import annotations

from itertools import islice

from benchmarks import environments


def missing():
    raise ImportError("no module named 'pyspiel'")
    yield


def test_a_turn_of_two_players_is_two_decisions():
    for plays in (environments.environment, environments.engine):
        assert list(islice(plays("event_horizon", environments.SMALL), 3)) == [2, 2, 2]


def test_what_is_not_installed_is_named_and_left_out(capsys):
    games = {"far": missing(), "near": iter([1] * 1000)}
    paces = environments.measure_paces(games, repetitions=3, least=0)
    assert {name: len(pace.seconds) for name, pace in paces.items()} == {"near": 3}
    assert "left out: far (no module named 'pyspiel'; try `make frameworks`)" in (
        capsys.readouterr().err
    )


def test_the_first_time_does_not_count(monkeypatch):
    """The first run also imports modules."""
    passed = iter([0, 100, 0, 1, 0, 3])
    monkeypatch.setattr(environments.time, "process_time", lambda: next(passed))
    games = {"one": iter([1] * 100)}
    assert environments.measure_paces(games, 2, 1)["one"].a_second == [1.0, 1 / 3]
