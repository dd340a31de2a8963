"""Profiles, results and ratings: what counts for people, and what a profile may tell."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from horizons_host.games.endings import end_game
from horizons_host.games.turns import run_and_store
from horizons_host.server.accounts import accounts, guests, leaving
from horizons_host.server.games import archiving, directory, joining, seats
from horizons_host.server.games.access import access
from horizons_host.server.games.directory import NoGameError
from horizons_host.server.games.terms import Terms
from horizons_host.server.pages import avatars
from horizons_host.server.people import profiles, ratings
from horizons_host.server.people.recounting import recount
from horizons_host.server.people.results import are_players_shown
from tests.effort import tries
from tests.host.server.begun import submit
from tests.host.server.browser import PASSWORD, Site
from tests.host.server.test_calls import create_token, with_token

RULES = "event_horizon"


def account(site: Site, name: str) -> Any:
    """Return the account of a person, made if there is none."""
    mail = f"{name}@example.org"
    found = accounts.by_name(site.service, name)
    return found or accounts.register(site.service, name, mail, PASSWORD)


def begin(site: Site, title: str = "Mars", people: Sequence[str] = ("Ada", "Brin"), **terms) -> str:
    """Begin a listed game of Cleo's; seats are numbered, so that they don't name their players."""
    announced = Terms(
        **{"variant": RULES, "players": len(people), "names": "end", **terms}, title=title
    )
    key = directory.announce(site.service, account(site, "Cleo"), announced).key
    for number, name in enumerate(people, start=1):
        joining.join(site.service, account(site, name), key, f"Seat {number}")
    joining.start(site.service, key, seed="profiles")
    site.work()
    return key


def run(site: Site, key: str, *submitting: str) -> None:
    """Run a turn an hour later, for which these seats have submitted orders."""
    site.clock.advance(hours=1)
    submit(site, *submitting, key=key)
    with site.service.database.game(key) as store:
        run_and_store(store, clock=site.clock)
        archiving.update_after_change(site.service, key, store)


def finish(site: Site, key: str, *winners: str) -> None:
    """End a game, as its gamemaster, and open its archive."""
    site.clock.advance(hours=1)
    with site.service.database.game(key) as store:
        end_game(store, "agreed", winners, site.clock)
        archiving.update_after_change(site.service, key, store)
    archiving.request_opening(site.service, key)
    site.work()


def profile(site: Site, name: str, reader: str = "Cleo") -> profiles.Profile:
    """Return a person's profile as another reads it."""
    return profiles.profile_of(site.service, name, account(site, reader))


def results(site: Site, *names: str) -> list[tuple[int, ...]]:
    """Return the place of each person's only finished game, and the number of rated games."""
    found = []
    for name in names:
        shown = profile(site, name)
        rated = shown.ratings.get(RULES, ratings.Rating()).games
        found.append((*(entry.place for entry in shown.finished), rated))
    return found


def leave(site: Site, name: str, key: str) -> None:
    site.clock.advance(hours=1)
    joining.leave(site.service, account(site, name), key)


def take(site: Site, name: str, key: str, seat: str) -> None:
    site.clock.advance(hours=1)
    rights = access(site.service, account(site, name), key)
    seats.take_free_seat(site.service, account(site, name), rights, seat)


def test_winners_are_first_and_a_result_counts_once_the_archive_opens(site: Site) -> None:
    key = begin(site)
    with site.service.database.game(key) as store:
        end_game(store, "conceded", ["Seat 2"], site.clock)
        archiving.update_after_change(site.service, key, store)
    site.work()
    assert results(site, "Ada", "Brin") == [(0,), (0,)]
    site.clock.advance(days=3, seconds=1)
    site.work()
    assert results(site, "Ada", "Brin") == [(2, 1), (1, 1)]


def test_a_game_ended_without_a_winner_has_no_result(site: Site) -> None:
    finish(site, begin(site))
    assert results(site, "Ada", "Brin") == [(0,), (0,)]
    assert profile(site, "Ada").played == 0


def test_who_left_is_last_behind_all_who_stayed(site: Site) -> None:
    key = begin(site, people=("Ada", "Brin", "Dara", "Eve"))
    run(site, key, "Seat 1")
    for name in ("Ada", "Brin"):
        leave(site, name, key)
    finish(site, key, "Seat 4")
    assert results(site, "Ada", "Brin", "Eve") == [(4, 1), (4, 1), (1, 1)]


