"""The data of the replay page: for each reader exactly the contents of the full log."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from horizons_core.codec import canonical
from horizons_core.report import salvo_texts
from tests.host.helpers import fine, refused
from tests.variants.far_horizons.battlefields import ENGINE, FIELD, battlefield, combat
from tests.variants.far_horizons.single_steps import Fair
from tools.far_horizons_parity.battles import ShotByShot
from variants.far_horizons.battle import messages, replay, replay_readers
from variants.far_horizons.combat import Resolver

ORBIT = {"at": f"{FIELD} #1"}
RAID = "ATTACK SP Klingon\nENGAGE 3\nENGAGE 4 1"


WAYS = {"shot by shot": ShotByShot(), "by the kernel": Resolver()}


@pytest.fixture(params=WAYS)
def way(request):
    """The options of a fight, by the key of its dice."""
    return lambda key: {"chance": Fair(key), "combat": WAYS[request.param]}


def fleets(**klingon):
    """A battle in deep space and at a planet, with withdrawals."""
    return battlefield(
        {"Human": {"BC Fist": {"age": 3, "cargo": {"RM": 9}}, "CL Hand": {}, "TR4 Mule": {}},
         "Klingon": {"BC Bird": {"age": 7}, "DD Wing": {"age": 12}, "DD Nest": ORBIT}},
        {"Klingon": {"Rock": {"mining_base": 10, "items": {"PD": 60}}}},
        Human={"techs": {"ML": 12}}, Klingon=klingon,
    )  # fmt: skip


def fought(game, way, key=1, **orders):
    orders = {"Human": f"{RAID}\nWITHDRAW 10 30 70", "Klingon": "WITHDRAW 0 30 90"} | orders
    return combat(game, **orders, options=way(key))


def of(fight, species):
    """The record that a species received; the gamemaster's if the species is empty."""
    events = [
        t for t in fight.context.events if (species in t.audience if species else not t.audience)
    ]
    ends = [t for t in events if t.code == messages.END.code]
    (end,) = ends
    assert end.text == "End of battle in sector 12, 13, 10."
    assert end.place == FIELD
    return dict(end.data)


def unit(record, name):
    (unit,) = [u for u in record["units"] if u["name"] == name]
    return unit


def is_own(record, index):
    """True if a unit is the reader's; all are the gamemaster's."""
    side = record["sides"][record["units"][index]["side"]]
    return record["you"] in (None, side)


# sums


@pytest.mark.parametrize("key", range(6))
def test_the_sums_of_a_record_are_those_of_the_log(way, key):
    fight = fought(fleets(), way, key)
    log = Counter(event.code for event in fight.events("Human"))
    lines = {code: [t.data for t in fight.events("Human", code)] for code in log}
    for reader in ("Human", "Klingon", ""):
        record = of(fight, reader)
        shots = record["shots"]
        assert len(shots) == log[messages.SHOT.code] > 5
        message = [line["outcome"] == "hits" for line in lines[messages.SHOT.code]]
        assert [shot["hits"] for shot in shots] == [int(hit) for hit in message]
        assert sum(s["destroyed"] for s in shots) == log[messages.DESTROYED.code]
        lost = sum(line["count"] for line in lines.get(messages.DEFENSES_LOST.code, ()))
        at_rock = [s for s in shots if record["units"][s["target"]]["name"] == "PL Rock"]
        assert sum(s["damage"] for s in at_rock) == lost
        assert record["rounds"] == log[messages.ROUND.code] == max(s["round"] for s in shots)
        left = [unit for note in record["notes"] for unit in note.get("gone", ())]
        assert len(left) == log[messages.WITHDREW.code]


def test_both_names_of_a_shot_are_those_of_the_log(way):
    fight = fought(fleets(), way)
    message = [
        (event.data["shooter"], event.data["target"].removesuffix(" defenses"))
        for event in fight.events("Klingon", messages.SHOT)
    ]
    for reader in ("Human", "Klingon", ""):
        record = of(fight, reader)
        names = [u["name"] for u in record["units"]]
        assert [(names[s["shooter"]], names[s["target"]]) for s in record["shots"]] == message


@pytest.mark.parametrize("key", range(6))
def test_years_and_defenses_lost_are_what_is_missing_in_the_end(way, key):
    record = of(fought(fleets(), way, key), "")
    for index, u in enumerate(record["units"]):
        unit_name = f"{u['counts']}s"
        lost = sum(s["damage"] for s in record["shots"] if s["target"] == index)
        assert u["before"][unit_name] - lost == u["after"][unit_name]
        assert u["destroyed"] == (unit_name == "years" and u["after"][unit_name] == 0)


