"""The replay page: one file, readable without scripts, safe from the names of players."""

import base64
import hashlib
import json
import re
from html import escape
from html.parser import HTMLParser

import pytest

from horizons_core.combat import BattleRecord, Fighter, Note, Shot, Stage
from horizons_core.report import player_markers
from horizons_host.reports.replay import MAX_CARDS, MAX_GROUPS, WORDS, replay_html, replay_stage

HOSTILE = "</script><script>alert('1')</script>"


def unit(name, side, **more):
    parts = {"hull": 6, "thrusters": 2, "weapons": 2, "shields": 1, "points": 1}
    return {
        "name": name,
        "side": side,
        "mark": "",
        "before": parts,
        "after": parts,
        "destroyed": False,
    } | more


def shot(shooter, target, **more):
    return {
        "shooter": shooter,
        "target": target,
        "absorbed": 0,
        "damage": 1,
        "lost": ["hull"],
        "destroyed": False,
        "round": 1,
    } | more


def battle(units=None, shots=None, **more):
    return {
        "title": "Battle in 3,4",
        "sides": ["Ada", "Brin"],
        "units": units or [unit("Ann", 0), unit("Bob", 1, before={}, after={})],
        "shots": [shot(0, 1)] if shots is None else shots,
        "rounds": 1,
        "winner": None,
    } | more


