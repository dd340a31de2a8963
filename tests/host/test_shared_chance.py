"""Chance that all share: nobody can choose the secret of a game, and everybody can check that."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing

import pytest

from horizons_core.turn.secrets import share_commitment, shared_secret
from horizons_host.shared_chance import FILE
from horizons_host.store import GameStore
from tests.host.helpers import database, fine, refused, secrets

RULES = ("--variant", "event_horizon")
PLAYERS = ("Ada", "Brin", "Çelik of Io")


def draw(player):
    return json.loads(fine("chance", "draw", "-p", player, "--json").stdout)


def begun(folder, *more, players=PLAYERS):
    """The players' shares, after their hashes were taken in."""
    drawn = {player: draw(player) for player in players}
    hashes = [word for p in players for word in ("--player", f"{p}={drawn[p]['commitment']}")]
    told = json.loads(fine("chance", "begin", folder, *RULES, *hashes, *more, "--json").stdout)
    assert told["withheld"] == list(players)
    return told, {player: drawn[player]["share"] for player in players}


def reveal(folder, shares):
    words = [word for name, share in shares.items() for word in ("--player", f"{name}={share}")]
    return fine("chance", "reveal", folder, *words)


def set_up(folder, *more, players=PLAYERS):
    seated = [word for player in players for word in ("--player", player)]
    return fine("new", folder, *RULES, *seated, "--shared-chance", *more)


@pytest.fixture
def shared(tmp_path):
    folder = tmp_path / "mars"
    announced, shares = begun(folder)
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
    game, made = state(folder)
    assert game["secret"] == shared_secret(made.shares["own"], shares)
    others = {**shares, "Brin": "0" * 64}
    assert game["secret"] != shared_secret(made.shares["own"], others)
    assert game["secret"] != shared_secret("0" * 64, shares)
    assert announced["gamemaster"] == document(folder)["shared_chance"]["gamemaster"]
    assert not (folder / FILE).exists()


def test_every_report_tells_of_all_shares_but_the_gamemasters(shared):
    folder, announced, shares = shared
    own = state(folder)[1].shares["own"]
    told = document(folder)["shared_chance"]
    assert told == {
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
        assert own not in text


def test_the_game_is_verified_with_its_shares(shared):
    folder, _, _ = shared
    fine("turn", "-g", folder, "--bots", "greedy")
    assert "The set-up and 1 turn replayed identically" in fine("verify", "-g", folder).output
    with closing(sqlite3.connect(database(folder))) as connection, connection:
        (kept,) = connection.execute("SELECT shares FROM set_ups").fetchone()
    for part, said in (("own", "does not match the shares"), ("plan", "the announced one")):
        changed = json.loads(kept)
        changed[part] = "0" * 64 if part == "own" else {**changed["plan"], "options": {}}
        with closing(sqlite3.connect(database(folder))) as connection, connection:
            connection.execute("UPDATE set_ups SET shares = ?", (json.dumps(changed),))
        assert said in refused("verify", "-g", folder)


@pytest.mark.parametrize("ending", ["txt", "html", "json"])
def test_players_check_the_shares_in_their_reports(shared, tmp_path, ending):
    folder, _, shares = shared
    mine = tmp_path / "mine"
    mine.mkdir()
    file = mine / f"first.{ending}"
    shutil.copy(folder / f"reports/turn-000/Ada.{ending}", file)
    said = fine("verify", "--player-reports", mine).output
    assert f"Shares that match their commitments: {', '.join(sorted(shares))}." in said
    text = file.read_text("utf-8")
    file.write_text(text.replace(shares["Brin"], "0" * 64), "utf-8")
    said = refused("verify", "--player-reports", mine)
    assert "Brin's share does not match its commitment" in said


def test_players_find_another_promise_of_the_gamemaster_than_was_announced(shared, tmp_path):
    folder, announced, _ = shared
    mine = tmp_path / "mine"
    mine.mkdir()
    shutil.copy(folder / "reports/turn-000/Ada.txt", mine / "first.txt")
    words = "Hash of the share of the gamemaster:\n  "
    (mine / "mail.txt").write_text(words + announced["gamemaster"], "utf-8")
    fine("verify", "--player-reports", mine)
    (mine / "mail.txt").write_text(words + "0" * 64, "utf-8")
    said = refused("verify", "--player-reports", mine)
    assert "the gamemaster's share does not match" in said


def test_who_withholds_a_share_is_named_and_left_out(tmp_path):
    folder = tmp_path / "mars"
    _, shares = begun(folder)
    kept = {name: share for name, share in shares.items() if name != "Brin"}
    assert "shares still missing: Brin" in reveal(folder, kept).stderr
    done = set_up(folder, *secrets(tmp_path, Brin="lark"), "--address", "Brin=brin@example.org")
    assert "Brin has not revealed their share and is left out of the game" in done.stderr
    told = document(folder)
    assert told["shared_chance"]["players"]["Brin"]["share"] == ""
    assert [one["name"] for one in told["empires"]] == list(kept)
    text = (folder / "reports/turn-000/Ada.txt").read_text("utf-8")
    assert "Brin withheld the share and was left out." in text
    assert "The set-up and 0 turns replayed identically" in fine("verify", "-g", folder).output


def test_in_far_horizons_shares_stand_among_the_comments(tmp_path):
    drawn = {name: draw(name) for name in ("Ada", "Brin")}
    folder, rules = tmp_path / "rim", ("--variant", "far_horizons")
    hashes = [w for name in drawn for w in ("--player", f"{name}={drawn[name]['commitment']}")]
    fine("chance", "begin", folder, *rules, *hashes)
    reveal(folder, {name: one["share"] for name, one in drawn.items()})
    fine("new", folder, *rules, "--player", "Ada", "--player", "Brin", "--shared-chance")
    text = (folder / "reports/turn-000/Ada.txt").read_text("utf-8")
    assert f"; Share of Brin:\n;   {drawn['Brin']['share']}\n" in text


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--option", "side=12"), "differs from the announced set-up: options"),
        (("--mod", "shared_mining"), "differs from the announced set-up: mods"),
        (("--bot", "Dora=greedy"), "differs from the announced set-up: players"),
    ],
)
def test_nothing_of_the_set_up_can_be_chosen_once_the_shares_are_known(tmp_path, more, said):
    folder = tmp_path / "mars"
    _, shares = begun(folder)
    reveal(folder, shares)
    seated = [word for player in PLAYERS for word in ("--player", player)]
    assert said in refused("new", folder, *RULES, *seated, "--shared-chance", *more)
    turned = [word for player in reversed(PLAYERS) for word in ("--player", player)]
    assert "announced set-up: players" in refused("new", folder, *RULES, *turned, "--shared-chance")
    assert (folder / FILE).exists()
    assert not database(folder).exists()


