"""Every hook has an entry in docs/hooks.md, with its arguments and a working example."""

from __future__ import annotations

import ast
import inspect
import tempfile
import types
from pathlib import Path

import pytest

import horizons_core as hz
from horizons_core.errors import SaveError
from horizons_core.plugins import Variant, hooks, load_variant
from tests.docs.pages import DOCS, ROOT, blocks
from variants import event_horizon

PAGE = DOCS / "hooks.md"
HOOKS = {name: getattr(hooks, name) for name in vars(hooks) if name.startswith("horizons_")}
KINDS = {"provides", "gathers", "notice"}


def entry(hook: str) -> str:
    """Return the part of the page under the hook's heading."""
    parts = [part for part in PAGE.read_text("utf-8").split("\n### ") if f"`{hook}`\n" in part[:80]]
    assert len(parts) == 1, f"docs/hooks.md has {len(parts)} entries '### `{hook}`'"
    return parts[0].split("\n## ")[0]


def example(hook: str) -> types.ModuleType:
    """Return the example of a hook as a module of a mod."""
    examples = [block for block in blocks(PAGE, "python") if block.heading == hook]
    assert len(examples) == 1, f"{hook} has {len(examples)} examples"
    module = types.ModuleType(f"example_of_{hook}")
    exec(compile(examples[0].text, f"{PAGE}:{examples[0].line}", "exec"), vars(module))
    return module


def signature(hook: str) -> str:
    return f"{hook}{inspect.signature(HOOKS[hook])}".replace("'", "")


def kind(hook: str) -> str:
    if hook.rsplit("_", 1)[1] in {"started", "ended", "ready"}:
        return "notice"
    return "provides" if HOOKS[hook].horizons_spec["firstresult"] else "gathers"


@pytest.mark.parametrize("hook", HOOKS)
def test_the_entry_gives_the_exact_signature(hook):
    texts = [block.text.strip() for block in blocks(PAGE, "text") if block.heading == hook]
    assert texts == [signature(hook)]


@pytest.mark.parametrize("hook", HOOKS)
def test_the_entry_says_of_which_kind_it_is_and_who_calls_it(hook):
    rows = [line.split("|")[1].strip() for line in entry(hook).splitlines() if line.startswith("|")]
    assert rows[0] == kind(hook)
    assert {"called", "in a mod"} <= set(rows)


@pytest.mark.parametrize("hook", HOOKS)
def test_the_entry_names_and_explains_every_argument(hook):
    arguments = inspect.signature(HOOKS[hook]).parameters
    rows = [line for line in entry(hook).splitlines() if line.startswith("| arguments |")]
    assert len(rows) == bool(arguments)
    assert all(f"`{argument}`:" in rows[0] for argument in arguments)


def test_the_page_has_no_entry_for_a_hook_that_is_gone():
    headings = [line[5:-1] for line in PAGE.read_text("utf-8").splitlines() if line[:5] == "### `"]
    assert sorted(headings) == sorted(HOOKS)


@pytest.mark.parametrize("hook", [h for h in HOOKS if h != "horizons_variant_info"])
def test_a_turn_is_played_with_the_example(hook):
    mod = example(hook)
    info = hz.ModInfo("example", "event_horizon", "Example", "1.0.0", "From the page.")
    mod.__dict__.setdefault("horizons_mod_info", hz.hookimpl(lambda: info))
    assert hasattr(getattr(mod, hook), "horizons_impl")
    variant = Variant(event_horizon, [mod])
    game = variant.new_game(["Ada", "Brin"], seed=7)
    orders = "BUILD 2 0 1 0 0 Probe\nMOVE 1 E\n"
    assert variant.check_orders(game, "Ada", orders) == []
    turn = hz.run_turn(game, {"Ada": orders, "Brin": orders}, variant=variant)
    assert [len(turn.game.ships_of(name)) for name in ("Ada", "Brin")] == [3, 3]
    assert variant.invariants(turn.game) == []
    assert turn.report("Ada").text
    EFFECTS.get(hook, lambda *_: None)(variant, mod, turn)


def scuttled(variant, mod, turn):
    game = hz.run_turn(turn.game, {"Ada": "scuttle 2"}, variant=variant).game
    assert [ship.number for ship in game.ships_of("Ada")] == [1, 3]
    assert variant.check_orders(turn.game, "Ada", "SCUTTLE 99")[0].code == "unknown-ship"


