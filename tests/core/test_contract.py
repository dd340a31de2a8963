"""Each law of the contract detects its violation; a case breaks the example variant in one way.

The intact example satisfies the whole contract (tests/examples/test_variants.py).
"""

import importlib
import shutil
import sys
from functools import cache
from inspect import signature
from pathlib import Path
from types import SimpleNamespace

import pytest
from attrs import define, field, frozen
from hypothesis import Phase, settings
from hypothesis.strategies import integers

from horizons_core.codec import canonical, copy_of, dump
from horizons_core.combat import units_left_and_lost
from horizons_core.errors import PhaseError, PluginError, SaveError
from horizons_core.model import Entity, Game, Sight, known, known_game, seen_from
from horizons_core.plugins import load_variant, loader, run_turn
from horizons_core.testing import VariantContract
from horizons_core.testing.secrecy import hidden_changes

SOURCES = Path(__file__).parents[2] / "examples" / "prospectors" / "src" / "prospectors"
ENTRY = "[horizons.variants]\nprospectors = prospectors\n"


@frozen
class Breach:
    """A law, the change of a file's text that breaks it, and the expected message."""

    law: str
    file: str
    old: str
    new: str
    says: str | None = None
    raises: type[BaseException] = AssertionError
    arguments: dict = field(factory=dict)

    def __str__(self):
        return f"{self.law}-{self.file}"


#: Helpers for the changed lines: a memory that outlives a turn, and a key of the future.
HELPERS = """
import itertools
from horizons_core.rng import Stream
from horizons_core.turn import turn_key
from horizons_core.turn.secrets import hidden_key, own_key
COUNTED = itertools.count()
STASH = []
"""
REMEMBER = "        STASH.extend([game] if game.secret else [])\n"

