"""The battle calculator and the replay."""

from __future__ import annotations

import json
from contextlib import contextmanager

import pytest

import horizons_core as hz
from horizons_core.combat import simulate_by_resolving
from horizons_host.reports.battles import battle_of_game, battles
from horizons_host.reports.explanations import TurnEvents
from horizons_host.reports.pages import chart
from horizons_host.store import GameStore
from tests.effort import first
from tests.host.helpers import fine, new_game, refused

RAID = """\
variant: event_horizon
title: A raid
sides:
  Red:
    - {name: Lancer, count: 6, hull: 4, thrusters: 1, weapons: 3}
  Blue:
    - {name: Wall, count: 4, hull: 4, weapons: 2, shields: 2}
"""


@pytest.fixture
def raid(tmp_path):
    file = tmp_path / "raid.yaml"
    file.write_text(RAID)
    return file


def _odds(file, *more):
    return json.loads(fine("battle", file, "--runs", 2000, "--json", *more).stdout)


def test_the_odds_are_those_of_the_simulation(raid):
    variant = hz.load_variant("event_horizon")
    battle = variant.battle({"sides": _sides()})
    statistics = variant.combat.simulate(battle, 2000, 0)
    odds = _odds(raid)
    assert odds["runs"] == 2000
    assert odds["wins"]["Red"]["count"] == statistics.wins("Red")
    assert odds["wins"]["Blue"]["count"] == statistics.wins("Blue")


def _sides():
    lancer = {"name": "Lancer", "count": 6, "hull": 4, "thrusters": 1, "weapons": 3}
    wall = {"name": "Wall", "count": 4, "hull": 4, "weapons": 2, "shields": 2}
    return {"Red": [lancer], "Blue": [wall]}


def test_shares_make_a_whole_and_lie_in_their_intervals(raid):
    odds = _odds(raid)
    shares = [*odds["wins"].values(), odds["undecided"]]
    assert sum(share["share"] for share in shares) == pytest.approx(1)
    for share in shares:
        low, high = share["interval"]
        assert 0 <= low <= share["share"] <= high <= 1


def test_the_interval_is_wilsons(raid):
    odds = _odds(raid)
    n, won = odds["runs"], odds["wins"]["Blue"]["count"]
    z, p = 1.959963984540054, won / odds["runs"]
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * (p * (1 - p) / n + z * z / (4 * n * n)) ** 0.5
    assert odds["wins"]["Blue"]["interval"] == pytest.approx([middle - half, middle + half])


def test_quantiles_rise(raid):
    odds = _odds(raid)
    rows = [odds["rounds"], *(v for sides in odds["measures"].values() for v in sides.values())]
    assert len(rows) > 1
    for row in rows:
        assert row == sorted(row)


def test_the_same_key_gives_the_same_odds_with_any_number_of_threads(raid):
    assert _odds(raid, "--threads", 1) == _odds(raid, "--threads", 2)
    assert _odds(raid, "--key", "other") != _odds(raid)


def test_the_command_may_be_named_or_left_out(raid):
    output = fine("battle", raid, "--runs", 500).output
    assert fine("battle", "odds", raid, "--runs", 500).output == output
    assert fine("battle", "--runs", 500, raid).output == output
    assert "A raid: 500 battles" in output


@pytest.mark.parametrize("ending", first(["svg", "png"]))
def test_the_same_odds_give_the_same_picture(raid, tmp_path, ending):
    pictures = []
    for name in ("one", "two"):
        fine("battle", raid, "--runs", 50, "--plot", tmp_path / f"{name}.{ending}")
        pictures.append((tmp_path / f"{name}.{ending}").read_bytes())
    assert pictures[0] == pictures[1]
    assert b"svg" in pictures[0] if ending == "svg" else pictures[0].startswith(b"\x89PNG")


def test_a_sweep_tells_of_one_more_ship_of_each_group(raid):
    sweep = json.loads(fine("battle", "sweep", raid, "--runs", 300, "--json").stdout)
    steps = [(side, step["change"]) for side, steps in sweep["sides"].items() for step in steps]
    assert steps[0][1] == "unchanged"
    assert len(steps) == 2 + sum(len(groups) for groups in _sides().values())
    for changes in sweep["sides"].values():
        assert all(step["chance"] >= changes[0]["chance"] for step in changes[1:])
        assert changes[1]["lost"] != changes[0]["lost"]
        assert all(0 <= step["chance"] <= 1 for step in changes)
    first, other = (changes[0]["chance"] for changes in sweep["sides"].values())
    assert 0 < first + other <= 1