def test_stages_number_the_rounds_and_notes_stand_where_they_were_told(way):
    record = of(fought(fleets(), way, 2), "")
    names = [stage["name"] for stage in record["stages"]]
    assert names == ["Deep space", "Planet #1"]
    rounds = [shot["round"] for shot in record["shots"]]
    assert rounds == sorted(rounds)
    assert record["stages"][1]["round"] in rounds
    begun = record["notes"][0]
    assert begun["text"].startswith("The battle begins in deep space")
    assert (begun["at"], begun["round"]) == (0, 1)
    moved = next(n for n in record["notes"] if n["text"].startswith("The battle moves"))
    assert rounds[moved["at"]] == record["stages"][1]["round"] > rounds[moved["at"] - 1]


@pytest.mark.parametrize("species", ["", "Human", "Klingon"])
def test_a_stage_says_who_was_listed_as_present_when_it_began(way, species):
    fight = fought(fleets(), way, 2)
    record = of(fight, species)
    events = [t for t in fight.context.events if (species or "Human") in t.audience]
    lists = [t.data for t in events if t.code == messages.UNITS_OF_SIDE.code]
    for stage in record["stages"]:
        for side, name in enumerate(record["sides"]):
            units = [record["units"][index] for index in stage["units"]]
            listing = ", ".join(u["name"] for u in units if u["side"] == side)
            listed = lists.pop(0)
            assert listed["side"].removeprefix("SP ") == name
            assert sorted(re.sub(r" \([^)]*\)", "", listed["units"]).split(", ")) == sorted(
                listing.split(", ")
            )
    assert record["stages"][0]["units"] != record["stages"][1]["units"]


# visibility


def test_a_species_knows_all_of_its_own_and_of_others_what_the_log_shows(way):
    fight = fought(fleets(), way, 3)
    record = of(fight, "Human")

    assert record["sides"] == ["Human", "Klingon"]
    assert record["you"] == "Human"
    fist, bird, rock = (unit(record, name) for name in ("BC Fist", "BC Bird", "PL Rock"))
    assert fist["before"] == {"years": 47, "RM": 9}
    assert fist["after"]["years"] < 47
    assert (bird["before"], bird["after"]) == ({}, {})
    assert bird["about"].startswith("age 7")
    assert (rock["before"], rock["after"], rock["counts"]) == ({}, {}, "PD")
    theirs = [s for s in record["shots"] if not is_own(record, s["target"])]
    ours = [s for s in record["shots"] if is_own(record, s["target"])]
    assert not any(s["absorbed"] for s in theirs)
    assert {s["target"] for s in theirs if s["damage"]} <= {record["units"].index(rock)}
    assert any(s["absorbed"] for s in ours)
    assert any(s["damage"] for s in ours)


def test_the_gamemaster_knows_all_of_all(way):
    fight = fought(fleets(), way, 3)
    record, known = of(fight, ""), [of(fight, species) for species in ("Human", "Klingon")]

    assert record["you"] is None
    for entry in record["units"]:
        owner = known[entry["side"]]
        assert unit(owner, entry["name"]) == entry
    absorbed = [sum(s["absorbed"] for s in each["shots"]) for each in (record, *known)]
    assert absorbed[0] == absorbed[1] + absorbed[2]


def test_a_short_log_makes_no_difference(way):
    full = of(fought(fleets(), way), "Klingon")
    short = of(fought(fleets(), way, Klingon="SUMMARY\nWITHDRAW 0 30 90"), "Klingon")
    assert canonical(full) == canonical(short)


def test_what_does_not_show_in_the_log_changes_no_byte(way):
    records = [canonical(of(fought(game, way), "Human")) for game in _like_each_other()]
    assert len(records) == 5
    assert set(records) == {records[0]}


def _like_each_other():
    """Games that differ in facts that the Humans cannot see in the fight."""
    yield fleets()
    game = fleets(techs={"MI": 55, "GV": 9})
    game.empire("Klingon").stock["EU"] = 999
    yield game
    game = fleets()
    _ship(game, "Klingon", "Bird").cargo = {"RM": 12, "CU": 4}
    yield game
    game = fleets()
    rock = next(c for c in game.empire("Klingon").living_colonies() if c.name == "Rock")
    rock.items |= {"RM": 77}
    rock.manufacturing_base, rock.shipyards = 30, 4
    yield game
    game = fleets()
    game.empire("Klingon").ships.append(_landed(game))
    yield game


def _ship(game, species, name):
    return next(ship for ship in game.empire(species).living_ships() if ship.name == name)