BREACHES = [
    Breach(
        "a_turn_leaves_its_game_as_it_was",
        "phases.py",
        '    """Dig as much',
        "    STASH.append(context.game)\n    STASH[0].rocks[0].robots += 1\n    '''Dig'''\n"
        '    """Dig as much',
    ),
    Breach(
        "the_same_game_and_orders_give_the_same_turn",
        "phases.py",
        'context.stream("dig", rock.id).die(6)',
        "1 + next(COUNTED) % 6",
    ),
    Breach(
        "a_game_shares_nothing_that_changes_with_the_game_before_it",
        "phases.py",
        'context.stream("dig", rock.id).die(6)',
        "1 + next(COUNTED) % 6",
    ),
    Breach(
        "another_process_plays_the_same_game",
        "phases.py",
        'context.stream("dig", rock.id).die(6)',
        "1 + hash(rock.id) % 6",
    ),
    Breach(
        "a_game_is_sound_after_every_phase_and_its_ledger_balances",
        "phases.py",
        'context.post(empire, "ore", -cost, f"robots bought: {order[\'count\']}", ("PR-BUY",))',
        'empire.stock["ore"] -= cost',
        "booked",
    ),
    Breach(
        "a_game_is_sound_after_every_phase_and_its_ledger_balances",
        "phases.py",
        "int_sum(not unit.destroyed for unit in record.units)",
        "-1",
        "after claims: impossible",
    ),
    Breach(
        "any_orders_can_be_run_and_leave_a_sound_game",
        "phases.py",
        "        if cost > empire.stock",
        '        empire.stock["ore"] -= cost\n        if cost > empire.stock',
        "cannot post",
        PhaseError,
    ),
    Breach(
        "any_orders_can_be_run_and_leave_a_sound_game",
        "phases.py",
        "        near = rock",
        "        rock // (rock - 2)\n        near = rock",
        says="ZeroDivisionError",
        raises=PhaseError,
    ),
    Breach(
        "the_turn_refuses_what_the_check_refuses_and_no_order_it_passed",
        "phases.py",
        "        if name in flown or not near:",
        "        if not context.forecast and (name in flown or not near):",
        "the check passes what the turn refuses",
    ),
    Breach(
        "the_turn_refuses_what_the_check_refuses_and_no_order_it_passed",
        "phases.py",
        "        if name in flown or not near:",
        "        if context.forecast and (name in flown or not near):",
        "the check refuses what the turn carries out",
    ),
    Breach(
        "any_text_can_be_checked_and_forecast",
        "phases.py",
        "        near = rock",
        "        rock // (rock - 2)\n        near = rock",
        says="ZeroDivisionError",
        raises=PhaseError,
    ),
    Breach(
        "any_text_is_read_and_every_remark_names_its_place",
        "orders.py",
        "integer(1)",
        '{"1": 1, "2": 2}.__getitem__',
        raises=KeyError,
    ),
    Breach(
        "every_phase_can_be_run_alone",
        "phases.py",
        "    game = context.game\n    if context.turn",
        '    game = context.game\n    context.notes["dug"]\n    if context.turn',
        "KeyError: 'dug'",
        PhaseError,
    ),
    Breach(
        "a_command_explains_itself",
        "orders.py",
        "help=help_text",
        'help=" "',
        arguments={"keyword": "BUY"},
    ),
    Breach(
        "a_command_names_clauses_of_the_rulebook",
        "orders.py",
        '"PR-BUY"',
        '"PR-NONE"',
        "PR-NONE",
        arguments={"keyword": "BUY"},
    ),
    Breach(
        "the_example_of_a_command_is_read",
        "orders.py",
        'example=f"{keyword} 2"',
        'example=f"{keyword} two"',
        "whole number",
        arguments={"keyword": "BUY"},
    ),
    Breach(
        "the_mistake_of_a_command_is_reported",
        "orders.py",
        'mistake=f"{keyword} 999"',
        'mistake=f"{keyword} 1"',
        arguments={"keyword": "BUY"},
    ),
    Breach(
        "nothing_hidden_shows",
        "views.py",
        '            "turns": known.options["turns"],',
        '            "turns": sum(rock.ore for rock in STASH[-1].rocks),',
        "the view shows information hidden from",
    ),
    Breach(
        "nothing_hidden_shows",
        "views.py",
        '            "turns": known.options["turns"],',
        '            "turns": len(STASH[-1].ships) + sum(s.robots for s in STASH[-1].ships),',
        "the view shows information hidden from",
    ),
    Breach(
        "nothing_hidden_shows",
        "views.py",
        '        """In a forecast the others',
        "        for rock, real in zip(known.rocks, STASH[-1].rocks):\n"
        "            rock.ore, rock.robots = real.ore, real.robots\n"
        "            rock.owner = empire\n"
        '        """In a forecast the others',
        "the forecast 0 shows information hidden from",
    ),
    Breach(
        "there_is_something_to_hide_and_it_can_change",
        "views.py",
        "        return sight\n",
        "        return lambda thing: Sight.OWN\n",
        "hide nothing",
    ),
    Breach(
        "no_empire_owns_what_is_another_s",
        "views.py",
        "Sight.SEEN if entity.at in near",
        "Sight.OWN if entity.at in near",
        "owns",
    ),
    Breach(
        "there_are_bots_that_play_differently",
        "bots.py",
        "Prospector(bold=False)",
        "Prospector(bold=True)",
        "the bots greedy, timid give the same orders every turn",
    ),
    Breach(
        "the_same_game_can_be_played_twice_in_one_process",
        "model.py",
        "        game.rocks.append(Rock(id=str(number), ore=stream",
        "        next(COUNTED)\n"
        "        game.rocks.append(Rock(id=str(number), ore=next(COUNTED) + stream",
    ),
    Breach(
        "another_process_plays_the_same_game",
        "combat.py",
        "simulate_by_resolving(self, battle, runs, key)",
        "simulate_by_resolving(self, battle, runs, key + hash('salt') % 2**20)",
        "in another process, the same game has a different battle 1 many times",
    ),
    Breach(
        "another_process_plays_the_same_game",
        "views.py",
        '"ships": ships,',
        '"ships": ships, "seen": hash("salt") % 2**20,',
        "in another process, the same game has a different turn [0-9]+: report of ",
    ),
    Breach(
        "every_field_is_known_to_someone_or_marked_as_secret",
        "model.py",
        "    ore: int = seen_from(Sight.SCANNED, default=0)",
        "    ore: int = 0",
        r"Rock.ore is known to nobody: mark it with known\(\) or seen_from\(...\), or secret\(\)",
    ),
    Breach(
        "the_same_game_and_orders_give_the_same_turn",
        "phases.py",
        "Your robots dug {ore} ore",
        "Your robots dug {or} ore",
        "event 'dug': its text names {or}, which its data does not have .did you mean 'ore'",
        PluginError,
    ),
    Breach(
        "the_same_game_and_orders_give_the_same_turn",
        "phases.py",
        'context.post(owner, "ore", ore',
        'context.post(owner, "gold", ore',
        "the economy has no account 'gold'",
        PluginError,
    ),
    Breach(
        "the_bots_play_without_a_rejected_order",
        "bots.py",
        'f"BUY {bought}"',
        'f"BUY {bought + 1}"',
        "ore needed",
        arguments={"seed": 1},
    ),
    Breach(
        "a_bot_leaves_its_view_alone_and_writes_the_same_again",
        "bots.py",
        'bought = view["ore"]',
        'bought = next(COUNTED) + view["ore"]',
    ),
    Breach(
        "a_bot_leaves_its_view_alone_and_writes_the_same_again",
        "bots.py",
        'bought = view["ore"]',
        'view["rocks"].pop()\n        bought = view["ore"]',
    ),
    Breach(
        "the_report_keeps_to_its_schema",
        "views.py",
        '"turns": known',
        '"turns": "x" * known',
        "turns: 'x",
    ),
    Breach(
        "the_report_renders_as_text_and_html",
        "__init__.py",
        'form_from_templates("prospectors", views.SCHEMA)',
        "__import__('horizons_core').ReportForm(views.SCHEMA, lambda data: data['empire'],"
        " lambda data: f'<p><b>{data}</b></p>')",
    ),
    Breach("the_map_can_be_drawn", "views.py", '"plane"', '"sphere"', "sphere", ValueError),
    Breach(
        "no_report_contains_a_secret_of_the_dice",
        "views.py",
        '            "turns": known.options["turns"],',
        '            "turns": STASH[-1].secret,',
    ),
    Breach(
        "no_report_contains_a_secret_of_the_dice",
        "phases.py",
        "empire=name, rock=rock.id)",
        "empire=name, rock=rock.id, key=turn_key(context.game.secret, context.turn + 2))",
    ),
    Breach(
        "no_report_contains_a_secret_of_the_dice",
        "phases.py",
        "empire=name, rock=rock.id)",
        "empire=name, rock=rock.id, key=hidden_key(context.game.secret, context.turn))",
    ),
    Breach(
        "no_report_contains_a_secret_of_the_dice",
        "phases.py",
        "empire=name, rock=rock.id)",
        "empire=name, rock=rock.id, key=own_key(context.game.secret, context.turn, name))",
    ),
    Breach(
        "all_dice_of_a_turn_come_from_its_keys",
        "phases.py",
        'context.stream("dig", rock.id).die(6)',
        'Stream.from_key(context.game.turn_key, "dig", rock.id).die(6)',
        "not from",
    ),
    Breach(
        "public_dice_appear_in_public_events",
        "phases.py",
        'context.stream("dig", rock.id).die(6)',
        'context.stream("dig", rock.id, known_to=EVERYONE).die(6)',
        "no public event uses them",
    ),
    Breach(
        "every_turn_uses_the_dice_that_it_was_committed_to",
        "phases.py",
        "    game = context.game\n    if context.turn",
        '    game = context.game\n    game.secret = "0" * 64\n    if context.turn',
    ),
    Breach(
        "every_event_names_clauses_of_the_rulebook",
        "phases.py",
        'rock {rock}.", ("PR-DIG",))',
        'rock {rock}.", ("PR-NONE",))',
        "PR-NONE",
    ),
    Breach(
        "a_recorded_battle_is_its_run_of_the_simulation",
        "combat.py",
        "simulate_by_resolving(self, battle, runs, key)",
        "simulate_by_resolving(self, battle, runs, key // 2)",
    ),
    Breach(
        "a_battle_has_other_dice_by_another_key_and_in_another_run",
        "combat.py",
        "Stream(battle_key(key), run)",
        "Stream(7, run)",
        "the same battle whatever its key",
    ),
    Breach(
        "a_battle_has_other_dice_by_another_key_and_in_another_run",
        "combat.py",
        "Stream(battle_key(key), run)",
        "Stream(battle_key(key), 0)",
        "the same battle whatever its run",
    ),
    Breach(
        "a_unit_of_a_battle_is_destroyed_if_nothing_is_left_of_it",
        "combat.py",
        '{"robot": 1}, {"robot": int(life)}, not life)',
        '{"ships": 1}, {"ships": int(life)}, False)',
        "0 left, but destroyed is False",
    ),
    Breach(
        "no_unit_vanishes_without_an_event_that_names_it",
        "phases.py",
        "    game = context.game\n    if context.turn",
        "    game = context.game\n    game.ships[0].id += 'x'\n    if context.turn",
        "disappeared, and no event names it",
    ),
    Breach(
        "no_public_event_reveals_a_private_field",
        "phases.py",
        "empire=name, rock=rock.id)\n        elif",
        "empire=name, rock=rock.id, robots=rock.robots)\n        elif",
        "event 'claimed' shows everybody Rock.robots of 1?[0-9], which is not public",
    ),
    Breach(
        "a_battle_does_not_depend_on_how_many_are_asked_for",
        "combat.py",
        "simulate_by_resolving(self, battle, runs, key)",
        "simulate_by_resolving(self, battle, runs, key + runs)",
    ),
    Breach(
        "a_battle_does_not_depend_on_threads",
        "combat.py",
        "        del threads\n        return simulate_by_resolving(self, battle, runs, key)",
        "        return simulate_by_resolving(self, battle, runs, key + threads)",
    ),
    Breach(
        "a_record_is_plain_data_and_the_same_each_time",
        "combat.py",
        "Stream(battle_key(key), run)",
        "Stream(battle_key(key) + next(COUNTED), run)",
    ),
    Breach(
        "nonsense_is_no_battle",
        "combat.py",
        "len(spec) != 2 or not all(type(n) is int and 0 < n <= 1000 for n in robots)",
        "False",
        raises=pytest.fail.Exception,
    ),
    Breach(
        "a_saved_game_is_the_game",
        "model.py",
        "    ships: list[Ship] = known(factory=list)\n",
        "    ships: list[Any] = known(factory=list)\n",
    ),
    Breach(
        "a_new_game_is_sound", "model.py", "home.robots = player, 20, 1", "home.robots = '', 9, 1"
    ),
    Breach(
        "every_older_schema_has_a_migration",
        "__init__.py",
        "    players=(2, 6),",
        "    players=(2, 6),\n    schema=2,",
    ),
    Breach(
        "every_measure_has_a_row_for_each_run_and_a_column_for_each_side",
        "combat.py",
        "simulate_by_resolving(self, battle, runs, key)",
        "simulate_by_resolving(self, battle, runs, key, lambda _: {'hits': [1, 2, 3]})",
    ),
    Breach(
        "options_are_explained_and_kept",
        "model.py",
        '"the turn after which the richest wins"',
        '""',
    ),
    Breach("options_are_explained_and_kept", "model.py", "Game(options=dict(options))", "Game()"),
    Breach(
        "the_minimum_and_maximum_of_players_can_play",
        "model.py",
        "range(1, 4 * len(players) + 1)",
        "range(1, 13)",
        "longer|shorter",
        ValueError,
    ),
]


