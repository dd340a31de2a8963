"""The desk says who is waited for, and what each action will do; players are told."""

from __future__ import annotations

from horizons_host.server.accounts import accounts, sessions
from horizons_host.server.games import seats
from tests.host.server.begun import begin_game, reminders, submit
from tests.host.server.browser import Site
from tests.host.server.test_calls import program


def test_the_desk_says_who_is_waited_for_and_acts_on_each(site: Site) -> None:
    key = begin_game(site, players=("Ada", "Brin"), rule="Thu 20:00 Europe/Berlin")
    submit(site, "Ada")
    cleo = site.signed_in(session_of(site, "Cleo")).open(f"/games/{key}/desk")
    assert "Waiting for 1 player" in cleo.words
    assert "No orders yet. If they stay missing: the turn waits." in cleo.words
    assert "Was reminded" in cleo.send(f"/games/{key}/desk/remind").words
    assert cleo.send(f"/games/{key}/desk/remind").status == 422
    assert reminders(site, key) == [("asked", "for", "2026-03-01", "12")]
    cleo.open(f"/games/{key}/desk").send(f"/games/{key}/desk/deadlines/missing", bot="greedy")
    assert cleo.path == f"/games/{key}/desk"
    assert "If they stay missing: bot greedy up to turn 1." in cleo.words
    cleo.send(f"/games/{key}/desk/deadlines/extend", hours="48", reason="Brin is ill")
    assert "Sat 7 Mar 2026" in cleo.words
    brin = site.signed_in(session_of(site, "Brin"))
    for path in ("/", f"/games/{key}"):
        page = brin.open(path).words
        assert "Brin is ill" in page
        assert "If orders of Brin are missing: bot greedy up to turn 1." in page
    cleo.send(f"/games/{key}/desk/run", anyway="yes")
    site.work()
    cleo.open(f"/games/{key}/desk")
    assert (
        "No orders yet. If they stay missing: the turn waits. Missed the latest turn." in cleo.words
    )


def test_a_player_without_missing_orders_cannot_be_reminded(site: Site) -> None:
    key = begin_game(site, players=("Ada", "Brin"), rule="Thu 20:00 Europe/Berlin")
    submit(site, "Ada")
    cleo = site.signed_in(session_of(site, "Cleo")).open(f"/games/{key}/desk")
    assert cleo.send(f"/games/{key}/desk/remind", seat="Ada").status == 422
    assert reminders(site, key) == []


def test_a_program_reminds_players_as_the_desk_does(site: Site) -> None:
    key = begin_game(site, players=("Ada", "Brin"), rule="Thu 20:00 Europe/Berlin")
    calls = program(site.signed_in(session_of(site, "Cleo")), site)
    path = f"/api/v1/games/{key}/deadlines/remind"
    assert calls.post(path, json={"seat": "Brin"}).status_code == 200
    assert calls.post(path, json={"seat": "Brin"}).status_code == 422
    assert len(reminders(site, key)) == 1


def test_a_dry_run_is_told_in_sentences_of_the_game(site: Site) -> None:
    key = begin_game(site, players=("Ada", "Brin"))
    cleo = site.signed_in(session_of(site, "Cleo")).open(f"/games/{key}/desk")
    cleo.send(f"/games/{key}/desk/trial")
    site.work()
    page = cleo.open(f"/games/{key}/desk").words
    assert "Mothership mined" in page
    assert "in stock:" in page
    assert "mining.done" not in page


def test_a_replaced_player_reads_it_on_the_first_page(site: Site) -> None:
    key = begin_game(site, players=("Ada", "Brin"))
    seats.free_seat(site.service, key, "Brin", "away")
    brin = site.signed_in(session_of(site, "Brin"))
    assert "You no longer play Brin in Mars" in brin.open("/").words
    site.clock.advance(days=15)
    assert "You no longer play" not in brin.open("/").words


def session_of(site: Site, name: str) -> str:
    """Return the key of a new session of a person who has an account."""
    account = accounts.by_name(site.service, name)
    assert account is not None
    return sessions.begin_session(site.service, account, "a test")
