"""Chance that the players of a game share: promised, announced, revealed, and checked by them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from horizons_host.server.games import sharing
from horizons_host.shared_chance import drawn_share
from tests.host.helpers import fine
from tests.host.server.browser import Browser, Site

GAME = "/games/the-mars-affair"
CHANCE = f"{GAME}/chance"
NEW = "/games/new/event_horizon"


@pytest.fixture
def people(site: Site) -> dict[str, Browser]:
    """A game of shared chance that waits for its start, with Ada, Brin and Dara."""
    people = {name: site.person(name) for name in ("Cleo", "Ada", "Brin", "Dara")}
    fields = {"title": "The Mars affair", "players": "3", "shared_chance": "yes"}
    people["Cleo"].open(NEW).send(NEW, **fields)
    for name in ("Ada", "Brin", "Dara"):
        people[name].open(GAME).send(f"{GAME}/join")
    return people


def promised(people: dict[str, Browser], *names: str) -> dict[str, str]:
    """These promise a share; gives the shares."""
    shares = {}
    for name in names:
        shares[name], commitment = drawn_share(name)
        people[name].open(GAME).send(CHANCE, share=commitment, do="promise")
        assert people[name].status == 200, people[name].words
    return shares


def revealed(people: dict[str, Browser], shares: dict[str, str], *names: str) -> None:
    for name in names:
        people[name].open(GAME).send(CHANCE, share=shares[name], do="reveal")
        assert people[name].status == 200, people[name].words


def begun(people: dict[str, Browser], **fields: str) -> Browser:
    return people["Cleo"].open(GAME).send(f"{GAME}/start", **fields)


def test_players_find_their_shares_in_their_reports(
    people: dict[str, Browser], tmp_path: Path
) -> None:
    shares = promised(people, "Ada", "Brin", "Dara")
    announced = people["Ada"].open(GAME).words
    revealed(people, shares, "Ada", "Brin", "Dara")
    assert "running" in begun(people).words
    report = people["Ada"].client.get(f"{GAME}/turns/0/report.json")
    (tmp_path / "0.json").write_bytes(report.content)
    told = json.loads(fine("verify", "--player-reports", tmp_path, "--json").stdout)
    assert told["sound"]
    assert set(shares) <= set(told["shares"])
    assert report.json()["shared_chance"]["gamemaster"] in announced


def test_no_share_is_taken_before_all_hashes_are_in(people: dict[str, Browser]) -> None:
    shares = promised(people, "Ada", "Brin")
    ada = people["Ada"].open(GAME)
    ada.send(CHANCE, share=shares["Ada"], do="reveal")
    assert "some hashes are missing" in ada.words
    assert "missing from: Dara" in begun(people).words
    assert "The Mars affair" in ada.open(GAME).words


def test_another_share_than_the_promised_one_is_refused(people: dict[str, Browser]) -> None:
    promised(people, "Ada", "Brin", "Dara")
    ada = people["Ada"].open(GAME).send(CHANCE, share="0" * 64, do="reveal")
    assert "this share does not match Ada's hash" in ada.words
    ada.open(GAME).send(CHANCE, share="no hash", do="reveal")
    assert ada.status == 422


def test_nobody_promises_anew_once_all_hashes_are_in(people: dict[str, Browser]) -> None:
    ada = people["Ada"].open(GAME)
    page, path = ada.text, ada.path
    promised(people, "Ada", "Brin", "Dara")
    ada.text, ada.path = page, path
    ada.send(CHANCE, share=drawn_share("Ada")[1], do="promise")
    assert "all hashes have arrived" in ada.words


def test_who_withholds_a_share_is_left_out_by_a_word_and_named(people: dict[str, Browser]) -> None:
    shares = promised(people, "Ada", "Brin", "Dara")
    revealed(people, shares, "Ada", "Brin")
    assert "missing from: Dara" in begun(people).words
    assert "running" in begun(people, without="yes").words
    assert people["Dara"].open(f"{GAME}/orders").status == 404
    report = people["Ada"].client.get(f"{GAME}/turns/0/report.json").json()
    assert report["shared_chance"]["players"]["Dara"]["share"] == ""


def test_all_promise_anew_when_somebody_leaves(people: dict[str, Browser]) -> None:
    shares = promised(people, "Ada", "Brin", "Dara")
    revealed(people, shares, "Ada")
    people["Dara"].open(GAME).send(f"{GAME}/leave")
    assert "nobody yet" in people["Ada"].open(GAME).words
    people["Dara"].open(GAME).send(f"{GAME}/join")
    shares = promised(people, "Ada", "Brin", "Dara")
    revealed(people, shares, "Ada", "Brin", "Dara")
    assert "running" in begun(people).words


def test_the_share_of_the_server_stands_on_no_page(site: Site, people: dict[str, Browser]) -> None:
    promised(people, "Ada", "Brin", "Dara")
    found = sharing.shares(site.service, "the-mars-affair")
    assert found is not None
    for name in ("Ada", "Cleo"):
        assert found.own not in people[name].open(GAME).text