class Contract(VariantContract):
    variant_name = "prospectors"
    battles = ({"attackers": 3, "defenders": 2},)
    turns = 12
    examples = 100


@pytest.fixture
def without_shrinking():
    """Hypothesis stops at the first breach and remembers none."""
    settings.register_profile(
        "breach",
        phases=(Phase.generate,),
        database=None,
        derandomize=True,
        report_multiple_bugs=False,
    )
    before = settings.get_current_profile_name()
    settings.load_profile("breach")
    yield
    settings.load_profile(before)


@pytest.fixture
def spoil(tmp_path, monkeypatch):
    """Install the example with a change in one of its files, for this test."""

    def install(breach):
        package = shutil.copytree(SOURCES, tmp_path / "prospectors")
        file = package / breach.file
        text = file.read_text("utf-8")
        assert breach.old in text
        text = text.replace(breach.old, breach.new)
        text = text.replace("        near = {", f"{REMEMBER}        near = {{")
        head, mark, rest = text.partition('"""\n')
        file.write_text(f"{head}{mark}{HELPERS}{rest}", "utf-8")
        metadata = tmp_path / "prospectors-1.0.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(
            "Metadata-Version: 2.1\nName: prospectors\nVersion: 1.0.0\n"
        )
        (metadata / "entry_points.txt").write_text(ENTRY)
        monkeypatch.syspath_prepend(tmp_path)
        forget()

    # `load_variant` must keep returning the variant objects that other tests hold.
    monkeypatch.setattr(loader, "_loaded", cache(loader._loaded.__wrapped__))

    def forget():
        for name in [name for name in sys.modules if name.split(".")[0] == "prospectors"]:
            del sys.modules[name]
        importlib.invalidate_caches()

    yield install
    forget()


