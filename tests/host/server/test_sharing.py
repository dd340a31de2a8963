"""Verifiable dice: players promise shares, reveal them, and verify the seed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from horizons_host.games.shared_seed import draw_share
from horizons_host.server.games import sharing
from tests.host.helpers import fine
from tests.host.server.browser import Browser, Site
from tests.host.server.walks import csrf

GAME = "/games/the-mars-affair"
CHANCE = f"{GAME}/random-seed"
NEW = "/games/new/event_horizon"


@pytest.fixture
def people(site: Site) -> dict[str, Browser]:
    """A game with verifiable dice that waits for its start, with Ada, Brin and Dara."""
    people = {name: site.person(name) for name in ("Cleo", "Ada", "Brin", "Dara")}
    fields = {"title": "The Mars affair", "players": "3", "shared_chance": "yes"}
    people["Cleo"].open(NEW).send(NEW, **fields)
    for name in ("Ada", "Brin", "Dara"):
        people[name].open(GAME).send(f"{GAME}/join")
    return people


def promise(people: dict[str, Browser], *names: str) -> dict[str, str]:
    """Promise shares for these players and return them."""
    shares = {}
    for name in names:
        shares[name], commitment = draw_share(name)
        people[name].open(GAME).send(CHANCE, share=commitment, do="promise")
        assert people[name].status == 200, people[name].words
    return shares


def reveal(people: dict[str, Browser], shares: dict[str, str], *names: str) -> None:
    for name in names:
        people[name].open(GAME).send(CHANCE, share=shares[name], do="reveal")
        assert people[name].status == 200, people[name].words


def begin(people: dict[str, Browser], **fields: str) -> Browser:
    return people["Cleo"].open(GAME).send(f"{GAME}/start", **fields)


def test_players_find_their_shares_in_their_reports(
    people: dict[str, Browser], tmp_path: Path
) -> None:
    shares = promise(people, "Ada", "Brin", "Dara")
    announced = people["Ada"].open(GAME).words
    reveal(people, shares, "Ada", "Brin", "Dara")
    assert "running" in begin(people).words
    report = people["Ada"].client.get(f"{GAME}/turns/0/report.json")
    (tmp_path / "0.json").write_bytes(report.content)
    verdict = json.loads(fine("verify", "--player-reports", tmp_path, "--json").stdout)
    assert verdict["sound"]
    assert set(shares) <= set(verdict["shares"])
    assert report.json()["shared_chance"]["gamemaster"] in announced


def test_who_is_not_in_the_game_leaves_it_without_effect(
    site: Site, people: dict[str, Browser]
) -> None:
    promise(people, "Ada", "Brin")
    assert sharing.sharing_status(site.service, "the-mars-affair").committed == ["Ada", "Brin"]
    stranger = site.person("Eve").open(GAME)
    stranger.client.post(f"{GAME}/leave", data={"_csrf_token": csrf(stranger)})
    assert sharing.sharing_status(site.service, "the-mars-affair").committed == ["Ada", "Brin"]


def test_no_share_is_taken_before_all_hashes_are_in(people: dict[str, Browser]) -> None:
    shares = promise(people, "Ada", "Brin")
    ada = people["Ada"].open(GAME)
    ada.send(CHANCE, share=shares["Ada"], do="reveal")
    assert "some hashes are missing" in ada.words
    assert "missing from: Dara" in begin(people).words
    assert "The Mars affair" in ada.open(GAME).words


def test_another_share_than_the_promised_one_is_refused(people: dict[str, Browser]) -> None:
    promise(people, "Ada", "Brin", "Dara")
    ada = people["Ada"].open(GAME).send(CHANCE, share="0" * 64, do="reveal")
    assert "this share does not match Ada's hash" in ada.words
    ada.open(GAME).send(CHANCE, share="no hash", do="reveal")
    assert ada.status == 422


def test_no_promise_can_change_once_all_hashes_are_known(people: dict[str, Browser]) -> None:
    ada = people["Ada"].open(GAME)
    page, path = ada.text, ada.path
    promise(people, "Ada", "Brin", "Dara")
    ada.text, ada.path = page, path
    ada.send(CHANCE, share=draw_share("Ada")[1], do="promise")
    assert "all hashes have arrived" in ada.words


def test_a_player_without_a_share_is_left_out_and_named(people: dict[str, Browser]) -> None:
    shares = promise(people, "Ada", "Brin", "Dara")
    reveal(people, shares, "Ada", "Brin")
    assert "missing from: Dara" in begin(people).words
    assert "running" in begin(people, without="yes").words
    assert people["Dara"].open(f"{GAME}/orders").status == 404
    report = people["Ada"].client.get(f"{GAME}/turns/0/report.json").json()
    assert report["shared_chance"]["players"]["Dara"]["share"] == ""


def test_all_promise_again_when_a_player_leaves(people: dict[str, Browser]) -> None:
    shares = promise(people, "Ada", "Brin", "Dara")
    reveal(people, shares, "Ada")
    people["Dara"].open(GAME).send(f"{GAME}/leave")
    assert "nobody yet" in people["Ada"].open(GAME).words
    people["Dara"].open(GAME).send(f"{GAME}/join")
    shares = promise(people, "Ada", "Brin", "Dara")
    reveal(people, shares, "Ada", "Brin", "Dara")
    assert "running" in begin(people).words


def test_the_share_of_the_server_stands_on_no_page(site: Site, people: dict[str, Browser]) -> None:
    promise(people, "Ada", "Brin", "Dara")
    shares = sharing.shares(site.service, "the-mars-affair")
    assert shares is not None
    for name in ("Ada", "Cleo"):
        assert shares.gamemaster_share not in people[name].open(GAME).text