class Page(HTMLParser):
    """The elements of a page, the items of its log, and what its scripts hold."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.items, self.scripts, self.open = [], [], [], []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self.open.append(tag)
        if tag == "li":
            self.items.append("")
        if tag == "script":
            self.scripts.append("")

    def handle_endtag(self, tag):
        while self.open and self.open.pop() != tag:
            pass

    def handle_data(self, data):
        if "li" in self.open:
            self.items[-1] += data
        if "script" in self.open:
            self.scripts[-1] += data

    def replay_data(self):
        return json.loads(self.scripts[0])

    def cards(self):
        return [a for _, a in self.tags if (a.get("class") or "").startswith("unit ")]


def test_consecutive_shots_at_one_target_are_one_line_of_the_log():
    shots = [
        shot(0, 1, absorbed=1, damage=0, lost=[]),
        shot(0, 1, lost=["hull"]),
        shot(0, 1, lost=["weapon"], destroyed=True),
        shot(1, 0, damage=2, lost=[]),
    ]
    page = Page(replay_html(battle(shots=shots)))
    lost = "2 components destroyed (hull, weapon), ship destroyed"
    assert page.items == [
        f"Ann fires 3 shots at Bob: 1 absorbed, {lost}",
        "Bob fires 1 shot at Ann: 2 components destroyed",
    ]
    assert page.replay_data()["salvos"] == [[0, 1, 3, 1, 2, 1, 1], [1, 0, 1, 0, 2, 0, 1]]


@pytest.mark.parametrize("name", [HOSTILE, '" onload="x', "<!--", "\u2028&lt;"])
def test_hostile_names_stay_words(name):
    units = [unit(name, 0, mark=name), unit(name + "2", 1)]
    record = battle(units, sides=[name, "Brin"], title=name, place=name, phase=name, you=name)
    html = replay_html(record)
    page = Page(html)
    assert [tag for tag, _ in page.tags].count("script") == 2
    assert not [attrs for _, attrs in page.tags if "onload" in attrs]
    assert page.items == [f"{name} fires 1 shot at {name}2: 1 component destroyed (hull)"]
    assert f"<h1>{escape(name).replace('&#x27;', '&#39;').replace('&quot;', '&#34;')}</h1>" in html


def test_the_page_asks_for_nothing_from_outside_and_allows_its_own_script_alone():
    page = Page(replay_html(battle()))
    policy = next(a["content"] for _, a in page.tags if a.get("http-equiv"))
    digest = base64.b64encode(hashlib.sha256(page.scripts[1].encode()).digest()).decode()
    assert "default-src 'none'" in policy
    assert f"script-src 'sha256-{digest}'" in policy
    assert not [attrs for _, attrs in page.tags if "src" in attrs or "href" in attrs]


def test_a_large_battle_is_of_bearable_size_and_drawn_in_groups():
    units = [
        unit(f"Probe {i}", i % 2, before={"thrusters": 1 + i % 90, "points": 0})
        for i in range(4000)
    ]
    units[0]["mark"] = "mothership"
    shots = [shot(i % 4000, (i * 7 + 1) % 4000) for i in range(5000)]
    html = replay_html(battle(units, shots))
    page = Page(html)
    assert len(html) < 1_000_000
    assert len(page.items) == 5000
    assert len(page.cards()) <= 2 * MAX_GROUPS
    assert sum(members for _, members, _ in page.replay_data()["cards"]) == 4000
    assert page.replay_data()["cards"][0][:2] == [0, 1], "a marked unit stands alone, and first"


def test_a_side_of_few_has_a_card_for_each():
    units = [unit(f"Probe {i}", 0) for i in range(MAX_CARDS)] + [unit("Bob", 1)]
    assert len(Page(replay_html(battle(units, []))).cards()) == MAX_CARDS + 1


def test_a_unit_of_unknown_strength_has_no_bar_that_could_stay_full():
    bob = unit("Bob", 1, before={}, after={})
    html = replay_html(battle([unit("Ann", 0), bob, group("Drones", 1, 3, 3)]))
    classes = [card["class"].split() for card in Page(html).cards()]
    assert ["unmeasured" in each for each in classes] == [False, True, False]
    assert html.count("strength unknown") == 1


def test_a_ship_that_is_there_or_gone_has_no_strength_to_be_unknown():
    html = replay_html(battle([group("Probe", 0, 1, 0), group("Fort", 1, 1, 1)], [shot(1, 0)]))
    assert "strength unknown" not in html
    assert not [card for card in Page(html).cards() if "unmeasured" in card["class"]]


def test_sides_have_the_markers_that_the_game_gave_them():
    record = battle(
        sides=["Dax", "Brin", "an unknown race"], empires=["Ada", "Brin", "Cleo", "Dax"]
    )
    known = player_markers(["Ada", "Brin", "Cleo", "Dax", "an unknown race"])
    html = replay_html(record)
    for name in ("Dax", "Brin", "an unknown race"):
        assert html.count(f"{known[name].icon()}<bdi>{name}</bdi>") == 2, (
            "at the arena and the table"
        )
    colours = [card["class"].split()[1] for card in Page(html).cards()]
    assert colours == [f"e{known['Dax'].index}", f"e{known['Brin'].index}"]


def test_the_tallies_tell_who_lost_what():
    units = [unit("Ann", 0), unit("Bob", 1, destroyed=True, before={}, after={})]
    html = replay_html(battle(units, [shot(0, 1, destroyed=True)], winner=0))
    row = re.search(r'<th scope="row">.*?Ada.*?</tr>', html, re.DOTALL).group()
    assert "won" in row
    assert re.findall(r'<td class="num">([^<]*)</td>', row) == [
        "1",
        "0",
        "1",
        "1",
        "1",
        "1",
        "0",
        "11 → 11",
    ]
    assert "unknown" in html.split("Brin")[-1]


def group(name, side, ships, left):
    """Return identical ships whose components are not counted."""
    counts = {"before": {"ships": ships}, "after": {"ships": left}}
    return unit(name, side, destroyed=not left, **counts)


def test_a_unit_may_be_a_group_and_a_shot_may_stand_for_many():
    units = [group("Drone", 0, 4000, 3000), group("Fort", 0, 1, 1), group("Fighter", 1, 1200, 0)]
    miss = {"damage": 0, "lost": []}
    shots = [
        shot(2, 0, **miss, destroyed=True, count=2500, kills=1000),
        shot(1, 2, **miss, destroyed=True, count=1200, kills=1200, round=2),
        shot(2, 1, **miss, round=3),
    ]
    html = replay_html(battle(units, shots, winner=0))
    page = Page(html)

    assert "5,201 ships, 3,701 shots in 3 salvos" in html
    assert page.items == [
        "Fighter fires 2,500 shots at Drone: 1,000 ships destroyed",
        "Fort fires 1,200 shots at Fighter: 1,200 ships destroyed",
        "Fighter fires 1 shot at Fort: no effect",
    ]
    assert [ships for _, _, _, ships in page.replay_data()["units"]] == [4000, 1, 1200]
    assert [ships for _, ships, _ in page.replay_data()["cards"]] == [4000, 1, 1200]
    assert [kills for _, _, _, _, _, kills, _ in page.replay_data()["salvos"]] == [1000, 1200, 0]
    numbers = re.findall(r'<td class="num">([^<]*)</td>', html)
    assert numbers[:5] == ["4,001", "1,000", "3,001", "1,200", "1,200"]
    assert numbers[5:] == ["1,200", "1,200", "0", "2,501", "1,000"]
    assert "Components" not in html


def test_what_scrolls_can_be_reached_by_keys():
    tags = Page(replay_html(battle())).tags
    scrolling = [a for _, a in tags if a.get("class") in ("scroll", "log")]
    assert len(scrolling) == 2
    assert all(a.get("tabindex") == "0" for a in scrolling)


def test_a_battle_without_shots_can_be_shown():
    assert "No shots were fired." in replay_html(battle(shots=[]))


def test_the_page_is_the_same_every_time():
    assert replay_html(battle()) == replay_html(battle())


def aged(name, side, left, **more):
    """Return a ship that loses years instead of components; after None its state is unknown."""
    if left is None:
        return unit(name, side, before={}, after={}) | more
    return (
        unit(name, side, before={"years": 40, "RM": 7}, after={"years": left}, counts="year") | more
    )


def test_a_battle_may_count_something_else_than_components():
    rock = unit("Rock", 0, before={"PDs": 20}, after={"PDs": 18}, counts="PD")
    units = [aged("Ann", 0, 31), rock, aged("Bob", 1, None, about="age 7")]
    shots = [
        shot(2, 0, absorbed=1200, damage=4, lost=[], hits=1),
        shot(2, 0, damage=5, lost=[], hits=1),
        shot(2, 1, damage=2, lost=[], hits=1),
        shot(0, 2, damage=0, lost=[], hits=0),
        shot(0, 2, damage=0, lost=[], hits=1, count=3),
        shot(1, 2, damage=0, lost=[], hits=1, destroyed=True, fate="captured"),
    ]
    html = replay_html(battle(units, shots))
    page = Page(html)
    assert page.items == [
        "Bob fires 2 shots at Ann: 2 hit, 1,200 absorbed, 9 years lost",
        "Bob fires 1 shot at Rock: hit, 2 PDs lost",
        "Ann fires 4 shots at Bob: 1 hit",
        "Rock fires 1 shot at Bob: hit, captured",
    ]
    body = html.partition("<script")[0]
    assert "component" not in body.casefold()
    assert "3 units, 8 shots" in body
    assert page.replay_data()["cards"] == [[0, 1, 40], [0, 1, 20], [1, 1, None]]
    assert [card.get("data-counts") for card in page.cards()] == ["year", "PD", None]
    rows = [re.findall(r'<td class="num">(.*?)</td>', row) for row in body.split("<tr>")[2:]]
    unknown = '<span class="soft">unknown</span>'
    assert rows[0][3:] == ["5", "1", "2", unknown, "1,200", "40 → 31 years, 20 → 18 PDs"]
    assert rows[1][3:] == ["3", "0", "3", "9 years, 2 PDs", unknown, unknown]


def test_notes_and_rounds_stand_in_the_log_where_they_belong():
    shots = [shot(0, 1), shot(0, 1), shot(1, 0, round=2), shot(0, 1, round=3)]
    notes = [
        {"at": 0, "round": 1, "text": "It begins."},
        {"at": 1, "round": 1, "text": "A pause."},
        {"at": 4, "round": 3, "text": "Bob leaves.", "gone": [1]},
    ]
    stages = [{"round": 1, "name": "Deep space"}, {"round": 3, "name": "Planet #2"}]
    html = replay_html(battle(shots=shots, notes=notes, stages=stages))
    lines = [re.sub(r"\s+", " ", line) for line in Page(html).items]
    hit = "1 component destroyed (hull)"
    assert lines == [
        "It begins.",
        f"Deep space, round 1 Ann fires 1 shot at Bob: {hit}",
        "A pause.",
        f"Ann fires 1 shot at Bob: {hit}",
        f"Deep space, round 2 Bob fires 1 shot at Ann: {hit}",
        f"Planet #2, round 1 Ann fires 1 shot at Bob: {hit}",
        "Bob leaves.",
    ]
    assert "4 shots in 4 salvos" in html
    salvos = Page(html).replay_data()["salvos"]
    assert salvos[0] == [-1, -1, 0, 0, 0, 0, 1, []]
    assert salvos[-1] == [-1, -1, 0, 0, 0, 0, 3, [1]]


def test_the_page_knows_who_is_there_in_each_stage():
    units = [unit("Ann", 0), unit("Bob", 1), unit("Rock", 1)]
    stages = [
        {"round": 1, "name": "Deep space", "units": [0, 1]},
        {"round": 2, "name": "Planet #2", "units": [0, 2]},
    ]
    page = Page(replay_html(battle(units, [shot(0, 1)], stages=stages)))
    assert page.replay_data()["stages"] == [[1, [0, 1]], [2, [0, 2]]]
    assert Page(replay_html(battle())).replay_data()["stages"] == []


def test_a_record_without_the_new_parts_is_told_as_it_always_was():
    ann = Fighter("Ann", 0, {"hull": 2}, {"hull": 1}, destroyed=False)
    data = BattleRecord(("A",), (ann,), (Shot(0, 0, lost=("hull",)),), 1, None).to_dict()
    assert set(data) == {"title", "sides", "units", "shots", "rounds", "winner"}
    assert set(data["units"][0]) == {"name", "side", "mark", "before", "after", "destroyed"}
    assert data["shots"] == [{"shooter": 0, "target": 0, "absorbed": 0, "damage": 1,
                              "lost": ["hull"], "destroyed": False, "round": 1}]  # fmt: skip


def test_what_a_record_says_beyond_that_is_told():
    bob = Fighter("Bob", 0, {}, {}, destroyed=False, counts="year", fate="withdrew", about="old")
    record = BattleRecord(
        ("A",), (bob,), (Shot(0, 0, damage=3, hits=1, fate="captured"),), 2, None,
        notes=(Note(1, 2, "Gone.", (0,)), Note(1, 2, "Still.")),
        stages=(Stage(1, "Deep space"), Stage(2, "Sol", (0,))),
    )  # fmt: skip
    data = record.to_dict()
    assert [data["units"][0][part] for part in ("counts", "fate", "about")] == [
        "year", "withdrew", "old",
    ]  # fmt: skip
    shot = data["shots"][0]
    assert (shot["damage"], shot["hits"], shot["fate"], shot["lost"]) == (3, 1, "captured", [])
    assert data["notes"] == [
        {"at": 1, "round": 2, "text": "Gone.", "gone": [0]},
        {"at": 1, "round": 2, "text": "Still."},
    ]
    assert data["stages"] == [
        {"round": 1, "name": "Deep space"},
        {"round": 2, "name": "Sol", "units": [0]},
    ]


def test_the_words_around_a_battle_can_be_in_another_language():
    record = battle([unit("Probe", 0), unit("Lancer", 1)])
    theirs = {name: f"<{name}>" for name in WORDS}
    stage = replay_stage(record, theirs)
    assert "&lt;log&gt;" in stage
    assert "&lt;keys&gt;" in stage
    for words in ("Log", "In the end", "built-in"):
        assert words not in stage
