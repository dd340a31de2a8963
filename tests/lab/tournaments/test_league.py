"""Leagues, which keep ratings from tournament to tournament."""

from __future__ import annotations

import attrs
import pytest

import horizons_lab as lab
from horizons_lab.tournaments.league import League
from tests.lab.tournaments.cups import moons


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
    old = [attrs.evolve(one, version="0.1") for one in league.members]
    league = attrs.evolve(league, members=tuple(old), tournaments=())
    after = league.with_tournament(result)
    assert len(after.members) == 6
    kept = {one.player: one.rating for one in after.members if one.version == "0.1"}
    new = {one.player: one.rating for one in after.members if one.version != "0.1"}
    assert kept == {one.player: one.rating for one in old}
    assert new["idler"].mean < kept["idler"].mean  # it lost once more, from there
    assert new["idler"].games == kept["idler"].games


def test_versions_are_those_of_the_game_or_of_the_code(tmp_path):
    result = moons().run()
    league = League.read(tmp_path / "none", result.plan).with_tournament(result)
    versions = {one.player: one.version for one in league.members}
    assert versions["raider"] == result.plan.first_study.variants[0].info.version
    assert len({versions["digger"], versions["idler"], versions["raider"]}) == 3


def test_games_are_not_counted_twice(tmp_path):
    file = tmp_path / "league.json"
    result = moons().run()
    League.read(file, result.plan).with_tournament(result).write(file)
    for same in (moons(), moons(title="Again"), moons(games=8)):
        with pytest.raises(lab.StudyError, match="counted in .* already"):
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
    with pytest.raises(lab.StudyError) as told:
        League.read(file, moons())
    assert str(file) in told.value.message
    assert told.value.hint
    assert file.read_text() == text