def charged(variant, mod, turn):
    turn.game.ships[0].points = 0
    assert hz.run_turn(turn.game, {}, variant=variant).game.ships[0].points == 7


def rich(variant, mod, turn):
    stock = variant.new_game(["Ada", "Brin"], seed=7).empires[0].stock
    assert stock == {"hull": 40, "thruster": 16, "weapon": 16, "shield": 16}


def joined(variant, mod, turn):
    game = variant.join(turn.game, "Cleo")
    assert [ship.name for ship in game.ships_of("Cleo")] == ["Mothership"]
    assert (variant.invariants(game), game.empire("Cleo").stock["hull"]) == ([], 20)
    after = hz.run_turn(game, {"Cleo": "MOVE 1 E"}, variant=variant)
    assert after.diagnostics["Cleo"] == []


def snowed_in(variant, mod, turn):
    turn.game.turn = 4
    assert variant.view(turn.game, "Ada").stage == "building"
    assert "MOVE" not in variant.order_options(variant.view(turn.game, "Ada"))
    (remark,) = variant.check_orders(turn.game, "Ada", "BUILD 1 0 1 0 0\nMOVE 1 E")
    assert (remark.code, remark.line, remark.hint) == (
        "wrong-stage",
        2,
        "it counts in: ordinary turns",
    )


def unawaited(variant, mod, turn):
    turn.game.ships = [ship for ship in turn.game.ships if ship.owner == "Brin"]
    assert variant.awaited(turn.game) == ("Brin",)


def dated(variant, mod, turn):
    assert variant.turn_title(turn.game) == "Year 2402"


def short(variant, mod, turn):
    ship = {"hull": 40, "thrusters": 4, "weapons": 1, "shields": 4}
    battle = variant.battle({"sides": {"Ada": [ship], "Brin": [ship]}})
    assert variant.combat.resolve(battle, key=1).rounds <= 10


def mined_more(variant, mod, turn):
    game = variant.new_game(["Ada", "Brin"], seed=7)
    after = hz.run_turn(
        game, {}, variant=variant
    ).game  # homes have the value 5, motherships 4 thrusters
    assert after.empires[0].stock["hull"] - game.empires[0].stock["hull"] == 12


def in_german(variant, mod, turn):
    game = hz.run_turn(turn.game, {"Ada": "BAUE 1 0 1 0 0"}, variant=variant).game
    assert len(game.ships_of("Ada")) == 4


def won_by_the_rich(variant, mod, turn):
    turn.game.empires[1].stock["thruster"] = 99
    outcome = hz.run_turn(turn.game, {}, variant=variant).game.outcome
    assert (outcome.winners, outcome.reason) == (("Brin",), "fifty thrusters")


def launched(variant, mod, turn):
    assert next(e.text for e in turn.events if e.code == "ship.built").startswith("A yard launched")


def titled(variant, mod, turn):
    game = variant.new_game(["Ada", "Brin"], seed=7, name="mars")
    assert variant.map(variant.view(game, "Ada"))["title"].startswith("mars: ")


def signed(variant, mod, turn):
    assert turn.report("Ada").text.endswith("Write to the gamemaster.\n")


def settled(variant, mod, turn):
    assert sorted(variant.bots) == ["admiral", "greedy", "idle", "random", "settler"]
    orders = variant.bots["settler"].orders(variant.view(turn.game, "Ada"), hz.Stream(1))
    assert len(orders.splitlines()) == 3
    assert hz.run_turn(turn.game, {"Ada": orders}, variant=variant).diagnostics["Ada"] == []


def complained(variant, mod, turn):
    turn.game.ships[0].name = "x" * 61
    assert "Ada/1 has too many names" in variant.invariants(turn.game)


def refused(variant, mod, turn):
    data = hz.dump(turn.game)
    data["ships"][0]["name"] = "x" * 61
    with pytest.raises(SaveError, match="damaged: Ada/1 has too long a name"):
        hz.load(data, variant)


def arranged(variant, mod, turn):
    hook = variant.hook.horizons_scenario_state
    assert hook(game=turn.game, state={"all_empires_have": {"hull": 99}})
    assert [empire.stock["hull"] for empire in turn.game.empires] == [99, 99]
    assert hook(game=turn.game, state={"stock": {"Ada": {"hull": 1}}})
    assert [empire.stock["hull"] for empire in turn.game.empires] == [1, 99]


