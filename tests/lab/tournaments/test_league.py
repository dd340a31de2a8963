"""Leagues, which keep ratings from tournament to tournament."""

from __future__ import annotations

import hashlib
import inspect
import json
from types import SimpleNamespace

import attrs
import pytest
from click.testing import CliRunner

import horizons_lab as lab
from horizons_host.cli.main import cli
from horizons_lab.tournaments.league import (
    League,
    LeagueMember,
    league_conditions,
    player_version,
    tournament_digest,
)
from horizons_lab.tournaments.ratings import Rating, rate_players
from tests.lab.raids import digger
from tests.lab.tournaments.cups import moons
from tests.lab.tournaments.records import game


def test_a_league_keeps_ratings_and_goes_on_from_them(tmp_path):
    file = tmp_path / "league.json"
    first = moons().run()
    league = League.read(file, first.plan).with_tournament(first)
    league.write(file)
    for member in league.members:
        assert member.rating == first.ratings[member.player]
    second = moons(key="again").run()
    league = League.read(file, second.plan).with_tournament(second)
    assert {member.rating.games for member in league.members} == {16}
    assert len(league.members) == 3
    assert len(league.tournaments) == 2
    best = league.standings[0].rating
    assert best.deviation < first.ratings[league.standings[0].player].deviation


def test_a_new_version_of_a_player_begins_with_the_rating_of_the_one_before(tmp_path):
    result = moons().run()
    league = League.read(tmp_path / "none", result.plan).with_tournament(result)
    old = [attrs.evolve(member, version="0.1") for member in league.members]
    league = attrs.evolve(league, members=tuple(old), tournaments=())
    after = league.with_tournament(result)
    assert len(after.members) == 6
    before = {m.player: m.rating for m in after.members if m.version == "0.1"}
    new = {m.player: m.rating for m in after.members if m.version != "0.1"}
    assert before == {m.player: m.rating for m in old}
    assert new["idler"].mean < before["idler"].mean  # it lost again, from there
    assert new["idler"].games == before["idler"].games


def test_versions_are_those_of_the_game_or_of_the_code(tmp_path):
    result = moons().run()
    league = League.read(tmp_path / "none", result.plan).with_tournament(result)
    versions = {member.player: member.version for member in league.members}
    assert versions["raider"] == result.plan.first_study.variants[0].info.version
    assert len({versions["digger"], versions["idler"], versions["raider"]}) == 3


def test_games_are_not_counted_twice(tmp_path):
    file = tmp_path / "league.json"
    result = moons().run()
    League.read(file, result.plan).with_tournament(result).write(file)
    for same in (moons(), moons(title="Again"), moons(games=8)):
        with pytest.raises(lab.StudyError, match="already counted in"):
            League.read(file, same)


def test_a_league_is_of_one_game(tmp_path):
    file = tmp_path / "league.json"
    result = moons().run()
    League.read(file, result.plan).with_tournament(result).write(file)
    for other, words in (
        (moons(options={"goal": 20}), "options"),
        (moons(per_game=3, games=3), "per_game"),
        (moons(max_turns=11), "max_turns"),
    ):
        with pytest.raises(lab.StudyError, match=words):
            League.read(file, other)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"league": 2}', '{"league": 1, "members": 3}'])
def test_a_file_that_is_no_league_is_refused_and_stays(tmp_path, text):
    file = tmp_path / "league.json"
    file.write_text(text)
    with pytest.raises(lab.StudyError) as error:
        League.read(file, moons())
    assert str(file) in error.value.message
    assert error.value.hint
    assert file.read_text() == text


def records_of(*places):
    """Return a tournament of these games by the players of `moons`."""
    plan = moons()
    played = [game(number, **result_) for number, result_ in enumerate(places)]
    return SimpleNamespace(plan=plan, records=played)


WON = {"raider": 1, "digger": 2, "idler": 3}


def test_a_new_version_begins_with_the_mean_alone_of_the_latest_before(tmp_path):
    """It has the uncertainty of a newcomer, and no games."""
    result = records_of(WON)
    versions = {
        member.player: member.version
        for member in League.read(tmp_path / "none", result.plan).with_tournament(result).members
    }
    old = (LeagueMember("raider", "0.1", Rating(10.0, 1.0, 40)),
           LeagueMember("raider", "0.2", Rating(31.0, 1.0, 50)),
           LeagueMember("digger", versions["digger"], Rating(28.0, 2.0, 60)))  # fmt: skip
    league = League(league_conditions(result.plan), old).with_tournament(result)
    expected = rate_players(result.records, {"raider": Rating(31.0), "digger": old[2].rating})
    ratings = {(m.player, m.version): m.rating for m in league.members}
    assert ratings["raider", versions["raider"]] == expected["raider"]
    assert ratings["digger", versions["digger"]] == expected["digger"]
    assert ratings["idler", versions["idler"]] == expected["idler"]
    assert (ratings["raider", "0.1"], ratings["raider", "0.2"]) == (old[0].rating, old[1].rating)
    assert len(ratings) == 5
    means = [m.rating.mean for m in league.standings]
    assert means == sorted(means, reverse=True)


def test_a_version_is_that_of_its_player_alone(tmp_path):
    """All bots of a game have its version."""
    result = records_of(WON)
    (variant,) = result.plan.first_study.variants
    members = tuple(
        LeagueMember(name, variant.info.version, Rating(99.0)) for name in ("ann", "zoe")
    )
    after = League(league_conditions(result.plan), members).with_tournament(result)
    ratings = {m.player: m.rating for m in after.members}
    assert {name: ratings[name] for name in WON} == rate_players(result.records)
    assert (ratings["ann"], ratings["zoe"]) == (Rating(99.0), Rating(99.0))