def test_bots_and_options_are_announced_with_the_shares(tmp_path):
    folder, more = tmp_path / "mars", ("--bot", "Dora=greedy", "--option", "side=12")
    _, shares = begun(folder, *more)
    reveal(folder, shares)
    set_up(folder, *more)
    assert "The set-up and 0 turns replayed identically" in fine("verify", "-g", folder).output


def test_a_share_that_was_not_promised_is_refused_and_changes_nothing(tmp_path):
    folder = tmp_path / "mars"
    _, shares = begun(folder)
    before = (folder / FILE).read_bytes()
    for name, share, said in (
        ("Ada", shares["Brin"], "this share does not match Ada's hash"),
        ("Adda", shares["Ada"], "did you mean 'Ada'"),
        ("Ada", "12", "not a share or hash"),
    ):
        both = ("--player", f"Brin={shares['Brin']}", "--player", f"{name}={share}")
        assert said in refused("chance", "reveal", folder, *both)
        assert (folder / FILE).read_bytes() == before


def test_nobody_can_promise_what_another_has_promised():
    share = draw("Ada")["share"]
    assert share_commitment(share, "Ada") != share_commitment(share, "Brin")


def test_the_gamemaster_draws_once(tmp_path):
    folder = tmp_path / "mars"
    begun(folder)
    again = ("chance", "begin", folder, *RULES, "--player", f"Ada={'a' * 64}")
    assert "they can't be drawn again" in refused(*again)


def test_what_is_missing_or_damaged_is_said(tmp_path):
    folder = tmp_path / "mars"
    nothing = ("chance", "begin", folder, *RULES)
    assert "no hashes of players' shares" in refused(*nothing)
    assert "not a share or hash" in refused(*nothing, "--player", "Ada=12")
    assert "contains no shares of a random seed" in refused("chance", "reveal", folder)
    new = ("new", folder, *RULES, "--player", "Ada", "--player", "Brin", "--shared-chance")
    assert "horizons chance begin" in refused(*new)
    assert "can't be used with --shared-chance" in refused(*new, "--seed", 3, status=2)
    folder.mkdir()
    for text in ("{", "[]", '{"own": 3, "plan": {}, "promised": {}, "shares": {}}'):
        (folder / FILE).write_text(text, "utf-8")
        assert f"{FILE} is damaged" in refused(*new)