def _landed(game):
    """A ship on the other planet, where there is no fight."""
    facts = {"at": f"{FIELD} #2", "status": "landed"}
    other = battlefield({"Klingon": {"TR1 Unseen": facts}})
    return _ship(other, "Klingon", "Unseen")


@pytest.mark.parametrize("key", range(4))
def test_all_that_is_told_of_others_stands_in_the_log(way, key):
    fight = fought(fleets(), way, key)
    for species in ("Human", "Klingon"):
        log, record = " ".join(fight.log(species).split()), of(fight, species)
        for index, u in enumerate(record["units"]):
            if not is_own(record, index):
                assert u["name"] in log
                for age in re.findall(r"[0-9]+", u.get("about", "")):
                    assert f"{u['name']} (A{age}," in log
                assert u["destroyed"] == (f"{u['name']} was destroyed" in log)
        assert all(" ".join(note["text"].split()) in log for note in record["notes"])


def test_a_reserve_that_never_joins_is_not_in_the_record(way):
    low = {"DD Low": {**ORBIT, "status": "landed"}}
    planet = {"Klingon": {"Rock": {"mining_base": 10, "items": {"PD": 9000}}}}
    game = battlefield({"Human": {"BC Fist": {}}, "Klingon": low}, planet)
    orders = {"Human": "ATTACK SP Klingon\nENGAGE 4 1\nWITHDRAW 0 0 0", "Klingon": "HIDE DD Low"}
    fight = combat(game, **orders, options=way(1))
    assert of(fight, "Human")["shots"]
    assert "Low" not in fight.log("Human") + str(of(fight, "Human"))
    assert unit(of(fight, "Klingon"), "DD Low")["after"] == {"years": 50}


def test_who_is_never_named_is_not_in_the_record():
    game = fleets()
    game.empire("Klingon").ships.append(_landed(game))
    fight = fought(game, lambda key: {"chance": Fair(key)})
    assert "Unseen" not in str(of(fight, "Human"))
    assert unit(of(fight, "Klingon"), "TR1 Unseen")["after"] == {"years": 50}
    assert unit(of(fight, "Klingon"), "TR1 Unseen") in of(fight, "")["units"]


# ships in disguise


def disguised(*names, military=15):
    """Klingons who show only the classes of their ships."""
    ships = {name: {"cargo": {"FD": 15 if name.startswith("DD") else 20}, "age": number}
             for number, name in enumerate(names)}  # fmt: skip
    return battlefield({"Human": {"BC Fist": {}, "BC Foot": {}}, "Klingon": ships},
                       Human={"techs": {"ML": military}})  # fmt: skip


def secret(game, way, key=1):
    return combat(game, Human="ATTACK 0\nENGAGE 3", Klingon="ATTACK SP Human\nENGAGE 3",
                  options=way(key))  # fmt: skip


def test_ships_in_disguise_are_one_group_without_age(way):
    record = of(secret(disguised("DD Claw", "DD Fang", "CL Tail"), way), "Human")
    destroyer, cruiser = (u for u in record["units"] if u["side"] == 1)
    assert destroyer["name"] == "DD ???"
    assert destroyer["before"] == {"ships": 2}
    assert cruiser["name"].startswith("CL ???")
    assert not any("about" in u or "counts" in u for u in (destroyer, cruiser))
    assert "Klingon" not in str(record["sides"])


def test_only_those_are_named_whose_disguise_is_lost(way):
    for key in range(8):
        fight = secret(disguised("DD Claw", "CL Tail"), way, key)
        record, log = of(fight, "Human"), fight.log("Human")
        for name in ("DD Claw", "CL Tail"):
            assert (name in str(record)) == (name in log)
            lost = f"{name[:2]} ??? ({name})" in [u["name"] for u in record["units"]]
            assert lost == (name in log)


def test_the_names_of_those_in_disguise_change_no_byte(way):
    alike = 0
    for key in range(8):
        records = set()
        for names in (("DD Claw", "DD Fang"), ("DD Long", "DD Claw")):
            fight = combat(
                disguised(*names, military=1), Human="ATTACK 0\nENGAGE 3",
                options=way(key),
                Klingon="ATTACK SP Human\nENGAGE 3\nWITHDRAW 0 100 0",
            )  # fmt: skip
            if "Claw" not in fight.log("Human"):
                records.add(canonical(of(fight, "Human")))
        assert len(records) < 2
        alike += len(records)
    assert alike > 2