@pytest.mark.parametrize(("before", "after", "rated"), [(1, 1, 1), (2, 1, 0)])
def test_a_substitute_is_rated_after_half_of_the_turns(
    site: Site, before: int, after: int, rated: int
) -> None:
    key = begin(site)
    for _ in range(before):
        run(site, key)
    leave(site, "Ada", key)
    take(site, "Dara", key, "Seat 1")
    for _ in range(after):
        run(site, key)
    finish(site, key, "Seat 1")
    assert results(site, "Dara") == [(1, rated)]
    assert results(site, "Ada", "Brin") == [(2, 1), (2, 1)]


@pytest.mark.parametrize("more", [{"lesson": True}, {"players": 1, "bots": 1, "bot": "random"}])
def test_lessons_and_games_of_one_person_count_for_nothing(site: Site, more: dict) -> None:
    people = ("Ada", "Brin")[: more.get("players", 2)]
    key = begin(site, people=people, **more)
    run(site, key, "Seat 1")
    finish(site, key, "Seat 1")
    shown = profile(site, "Ada")
    assert (shown.played, shown.ratings, shown.reliability[None].due) == (0, {}, 0)


def test_reliability_is_counted_over_the_last_days(site: Site) -> None:
    key = begin(site, names="start")
    run(site, key)
    site.clock.advance(days=40)
    run(site, key, "Seat 1")
    assert {
        days: (record.submitted, record.due)
        for days, record in profile(site, "Ada").reliability.items()
    } == {30: (1, 1), 90: (1, 2), None: (1, 2)}


def test_nothing_that_strangers_read_tells_who_plays_a_hidden_seat(site: Site) -> None:
    """Two people play in a game that hides them; every public page stays as it was before."""
    cleo, stranger = site.person("Cleo"), site.browser()
    for name in ("Ada", "Brin"):
        account(site, name)
    token = create_token(cleo)
    calls = with_token(site, token)

    def public() -> list[str]:
        paths = ["/people/Ada", "/people/Brin", "/ladders", f"/ladders/{RULES}"]
        pages = [browser.open(path).text for path in paths for browser in (cleo, stranger)]
        return pages + [calls.get(f"/api/v1/people/{name}").text for name in ("Ada", "Brin")]

    before = public()
    key = begin(site)
    assert public() == before
    run(site, key, "Seat 1")
    leave(site, "Brin", key)
    run(site, key)
    with site.service.database.game(key) as store:
        end_game(store, "agreed", ["Seat 1"], site.clock)
        archiving.update_after_change(site.service, key, store)
    site.work()
    assert public() == before
    assert "Brin" not in site.person("Eve").open(f"/games/{key}/overview").words


def test_the_game_page_names_players_when_its_settings_say_so(site: Site) -> None:
    for names, while_running, after in (
        ("start", True, True),
        ("end", False, True),
        ("never", False, False),
    ):
        key = begin(site, f"Game {names}", names=names)
        game = directory.find_game(site.service, key)
        page = site.browser().open(f"/games/{key}/overview")
        assert (are_players_shown(site.service, game), "Brin" in page.words) == (while_running,) * 2
        finish(site, key, "Seat 1")
        game = directory.find_game(site.service, key)
        page = site.browser().open(f"/games/{key}/overview")
        assert (are_players_shown(site.service, game), "Brin" in page.words) == (after,) * 2
        listed = {entry.game.key for entry in profile(site, "Brin").finished}
        assert (key in listed) == after


def test_a_private_game_is_named_on_profiles_to_its_members_only(site: Site) -> None:
    finish(site, begin(site, listed=False), "Seat 1")
    assert [entry.place for entry in profile(site, "Ada", "Brin").finished] == [1]
    shown = profile(site, "Ada", "Eve")
    assert (shown.played, shown.won, list(shown.finished), shown.unnamed) == (1, 1, [], 1)


@pytest.mark.parametrize(
    ("audience", "stranger", "player"),
    [("everyone", 200, 200), ("signed-in", 404, 200), ("nobody", 404, 404)],
)
def test_a_profile_is_shown_to_those_whom_its_owner_chose(
    site: Site, audience: str, stranger: int, player: int
) -> None:
    ada, brin = site.person("Ada"), site.person("Brin")
    ada.open("/account").send("/account/profile", audience=audience)
    assert site.browser().open("/people/ada").status == stranger
    assert brin.open("/people/Ada").status == player
    assert ada.open("/people/Ada").status == 200
    missing = brin.open("/people/Nobody").text
    assert audience != "nobody" or missing == brin.open("/people/Ada").text