def ranked(variant, mod, turn):
    turn.game.empire("Brin").mapped["0,0"] = turn.game.empire("Brin").mapped["0,1"] = 1
    assert [rank.empire for rank in variant.ranking(turn.game)] == ["Brin", "Ada"]


def prolonged(variant, mod, turn):
    limit = turn.game.options["turn_limit"]
    for turns, expected in ((limit - 1, limit), (limit + 9, limit + 9)):
        assert variant.postpone_end(turn.game, turns)
        assert turn.game.options["turn_limit"] == expected


def tabled(variant, mod, turn):
    with tempfile.TemporaryDirectory() as folder:
        variant.export_game(turn.game, "hulls", Path(folder) / "tables")
        table = (Path(folder) / "tables" / "hulls.csv").read_text("utf-8").splitlines()
    assert table == ["empire,hulls", "Ada,39", "Brin,25"]


def calculated(variant, mod, turn):
    tool = variant.tools["hulls"]
    assert tool.run(stock=9, ships=4).lines == ["1 hulls are left"]
    assert not tool.run(stock=1, ships=1).fine


def noted(name, value):
    def check(variant, mod, turn):
        assert getattr(mod, name) == value

    return check


def counted(variant, mod, turn):
    assert mod.ships_after[1, "construction"] == 6
    assert mod.ships_after[1, "reports"] == 6


def record(variant, mod, turn):
    assert mod.happened["ship.built"] == 4


#: Hooks that a variant may omit.
OPTIONAL = {
    "horizons_mod_info", "horizons_formats", "horizons_postpone_end", "horizons_order_language",
    "horizons_messages", "horizons_join_game", "horizons_tools", "horizons_stage",
    "horizons_awaited", "horizons_turn_title",
}  # fmt: skip

#: The effect of each example, by hook.
EFFECTS = {
    "horizons_commands": scuttled,
    "horizons_order_language": in_german,
    "horizons_victory": won_by_the_rich,
    "horizons_messages": launched,
    "horizons_phases": charged,
    "horizons_create_game": rich,
    "horizons_stage": snowed_in,
    "horizons_awaited": unawaited,
    "horizons_turn_title": dated,
    "horizons_join_game": joined,
    "horizons_combat_resolver": short,
    "horizons_economy": mined_more,
    "horizons_view": titled,
    "horizons_report": signed,
    "horizons_bots": settled,
    "horizons_invariants": complained,
    "horizons_damage": refused,
    "horizons_scenario_state": arranged,
    "horizons_ranking": ranked,
    "horizons_postpone_end": prolonged,
    "horizons_formats": tabled,
    "horizons_tools": calculated,
    "horizons_turn_started": noted("orders_in", {1: {"Ada": 2, "Brin": 2}}),
    "horizons_phase_ended": counted,
    "horizons_turn_ended": record,
    "horizons_report_ready": noted("remarks", {"Ada": 0}),
}


def test_every_example_but_the_name_plates_is_seen_to_work():
    assert sorted([*EFFECTS, "horizons_variant_info", "horizons_mod_info"]) == sorted(HOOKS)


def test_the_example_of_a_variants_name_plate_is_one():
    info = Variant(example("horizons_variant_info")).info
    assert info.checked_options({}) == {"side": 6}


def implementations() -> set[str]:
    """Return the hooks that functions or assignments in `src` implement."""
    names = set()
    for path in (ROOT / "src").rglob("*.py"):
        if path.name == "hooks.py" or "scaffold" in path.parts:
            continue
        text = path.read_text("utf-8")
        if "hookimpl" not in text and "provides(" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and node.name in HOOKS:
                names.update({node.name} if _is_marked(node) else ())
            if isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("provides("):
                names.update(ast.unparse(target) for target in node.targets)
    return names


def _is_marked(node: ast.FunctionDef) -> bool:
    return any("hookimpl" in ast.unparse(decorator) for decorator in node.decorator_list)


def test_every_hook_has_a_real_use():
    assert implementations() == set(HOOKS)


def test_every_hook_that_provides_is_answered_by_event_horizon():
    implemented = {impl for impl in vars(event_horizon) if impl in HOOKS}
    provided = {hook for hook in HOOKS if kind(hook) != "notice"} - OPTIONAL
    assert implemented == provided
    assert load_variant("event_horizon", ["shared_mining"]).mods[0].name == "shared_mining"