@pytest.mark.parametrize("game", ["galaxy_g", "event_horizon"])
def test_a_sweep_of_each_game_adds_ships_as_its_files_count_them(tmp_path, game):
    groups = {
        "galaxy_g": "{ships: 3, type: Gunship}, {type: Drone}",
        "event_horizon": "{count: 2, hull: 4, weapons: 2, name: Lancer}, {hull: 1, thrusters: 1}",
    }
    sides = f"  Ada: [{groups[game]}]\n  Brin: [{groups[game]}]\n"
    file = tmp_path / "fight.yaml"
    file.write_text(f"variant: {game}\nsides:\n{sides}")
    sweep = json.loads(fine("battle", "sweep", file, "--runs", 50, "--json").stdout)
    assert {side: len(steps) for side, steps in sweep["sides"].items()} == {"Ada": 3, "Brin": 3}


@pytest.fixture
def slow(monkeypatch):
    """Event Horizon's battles without a kernel."""

    def simulate(resolver, battle, runs, key, threads=1):
        return simulate_by_resolving(resolver, battle, runs, key)

    monkeypatch.setattr("variants.event_horizon.combat.Resolver.simulate", simulate)
    monkeypatch.setattr("horizons_host.cli.battle.TIMES_FEWER", 2000)


def test_battles_without_a_kernel_are_fought_less_often_which_is_said(raid, slow):
    output = fine("battle", raid).stdout
    assert "A raid: 50 battles" in output
    assert "Fought 50 battles instead of 100,000, because they have no fast kernel" in output
    assert json.loads(fine("battle", raid, "--json").stdout)["runs"] == 50
    swept = fine("battle", "sweep", raid).stdout
    assert "Fought 10 battles instead of 20,000" in swept
    assert json.loads(fine("battle", "sweep", raid, "--json").stdout)["runs"] == 10
    assert "Fought" not in fine("battle", raid, "--runs", 20).stdout


def test_battles_with_a_kernel_are_fought_as_often_as_ever(raid):
    assert json.loads(fine("battle", raid, "--json").stdout)["runs"] == 100_000


def test_battles_without_a_kernel_show_how_far_they_are(raid, slow, monkeypatch):
    steps = []

    @contextmanager
    def track(label, total=None):
        steps.append((label, total))
        yield lambda: steps.append("one more")

    monkeypatch.setattr("horizons_host.cli.common.working", track)
    fine("battle", raid, "--runs", 30)
    assert steps == [("30 battles", 30), *["one more"] * 30]
    steps.clear()
    fine("battle", "sweep", raid, "--runs", 4)
    [(label, total), *updates] = steps
    assert label == "4 battles for each change"
    assert total == len(updates) == 4 * (1 + sum(map(len, _sides().values())))


def test_other_pictures_are_refused_before_the_work(raid, tmp_path):
    output = refused("battle", raid, "--plot", tmp_path / "odds.pdf")
    assert "use a file name that ends in .svg or .png" in output


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("hull: 4, thr", "hulls: 4, thr", "sides.Red[1]: unknown field 'hulls'"),
        ("sides:", "side:", "did you mean 'sides'?"),
        ("count: 6", "count: -3", "count"),
        ("count: 6", "count: 1e9", "count"),
        ("count: 6", "count: 0", "count"),
        ("count: 6", "count: .nan", "count"),
        ("variant: event_horizon", "variant: event_horizont", "did you mean 'event_horizon'?"),
        ("variant: event_horizon\n", "", "'variant' is missing"),
        ("variant: event_horizon", "variant: event_horizont", "raid.yaml: no variant"),
        (
            "variant: event_horizon",
            "variant: event_horizon\nmods: x",
            "'mods' must be a list of names",
        ),
        ("  Red:", "  - Red:", "invalid YAML"),
        ("title", "\0title", "invalid YAML"),
    ],
)
def test_a_battle_with_a_mistake_is_refused_and_the_place_named(raid, old, new, message):
    raid.write_text(RAID.replace(old, new))
    assert message in refused("battle", raid)
    assert message in refused("battle", "replay", raid, "--out", raid.with_suffix(".html"))
    assert not raid.with_suffix(".html").exists()


@pytest.mark.parametrize("content", [b"", b"\x89PNG\r\n\x1a\n", b"[1, 2]", b"- " * 5000, b"\xff"])
def test_a_file_that_is_no_battle_is_refused(raid, content):
    raid.write_bytes(content)
    assert "raid.yaml" in refused("battle", raid)