def test_a_guest_reads_what_strangers_read_and_has_no_profile(site: Site) -> None:
    account(site, "Ada")
    guest = guests.create_guest(site.service, "somewhere")
    for name, reader in (("Ada", guest), (guest.name, account(site, "Ada"))):
        with pytest.raises(NoGameError):
            profiles.profile_of(site.service, name, reader)


def test_a_ladder_shows_people_with_enough_games_who_show_themselves(site: Site) -> None:
    for number in range(ratings.LEAST_GAMES):
        assert profiles.ladder(site.service, RULES, account(site, "Cleo")) == []
        finish(site, begin(site, f"Game {number}"), "Seat 1")
    cleo = account(site, "Cleo")
    assert [p.name for p in profiles.ladder(site.service, RULES, cleo)] == ["Ada", "Brin"]
    assert profiles.ladder(site.service, RULES, None) == []
    profiles.change_profile(site.service, account(site, "Ada"), "nobody", "")
    assert [p.name for p in profiles.ladder(site.service, RULES, cleo)] == ["Brin"]
    page = site.browser().open(f"/ladders/{RULES}")
    assert page.status == 200
    assert "Brin" not in page.words


def test_recounting_gives_the_same_ratings_again(site: Site) -> None:
    for number, winner in enumerate(("Seat 1", "Seat 2", "Seat 1")):
        key = begin(site, f"Game {number}", people=("Ada", "Brin", "Dara"))
        run(site, key, "Seat 1")
        finish(site, key, winner)
    before = [profile(site, name) for name in ("Ada", "Brin", "Dara")]
    assert recount(site.service) == {RULES: 3}
    assert [profile(site, name) for name in ("Ada", "Brin", "Dara")] == before


def row(game: int, person: int, place: int) -> Any:
    return SimpleNamespace(game=game, account=person, place=place)


@settings(max_examples=tries(100))
@given(st.lists(st.permutations([1, 2, 3, 4]), max_size=5))
def test_ratings_follow_the_order_of_places_and_become_more_certain(games) -> None:
    rows = [
        row(number, person, place)
        for number, places in enumerate(games)
        for person, place in enumerate(places)
    ]
    rated = ratings.rate(rows)
    assert rated == ratings.rate(rows)
    assert all(
        r.deviation < ratings.NEW_DEVIATION and r.games == len(games) for r in rated.values()
    )
    if len(games) == 1:
        by_place = sorted(rated, key=lambda person: games[0][person])
        assert by_place == sorted(rated, key=lambda person: -rated[person].mean)


def test_equal_places_keep_equal_ratings_and_one_person_is_rated_against_nobody() -> None:
    drawn = ratings.rate([row(1, 1, 1), row(1, 2, 1)])
    assert drawn[1].mean == drawn[2].mean == pytest.approx(ratings.NEW_MEAN)
    assert ratings.rate([row(1, 1, 1)]) == {}


def test_an_avatar_follows_from_the_name_unless_a_flag_was_chosen(site: Site) -> None:
    assert avatars.avatar("Ada") == avatars.avatar("Ada") != avatars.avatar("Brin")
    chosen = {avatars.avatar("Ada", f"{pattern} blue white") for pattern in avatars.PATTERNS}
    assert len(chosen) == len(avatars.PATTERNS)
    ada = site.person("Ada").open("/account")
    same = {"pattern": "star", "field": "red"}
    assert ada.send("/account/profile", **same, charge="red").status == 422
    ada.open("/account").send("/account/profile", **same, charge="white")
    assert avatars.avatar("Ada", "star red white") in ada.open("/people/Ada").text


def test_a_deleted_account_has_no_profile_and_no_place_on_a_ladder(site: Site) -> None:
    for number in range(ratings.LEAST_GAMES):
        finish(site, begin(site, f"Game {number}"), "Seat 1")
    data = leaving.account_data(site.service, account(site, "Ada"))
    assert len(data["results"]) == ratings.LEAST_GAMES
    assert data["ratings"][0]["games"] == ratings.LEAST_GAMES
    leaving.delete_account(site.service, account(site, "Ada"))
    assert site.person("Dara").open("/people/Ada").status == 404
    ladder = profiles.ladder(site.service, RULES, account(site, "Cleo"))
    assert [place.name for place in ladder] == ["Brin"]