@pytest.mark.parametrize("breach", BREACHES, ids=str)
def test_the_contract_catches(breach, spoil, without_shrinking):
    spoil(breach)
    with pytest.raises(breach.raises, match=breach.says):
        getattr(Contract(), f"test_{breach.law}")(**breach.arguments)


class Unbroken(Contract):
    pass


#: Laws that start processes, or examine files instead of the game.
SLOW = {"test_another_process_plays_the_same_game"}
OUT = """    game = context.game
    if context.turn == 1:
        game.empires[{number}].active = False
    playing = [empire.id for empire in game.empires if empire.active]
    if len(playing) == 1:
        game.outcome = Outcome(winners=tuple(playing), reason="alone", turn=context.turn)
        return
"""


@pytest.mark.parametrize(
    ("number", "players"),
    [
        (0, ("Ada", "Brin", "Cleo")),
        pytest.param(1, ("Ada", "Brin"), marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_a_game_may_be_over_for_an_empire_in_its_first_turn(
    number, players, spoil, without_shrinking
):
    """Every law can be tried and holds; of two players the other has won by then."""
    change = OUT.format(number=number)
    spoil(
        Breach(
            "",
            "phases.py",
            "    game = context.game\n    if context.turn",
            f"{change}    if context.turn",
        )
    )

    class Brief(Contract):
        seeds = (1,)
        turns = 2
        examples = 8
        battle_runs = 10

    Brief.players = players
    contract = Brief()
    laws = [name for name in dir(contract) if name.startswith("test_") and name not in SLOW]
    arguments = {"seed": 1, "keyword": "BUY", "part": "schema", "value": "one"}
    for name in laws:
        law = getattr(contract, name)
        law(**{word: arguments[word] for word in signature(law).parameters})


def test_the_contract_catches_a_saved_game_that_is_read_no_more(spoil, tmp_path):
    spoil(Breach("", "model.py", "", ""))
    contract = Unbroken()
    data = dump(contract.new_game())
    contract.saved_games = tmp_path / "saved"
    contract.saved_games.mkdir()
    with pytest.raises(AssertionError, match="no saved game"):
        contract.test_old_saved_games_can_be_continued()
    file = contract.saved_games / "first.json"
    file.write_bytes(canonical(data))
    contract.test_old_saved_games_can_be_continued()
    file.write_bytes(canonical({**data, "rules": "other"}))
    with pytest.raises(SaveError, match="other rules"):
        contract.test_old_saved_games_can_be_continued()


def test_the_contract_catches_missing_battles(spoil):
    spoil(Breach("", "model.py", "", ""))
    contract = Unbroken()
    contract.battles = ()
    with pytest.raises(AssertionError, match="list some battles"):
        contract.test_a_battle_does_not_depend_on_threads()


def test_the_contract_catches_a_battle_unlike_its_reference(spoil):
    spoil(Breach("", "model.py", "", ""))
    contract = Unbroken()
    resolve = contract.variant.combat.resolve
    contract.reference = lambda battle, key, run: resolve(battle, key, run=run)
    contract.test_a_battle_is_fought_as_the_reference_says()
    contract.reference = lambda battle, key, run: resolve(battle, key, run=run + 1)
    with pytest.raises(AssertionError):
        contract.test_a_battle_is_fought_as_the_reference_says()


def test_the_contract_catches_measures_that_the_record_belies(spoil, without_shrinking):
    spoil(Breach("", "model.py", "", ""))
    contract = Unbroken()
    contract.measured = units_left_and_lost
    contract.test_a_recorded_battle_is_its_run_of_the_simulation()
    contract.measured = lambda record: {"units left": [99, 99]}
    with pytest.raises(AssertionError, match="units left"):
        contract.test_a_recorded_battle_is_its_run_of_the_simulation()


def test_the_number_of_examples_can_be_set_from_outside(monkeypatch):
    drawn = []

    def law(number):
        drawn.append(number)

    Unbroken().explore(law, integers(), examples=7)
    assert len(drawn) == 7
    monkeypatch.setenv("HORIZONS_EXAMPLES", "123")
    Unbroken().explore(law, integers(), examples=7)
    assert len(drawn) == 7 + 123


def test_hidden_changes_leave_what_the_empire_sees(spoil, without_shrinking):
    spoil(Breach("", "model.py", "", ""))
    variant = Unbroken().variant
    game = Unbroken().played()[3].after.game
    changed = set()

    def law(other):
        assert variant.view(other, "Ada") == variant.view(game, "Ada")
        changed.add(tuple(rock.ore for rock in other.rocks))
        changed.add(tuple(ship.id for ship in other.ships))
        changed.add(tuple(empire.stock.get("ore") for empire in other.empires))

    Unbroken().explore(law, hidden_changes(game, "Ada", variant))
    assert len(changed) > 20


@define(kw_only=True)
class Vault(Entity):
    gold: int = seen_from(Sight.OWN, default=0)


@define(kw_only=True)
class Vaults(Game):
    listed: list[Vault] = known(factory=list)
    named: dict[str, Vault] = known(factory=dict)
    nested: dict[str, list[Vault]] = known(factory=dict)
    single: Vault | None = known(default=None)


def test_what_is_hidden_is_removed_doubled_and_changed_wherever_it_stands():
    """Otherwise the law of secrecy would pass for games in which nothing hidden ever differs."""

    def sight(vault):
        return {"mine": Sight.OWN, "seen": Sight.KNOWN}.get(vault.id, Sight.NOTHING)

    three = [Vault(id=name, gold=7) for name in ("mine", "seen", "hidden")]
    game = Vaults(
        listed=three, named={v.id: v for v in three}, nested={"all": copy_of(three)}, single=None
    )
    rules = SimpleNamespace(observer=lambda *_: sight)
    outcomes = {"listed": set(), "named": set(), "nested": set()}

    def law(other):
        places = {"listed": other.listed, "named": [*other.named.values()]}
        places["nested"] = other.nested["all"]
        for name, vaults in places.items():
            mine, near, *hidden = sorted(vaults, key=lambda v: ("mine", "seen", v.id).index(v.id))
            assert (mine.id, mine.gold, near.id) == ("mine", 7, "seen")
            outcomes[name].add({1: "kept", 0: "removed"}.get(len(hidden), "doubled"))
            outcomes[name].update({"gold of one that is seen"} if near.gold != 7 else ())
            outcomes[name].update("gold of one that is not" for v in hidden if v.gold != 7)

    Unbroken().explore(law, hidden_changes(game, "Ada", rules), examples=300)
    every = {"kept", "removed", "doubled", "gold of one that is seen", "gold of one that is not"}
    assert outcomes == dict.fromkeys(outcomes, every)


def test_an_entity_is_judged_by_its_marks_wherever_it_stands():
    def sight(vault):
        return {"mine": Sight.OWN, "seen": Sight.KNOWN}.get(vault.id, Sight.NOTHING)

    mine, visible, hidden = (Vault(id=name, gold=7) for name in ("mine", "seen", "hidden"))
    three = [mine, visible, hidden]
    game = Vaults(
        listed=three, named={v.id: v for v in three}, nested={"all": three}, single=hidden
    )
    known_part = known_game(game, sight)
    two = [Vault(id="mine", gold=7), Vault(id="seen", gold=0)]
    assert known_part.listed == two
    assert known_part.named == {"mine": two[0], "seen": two[1]}
    assert known_part.nested == {"all": two}
    assert known_part.single is None
    assert game.listed[2].gold == 7


def test_half_a_character_in_an_order_can_be_reported():
    variant = load_variant("event_horizon")
    turn = run_turn(variant.new_game(["Ada", "Brin"], seed=1), {"Ada": "NAME 1 A\ud800"})
    assert "A\ufffd" in canonical(turn.report("Ada").data).decode()