def test_a_replay_shows_the_run_that_was_counted(raid, tmp_path):
    fine("battle", "replay", raid, "--run", 17, "--out", tmp_path / "one.html")
    fine("battle", "replay", raid, "--run", 17, "--key", "0", "--out", tmp_path / "two.html")
    fine("battle", "replay", raid, "--run", 18, "--out", tmp_path / "other.html")
    first, two, other = ((tmp_path / f"{n}.html").read_text() for n in ("one", "two", "other"))
    assert first == two != other
    assert "A raid" in first


@pytest.fixture(scope="module")
def fought(tmp_path_factory):
    """A game with a battle: its folder, the turn, the place and a participant."""
    folder = new_game(tmp_path_factory.mktemp("battle") / "mars", "--option", "side=6")
    for turn in range(1, 40):
        fine("turn", "-g", folder, "--bots", "greedy")
        with GameStore(folder) as store:
            for event in store.stored(turn).events:
                if "shots" in event["data"] and event["audience"]:
                    return folder, turn, event["place"], event["audience"][0]
    raise AssertionError("no battle in forty turns")


def test_a_battle_of_a_game_is_replayed_as_each_knows_it(fought, tmp_path):
    folder, turn, place, player = fought
    which = ("-g", folder, "--turn", turn, "--place", place)
    fine("battle", "replay", *which, "--out", tmp_path / "all.html")
    fine("battle", "replay", *which, "-p", player, "--out", tmp_path / "own.html")
    assert place in (tmp_path / "all.html").read_text()
    assert (tmp_path / "all.html").read_text() != (tmp_path / "own.html").read_text()


def test_sides_of_a_battle_of_a_game_have_the_markers_of_its_maps(fought):
    folder, turn, _, player = fought
    with GameStore(folder) as store:
        for viewer in (None, player):
            record = battle_of_game(store, viewer, turn)
            assert record["empires"] == chart(store, viewer, turn)["empires"] == ["Ada", "Brin"]


def test_battles_that_were_not_are_refused(fought, tmp_path):
    folder, turn, place, _ = fought
    out = ("--out", tmp_path / "x.html")
    output = refused("battle", "replay", "-g", folder, "--turn", turn, "--place", "nowhere", *out)
    assert f"no battle at 'nowhere' in turn {turn}" in output
    assert place in output
    assert "there was no battle in turn 0" in refused(
        *("battle", "replay", "-g", folder, "--turn", 0, *out)
    )
    assert "did you mean 'Ada'?" in refused("battle", "replay", "-g", folder, "-p", "Adda", *out)
    assert not (tmp_path / "x.html").exists()


def test_a_gamemaster_sees_battles_that_have_no_account_of_their_own(monkeypatch):
    event = {"text": "Ada holds A.", "place": "A", "phase": "arrivals", "data": {"shots": []}}
    events = [{**event, "audience": ["Ada", "Brin"]}]
    context = TurnEvents(1, str, ["Ada", "Brin"], events)
    monkeypatch.setattr("horizons_host.reports.battles.turn_events", lambda *_: context)
    assert [battle["title"] for battle in battles(None, None, 1)] == ["Ada holds A."]
    events.append({**event, "text": "All of it.", "audience": []})
    assert [battle["title"] for battle in battles(None, None, 1)] == ["All of it."]


def test_the_dice_of_a_battle_are_shown(fought):
    folder, turn, _, _ = fought
    which = ("-g", folder, "--turn", turn, "--json")
    answer = json.loads(fine("explain", *which, "--gamemaster").stdout)
    dice = [die for event in answer["events"] for die in event["dice"]]
    assert dice
    for die in dice:
        stream = hz.Stream.from_key(answer["keys"][die["known_to"]], *die["subject"])
        words = [stream.word() for _ in range(die["first"] + die["count"])][die["first"] :]
        assert die["words"] in (words, [])


def test_the_dice_of_a_battle_are_not_shown_to_a_player(fought):
    """They would reveal how many weapons the enemy has left (EH-REP-010)."""
    folder, turn, _, player = fought
    result = fine("explain", "-g", folder, "--turn", turn, "-p", player)
    answer = json.loads(
        fine("explain", "-g", folder, "--turn", turn, "-p", player, "--json").stdout
    )
    assert "Battle in" in result.output
    assert "dice" not in result.output
    assert answer["keys"] == {}
    assert not [die for event in answer["events"] for die in event["dice"]]
