"""Verifiable dice: no person can choose a game's random seed, and every player can check it."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing

import pytest

from horizons_core.turn.secrets import share_commitment, shared_secret
from horizons_host.games.shared_seed import FILE
from horizons_host.store import GameStore
from tests.host.helpers import database, fine, refused, secrets

RULES = ("--variant", "event_horizon")
PLAYERS = ("Ada", "Brin", "Çelik of Io")


def draw(player):
    return json.loads(fine("seed", "draw", "-p", player, "--json").stdout)


def begin(folder, *more, players=PLAYERS):
    """Begin with the players' hashes and return the result and the players' shares."""
    drawn = {player: draw(player) for player in players}
    hashes = [word for p in players for word in ("--player", f"{p}={drawn[p]['commitment']}")]
    result = json.loads(fine("seed", "begin", folder, *RULES, *hashes, *more, "--json").stdout)
    assert result["withheld"] == list(players)
    return result, {player: drawn[player]["share"] for player in players}


def reveal(folder, shares):
    words = [word for name, share in shares.items() for word in ("--player", f"{name}={share}")]
    return fine("seed", "reveal", folder, *words)


def set_up(folder, *more, players=PLAYERS):
    seated = [word for player in players for word in ("--player", player)]
    return fine("new", folder, *RULES, *seated, "--shared-chance", *more)


@pytest.fixture
def shared(tmp_path):
    folder = tmp_path / "mars"
    announced, shares = begin(folder)
    reveal(folder, shares)
    set_up(folder)
    return folder, announced, shares


def document(folder, player="Ada", turn=0):
    return json.loads((folder / f"reports/turn-{turn:03d}/{player}.json").read_text("utf-8"))


def state(folder):
    with GameStore(folder) as store:
        return store.stored(0).state, store.set_up()


def test_the_secret_follows_from_all_shares(shared):
    folder, announced, shares = shared
    game, setup = state(folder)
    assert game["secret"] == shared_secret(setup.shares["own"], shares)
    changed = {**shares, "Brin": "0" * 64}
    assert game["secret"] != shared_secret(setup.shares["own"], changed)
    assert game["secret"] != shared_secret("0" * 64, shares)
    assert announced["gamemaster"] == document(folder)["shared_chance"]["gamemaster"]
    assert not (folder / FILE).exists()


def test_every_report_tells_of_all_shares_but_the_gamemasters(shared):
    folder, announced, shares = shared
    secret = state(folder)[1].shares["own"]
    chance = document(folder)["shared_chance"]
    assert chance == {
        **{part: announced[part] for part in ("set_up", "gamemaster")},
        "players": {
            name: {"commitment": share_commitment(share, name), "share": share}
            for name, share in shares.items()
        },
    }
    for ending in ("txt", "html", "json"):
        text = (folder / f"reports/turn-000/Brin.{ending}").read_text("utf-8")
        assert all(share in text for share in shares.values())
        assert announced["gamemaster"] in text
        assert secret not in text


def test_the_game_is_verified_with_its_shares(shared):
    folder, _, _ = shared
    fine("turn", "-g", folder, "--bots", "greedy")
    assert "The set-up and 1 turn replayed identically" in fine("verify", "-g", folder).output
    with closing(sqlite3.connect(database(folder))) as connection, connection:
        (stored,) = connection.execute("SELECT shares FROM set_ups").fetchone()
    for part, message in (("own", "does not match the shares"), ("plan", "the announced one")):
        changed = json.loads(stored)
        changed[part] = "0" * 64 if part == "own" else {**changed["plan"], "options": {}}
        with closing(sqlite3.connect(database(folder))) as connection, connection:
            connection.execute("UPDATE set_ups SET shares = ?", (json.dumps(changed),))
        assert message in refused("verify", "-g", folder)


@pytest.mark.parametrize("ending", ["txt", "html", "json"])
def test_players_check_the_shares_in_their_reports(shared, tmp_path, ending):
    folder, _, shares = shared
    mine = tmp_path / "mine"
    mine.mkdir()
    file = mine / f"first.{ending}"
    shutil.copy(folder / f"reports/turn-000/Ada.{ending}", file)
    output = fine("verify", "--player-reports", mine).output
    assert f"Shares that match their commitments: {', '.join(sorted(shares))}." in output
    text = file.read_text("utf-8")
    file.write_text(text.replace(shares["Brin"], "0" * 64), "utf-8")
    output = refused("verify", "--player-reports", mine)
    assert "Brin's share does not match its commitment" in output


def test_players_find_another_promise_of_the_gamemaster_than_was_announced(shared, tmp_path):
    folder, announced, _ = shared
    mine = tmp_path / "mine"
    mine.mkdir()
    shutil.copy(folder / "reports/turn-000/Ada.txt", mine / "first.txt")
    words = "Hash of the share of the gamemaster:\n  "
    (mine / "mail.txt").write_text(words + announced["gamemaster"], "utf-8")
    fine("verify", "--player-reports", mine)
    (mine / "mail.txt").write_text(words + "0" * 64, "utf-8")
    output = refused("verify", "--player-reports", mine)
    assert "the gamemaster's share does not match" in output


def test_who_withholds_a_share_is_named_and_left_out(tmp_path):
    folder = tmp_path / "mars"
    _, shares = begin(folder)
    revealed = {name: share for name, share in shares.items() if name != "Brin"}
    assert "shares still missing: Brin" in reveal(folder, revealed).stderr
    result = set_up(folder, *secrets(tmp_path, Brin="lark"), "--address", "Brin=brin@example.org")
    assert "Brin has not revealed their share and is left out of the game" in result.stderr
    report = document(folder)
    assert report["shared_chance"]["players"]["Brin"]["share"] == ""
    assert [empire["name"] for empire in report["empires"]] == list(revealed)
    text = (folder / "reports/turn-000/Ada.txt").read_text("utf-8")
    assert "Brin withheld the share and was left out." in text
    assert "The set-up and 0 turns replayed identically" in fine("verify", "-g", folder).output


def test_in_far_horizons_shares_stand_among_the_comments(tmp_path):
    drawn = {name: draw(name) for name in ("Ada", "Brin")}
    folder, rules = tmp_path / "rim", ("--variant", "far_horizons")
    hashes = [w for name in drawn for w in ("--player", f"{name}={drawn[name]['commitment']}")]
    fine("seed", "begin", folder, *rules, *hashes)
    reveal(folder, {name: draw["share"] for name, draw in drawn.items()})
    fine("new", folder, *rules, "--player", "Ada", "--player", "Brin", "--shared-chance")
    text = (folder / "reports/turn-000/Ada.txt").read_text("utf-8")
    assert f"; Share of Brin:\n;   {drawn['Brin']['share']}\n" in text


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--option", "side=12"), "differs from the announced set-up: options"),
        (("--mod", "shared_mining"), "differs from the announced set-up: mods"),
        (("--bot", "Dora=greedy"), "differs from the announced set-up: players"),
    ],
)
def test_nothing_of_the_set_up_can_be_chosen_once_the_shares_are_known(tmp_path, more, message):
    folder = tmp_path / "mars"
    _, shares = begin(folder)
    reveal(folder, shares)
    seated = [word for player in PLAYERS for word in ("--player", player)]
    assert message in refused("new", folder, *RULES, *seated, "--shared-chance", *more)
    turned = [word for player in reversed(PLAYERS) for word in ("--player", player)]
    assert "announced set-up: players" in refused("new", folder, *RULES, *turned, "--shared-chance")
    assert (folder / FILE).exists()
    assert not database(folder).exists()


def test_bots_and_options_are_announced_with_the_shares(tmp_path):
    folder, more = tmp_path / "mars", ("--bot", "Dora=greedy", "--option", "side=12")
    _, shares = begin(folder, *more)
    reveal(folder, shares)
    set_up(folder, *more)
    assert "The set-up and 0 turns replayed identically" in fine("verify", "-g", folder).output


def test_a_share_that_was_not_promised_is_refused_and_changes_nothing(tmp_path):
    folder = tmp_path / "mars"
    _, shares = begin(folder)
    before = (folder / FILE).read_bytes()
    for name, share, message in (
        ("Ada", shares["Brin"], "this share does not match Ada's hash"),
        ("Adda", shares["Ada"], "did you mean 'Ada'"),
        ("Ada", "12", "not a share or hash"),
    ):
        both = ("--player", f"Brin={shares['Brin']}", "--player", f"{name}={share}")
        assert message in refused("seed", "reveal", folder, *both)
        assert (folder / FILE).read_bytes() == before


def test_nobody_can_promise_what_another_has_promised():
    share = draw("Ada")["share"]
    assert share_commitment(share, "Ada") != share_commitment(share, "Brin")


def test_the_gamemaster_draws_once(tmp_path):
    folder = tmp_path / "mars"
    begin(folder)
    command = ("seed", "begin", folder, *RULES, "--player", f"Ada={'a' * 64}")
    assert "they can't be drawn again" in refused(*command)


def test_what_is_missing_or_damaged_is_said(tmp_path):
    folder = tmp_path / "mars"
    command = ("seed", "begin", folder, *RULES)
    assert "no hashes of players' shares" in refused(*command)
    assert "not a share or hash" in refused(*command, "--player", "Ada=12")
    assert "contains no shares of a random seed" in refused("seed", "reveal", folder)
    new = ("new", folder, *RULES, "--player", "Ada", "--player", "Brin", "--shared-chance")
    assert "horizons seed begin" in refused(*new)
    assert "can't be used with --shared-chance" in refused(*new, "--seed", 3, status=2)
    folder.mkdir()
    for text in ("{", "[]", '{"own": 3, "plan": {}, "promised": {}, "shares": {}}'):
        (folder / FILE).write_text(text, "utf-8")
        assert f"{FILE} is damaged" in refused(*new)