def test_the_file_says_what_it_is_of_and_is_read_back(tmp_path):
    file, result = tmp_path / "league.json", records_of(WON)
    league = League.read(file, result.plan).with_tournament(result)
    league.write(file)
    text = file.read_text("utf-8")
    data = json.loads(text)
    assert text == json.dumps(data, indent=2, ensure_ascii=False) + "\n"
    assert list(data) == ["league", "game", "members", "tournaments"]
    assert data["league"] == 1
    assert data["game"] == {
        "variant": "moon_raiders", "options": {}, "mods": [], "per_game": 2, "max_turns": 12
    }  # fmt: skip
    assert data["tournaments"] == [tournament_digest(result.plan)]
    assert League.load(file) == league
    file.write_text(json.dumps({**data, "league": 2}), "utf-8")
    with pytest.raises(lab.StudyError, match="not a league that this version can read"):
        League.load(file)
    file.write_text(json.dumps({**data, "wild": 1}), "utf-8")
    with pytest.raises(lab.StudyError, match="is a damaged league"):
        League.load(file)


def test_a_league_of_another_game_says_in_what_it_differs(tmp_path):
    file = tmp_path / "league.json"
    League(league_conditions(moons())).write(file)
    with pytest.raises(lab.StudyError) as error:
        League.read(file, moons(options={"goal": 20}, max_turns=11))
    assert error.value.message.endswith("of another game: it differs in max_turns, options")


@pytest.mark.parametrize(
    ("changes", "is_another"),
    [({"title": "x"}, False), ({"games": 8}, False), ({"measures": {"ore": "turn"}}, False),
     ({"key": "x"}, True), ({"options": {"goal": 20}}, True), ({"max_turns": 9}, True),
     ({"players": ["raider", "idle", "random"]}, True), ({"system": "swiss"}, True),
     ({"players": ["idle", "raider"]}, True)],
)  # fmt: skip
def test_what_makes_a_tournament_another_one(changes, is_another):
    assert (tournament_digest(moons(**changes)) != tournament_digest(moons())) == is_another


def version(source):
    plan = moons(players=[source, "idle"])
    (variant,) = plan.first_study.variants
    return player_version(plan.entrants[0], variant)


def test_the_version_of_a_program_is_a_digest_of_its_files(tmp_path):
    files = [tmp_path / name for name in ("bot.sh", "table.txt")]
    for file in files:
        file.write_text("one", "utf-8")
    program = lab.Outside(["sh", *map(str, files), "-v"], name="bot")
    before = version(program)
    assert before == hashlib.blake2b(b"oneone", digest_size=6).hexdigest()
    files[1].write_text("two", "utf-8")
    assert version(program) == hashlib.blake2b(b"onetwo", digest_size=6).hexdigest()


def test_the_version_of_python_is_a_digest_of_its_source():
    class Bot:
        """A bot of a class."""

        def orders(self, view, stream):
            return ""

    expected = hashlib.blake2b(inspect.getsource(Bot).encode(), digest_size=6).hexdigest()
    assert version(Bot()) == expected
    code = hashlib.blake2b(inspect.getsource(digger).encode(), digest_size=6).hexdigest()
    assert version(digger) == code
    typed = {}
    exec("def typed(view, stream):\n    return ''", typed)
    assert version(typed["typed"]) == ""


def test_the_command_shows_a_league(tmp_path):
    file = tmp_path / "league.json"
    members = (
        LeagueMember("ann", "1.0", Rating(20.0, 1.0, 3)),
        LeagueMember("bob", "abc", Rating(30.0, 2.0)),
    )
    League({}, members).write(file)
    text_result = CliRunner().invoke(cli, ["lab", "league", str(file)])
    assert text_result.output.splitlines() == [
        "PLAYER  VERSION  RATING",
        "bob     abc      30.0 (26.1 to 33.9, 0 games)",
        "ann     1.0      20.0 (18.0 to 22.0, 3 games)",
    ]
    json_result = CliRunner().invoke(cli, ["lab", "league", str(file), "--json"])
    assert json.loads(json_result.output) == {
        "players": [
            {"player": "bob", "version": "abc", "rating": 30.0, "deviation": 2.0, "games": 0},
            {"player": "ann", "version": "1.0", "rating": 20.0, "deviation": 1.0, "games": 3},
        ]
    }
    assert '\n  "players"' in json_result.output


def test_names_are_written_as_they_are(tmp_path):
    file = tmp_path / "league.json"
    League({}, (LeagueMember("Zoë", "1.0", Rating()),)).write(file)
    assert '"player": "Zoë"' in file.read_text("utf-8")
    result = CliRunner().invoke(cli, ["lab", "league", str(file), "--json"])
    assert '"player": "Zoë"' in result.output


def test_a_league_that_is_a_folder_or_is_not_there_is_refused(tmp_path):
    plan = tmp_path / "bots.yaml"
    words = ["lab", "tournament", str(plan), "--out", str(tmp_path / "out")]
    result = CliRunner().invoke(cli, [*words, "--league", str(tmp_path)])
    assert (result.exit_code, "is a directory" in result.output) == (2, True)
    result = CliRunner().invoke(cli, ["lab", "league", str(tmp_path / "none.json")])
    assert (result.exit_code, "none.json" in result.output) == (1, True)