def test_their_own_species_knows_them_by_both_names(way):
    record = of(secret(disguised("DD Claw", "DD Fang"), way), "Klingon")
    claw = unit(record, "DD Claw (as DD ???)")
    assert claw["before"] == {"years": 50, "FD": 15}
    assert record["you"] == record["sides"][1] != "Klingon"


def test_nobody_can_tell_of_whom_a_ship_in_disguise_is_where_several_hide():
    ships = {"DD One": {"cargo": {"FD": 15}}}
    game = battlefield({"Human": {"BC Fist": {}}, "Klingon": ships, "Romulan": ships})
    orders = "ATTACK SP Human\nENGAGE 3"
    fight = combat(game, Human="ENGAGE 3", Klingon=orders, Romulan=orders,
                   options={"chance": Fair(4)})  # fmt: skip
    record = of(fight, "Human")
    hidden = [u for u in record["units"] if u["side"] > 0]
    assert [u["before"] for u in hidden] == [{"ships": 2}]
    assert record["sides"][3] == f"{record['sides'][1]} or {record['sides'][2]}"
    assert hidden[0]["side"] == 3
    for reader in ("Klingon", "Romulan"):
        assert len(of(fight, reader)["sides"]) == 3


# words


def test_captured_and_forced_ships_are_told_as_such(way):
    game = battlefield(
        {"Human": {"BAS Fort": {"tons": 600000, "cargo": {"FJ": 90, "GU1": 25}}, "BC Fist": {}},
         "Klingon": {"DD Wing": {"age": 30}, "PB Gnat": {"age": 44}, "CT Fly": {"age": 40}}},
        Human={"techs": {"GV": 60, "ML": 40}},
    )  # fmt: skip
    words = Counter()
    for key in range(12):
        fight = combat(game, Human="HIJACK SP Klingon\nENGAGE 3", options=way(key))
        for reader in ("Human", "Klingon"):
            record = of(fight, reader)
            ends = Counter(u["fate"] for u in record["units"] if "fate" in u)
            words += ends
            assert ends["captured"] == sum(s.get("fate") == "captured" for s in record["shots"])
            gone = [index for note in record["notes"] for index in note.get("gone", ())]
            assert all(record["units"][i]["fate"] == "forced away" for i in gone)
            assert len(gone) == ends["forced away"]
            texts = " ".join(salvo_texts(record))
            assert ("captured" in texts) == (ends["captured"] > 0)
            assert "destroyed" not in texts
    assert words["captured"]
    assert words["forced away"]


def test_salvos_speak_of_years_and_defenses(way):
    fight = fought(fleets(), way, 3)
    texts = salvo_texts(of(fight, ""))
    assert any(re.search(r"hit, [0-9,]+ absorbed, \d+ years? lost", text) for text in texts)
    assert any(re.search(r"at PL Rock: .*\d+ PDs? lost", text) for text in texts)
    assert not any("component" in text for text in texts)


# many shots


def totals(record):
    sums = Counter()
    for shot in record["shots"]:
        pair = (shot["shooter"], shot["target"])
        sums[*pair, "shots"] += shot.get("count", 1)
        sums[*pair, "kills"] += shot.get("kills", shot["destroyed"])
        for figure in ("hits", "absorbed", "damage"):
            sums[*pair, figure] += shot[figure]
    return sums


def test_a_long_battle_is_told_in_sums(way, monkeypatch):
    battle = fought(fleets(), way, 2)
    monkeypatch.setattr(replay, "MAX_SHOTS", 12)
    summed = fought(fleets(), way, 2)
    for reader in ("Human", "Klingon", ""):
        full, other = of(battle, reader), of(summed, reader)
        assert len(full["shots"]) > 12 >= len(other["shots"])
        assert totals(full) == totals(other)
        assert [n["text"] for n in full["notes"]] == [n["text"] for n in other["notes"]]
        rounds = [shot["round"] for shot in other["shots"]]
        assert rounds == sorted(rounds)


def test_a_battle_without_end_is_not_told_without_end():
    rocks = {f"DN Rock {number}": {} for number in range(3)}
    techs = {"techs": {"LS": 200, "ML": 1}}
    game = battlefield({"Human": rocks, "Klingon": rocks}, Human=techs, Klingon=techs)
    fight = combat(game, Human="ATTACK SP Klingon\nENGAGE 3", options={"chance": Fair(1)})
    record = of(fight, "Human")
    assert record["rounds"] > 500
    assert replay.MAX_SHOTS / 4 < len(record["shots"]) <= replay.MAX_SHOTS
    assert len(canonical(record)) < 1_000_000
    shots = sum(shot.get("count", 1) for shot in record["shots"])
    assert replay.MAX_SHOTS < shots == len(fight.events("Human", messages.SHOT))


def test_the_last_shots_of_a_battle_without_end_are_those_that_do_something(way, monkeypatch):
    battle = fought(fleets(), way, 2)
    for module in (replay, replay_readers):
        monkeypatch.setattr(module, "MAX_TAKEN", 5)
    short = fought(fleets(), way, 2)
    for reader in ("Human", "Klingon", ""):
        expected = [
            shot
            for number, shot in enumerate(of(battle, reader)["shots"])
            if number < 5 or shot["damage"] or shot["destroyed"]
        ]
        assert of(short, reader)["shots"] == expected


# battles without fights


@pytest.mark.parametrize("key", range(3))
def test_everybody_knows_who_holds_the_field(way, key):
    game = battlefield({"Human": {"BC Fist": {}, "BC Hand": {}}, "Klingon": {"DD Wing": {}}},
                       Human={"techs": {"ML": 90, "LS": 90}},
                       Klingon={"techs": {"ML": 20}})  # fmt: skip
    fight = combat(game, Human="ATTACK SP Klingon\nENGAGE 3", options=way(key))
    for reader in ("Human", "Klingon", ""):
        record = of(fight, reader)
        assert record["sides"][record["winner"]] == "Human"


def test_of_very_many_forced_jumps_in_vain_the_first_are_told(way, monkeypatch):
    def told_in_vain():
        game = battlefield(
            {"Human": {"BAS Nest": {"tons": 200_000, "cargo": {"FM": 15}}},
             "Klingon": {f"DD Wing {n}": {} for n in range(4)}},
            Human={"techs": {"GV": 40, "ML": 1}},
            Klingon={"techs": {"GV": 70, "ML": 0}},
        )  # fmt: skip
        fight = combat(game, Human="ATTACK SP Klingon\nENGAGE 3", options=way(2))
        count = len(fight.events("Klingon", messages.FORCED_IN_VAIN))
        notes = [note["text"] for note in of(fight, "Klingon")["notes"]]
        return count, sum(text.endswith("and fails!") for text in notes), len(notes)

    message, noted, notes = told_in_vain()
    assert message == noted > 3
    monkeypatch.setattr(replay_readers, "MAX_IN_VAIN", 2)
    assert told_in_vain() == (message, 2, notes - message + 2)


def test_where_nobody_fights_there_is_nothing_to_play():
    fight = combat(battlefield({"Human": {"DD One": {}}, "Klingon": {"DD Two": {}}}), Human="")
    for species in ("Human", "Klingon"):
        assert set(of(fight, species)) == {"x", "y", "z"}
    assert not [t for t in fight.context.events if not t.audience]


def test_the_engine_of_1999_tells_it_too():
    fight = combat(fleets(), Human=RAID, options=ENGINE)
    assert of(fight, "Human")["shots"]


# a stored game


@pytest.fixture(scope="module")
def raided(tmp_path_factory):
    folder = tmp_path_factory.mktemp("raids") / "game"
    bots = [f"--bot={seat}" for seat in ("Ada=raider", "Brin=settler", "Cato=raider")]
    options = [f"--option={each}" for each in ("last_turn=0", "stars=20", "radius=8")]
    fine("new", folder, "--variant", "far_horizons", *bots, *options, "--seed", 9)
    fine("turn", "-g", folder, "--yes", "--until", 15)
    return folder


def test_a_battle_of_a_stored_game_is_played_to_everybody_in_its_own_way(raided, tmp_path):
    pages = {}
    for player in ("", "Ada", "Cato"):
        page = tmp_path / f"page{player}.html"
        player_words = ("-p", player) if player else ()
        fine("battle", "replay", "-g", raided, "--turn", 15, *player_words, "--place", "8 8 15",
             "--out", page)  # fmt: skip
        pages[player] = page.read_text()
    for player, html in pages.items():
        assert "Battle in sector 8 8 15" in html
        assert "Planet #3, round 1" in html
        assert "component" not in html.partition("<script")[0]
        assert html.count("(you)") == bool(player)
    years = {player: set(re.findall(r"[0-9]+ years? lost", html)) for player, html in pages.items()}
    assert years["Ada"] | years["Cato"] == years[""]
    assert years["Ada"] != years["Cato"]


def test_who_was_not_there_has_no_battle_to_play(raided, tmp_path):
    page = tmp_path / "page.html"
    message = refused("battle", "replay", "-g", raided, "--turn", 15, "-p", "Brin", "--out", page)
    assert "Brin knows of no battle in turn 15" in message
