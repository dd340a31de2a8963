"""Mistakes that authors of variants and house rules make, with their error messages."""

from __future__ import annotations

from attrs import field, frozen

#: A correct variant of one file, which each mistake changes.
MY_GAME = """\
from attrs import define, frozen

import horizons_core as hz
from horizons_core import hookimpl
from horizons_core.model import known
from horizons_core.orders import Argument, Range, Refusal, integer

DUG = hz.EventKind("dug", "You dug {ore} ore on rock {rock}.")


@define(kw_only=True)
class Rock(hz.World):
    ore: int = known(default=50)


@define(kw_only=True)
class Game(hz.Game):
    empires: list[hz.Empire] = known(factory=list)
    rocks: list[Rock] = known(factory=list)


@frozen
class Economy:
    accounts: tuple[str, ...] = ("ore",)
    wage: int = 2

    def share(self, rock):
        return min(self.wage, rock.ore)


def deep(context, empire, order):
    return Refusal("too-deep", "dig on rock 1 or 2") if order["rock"] > 2 else None


def dig(context, empire, order):
    rock = context.game.rocks[order["rock"] - 1]
    ore = context.variant.economy.share(rock)
    rock.ore -= ore
    context.post(empire, "ore", ore, "dug")
    context.emit(DUG, [empire.id], ore=ore, rock=rock.id)


DIG = hz.Command(
    "DIG",
    phase="digging",
    help="Digs.",
    example="DIG 1",
    mistake="DIG 9",
    arguments={"rock": Argument(integer(1, 9), offers=lambda view: Range(1, 2))},
    run=dig,
    checks={"deep": deep},
)


@hookimpl
def horizons_variant_info():
    turns = hz.Option("turns", int, 10, "how long it takes", 1, 99)
    return hz.VariantInfo("my_game", "My game", "1.0", "Digs.", game=Game, options=(turns,))


@hookimpl
def horizons_commands():
    return [DIG]


@hookimpl
def horizons_phases():
    return [hz.Phase("digging")]


@hookimpl
def horizons_economy():
    return Economy()


@hookimpl
def horizons_create_game(players, options, stream):
    empires = [hz.Empire(id=name, stock={"ore": 0}) for name in players]
    return Game(empires=empires, rocks=[Rock(id="1"), Rock(id="2")], options=options)
"""

#: A correct house rule, named `my_mod`.
MY_MOD = """\
import horizons_core as hz
from horizons_core import hookimpl
from horizons_core.orders import replaced_check, replaced_command, wrapped_command
from horizons_core.plugins import changes, wrapped_methods
from horizons_core.turn import replaced


@hookimpl
def horizons_mod_info():
    return hz.ModInfo("my_mod", "my_game", "My mod", "1.0", "Changes something.")
"""

ECONOMY = """

@hookimpl
def horizons_economy():
    import my_game
    return my_game.Economy(wage=5)
"""
PHASES = """

@hookimpl(wrapper=True)
def horizons_phases():
    return replaced((yield), "digging", hz.Phase("digging", lambda context: None))
"""
CHECK = """

@hookimpl(wrapper=True)
def horizons_commands():
    return replaced_check((yield), "DIG", "deep", lambda *_: None)
"""
METHODS = """

@hookimpl(wrapper=True)
def horizons_economy():
    return wrapped_methods((yield), shares=lambda inner, rock: 2 * inner(rock))
"""
PLATE = '[mod]\nname = "my_data"\nvariant = "my_game"\n'


ECONOMY_HOOK = """\
@hookimpl
def horizons_economy():
    return Economy()
"""
PROVIDED = """\
from horizons_core.plugins import provides

horizons_economy = provides("my_game:Economy", call=True)
"""
PHASES_HOOK = """\
@hookimpl
def horizons_phases():
"""
BOT = """\
class Digger:
    def orders(self, view):
        return "DIG 1"


@hookimpl
def horizons_bots():
    return {"digger": Digger()}


"""
VICTORY = """\
class Richest:
    def outcome(self, game):
        return None


@hookimpl
def horizons_victory():
    return Richest()


"""
VIEW = """\
from horizons_core.plugins.defaults import DefaultViewModel


class View:
    base = DefaultViewModel()
    observer, describe, hypothesize = base.observer, base.describe, base.hypothesize

    def map(self, view):
        return {"geometry": "hex", "places": [{"id": "1"}]}


@hookimpl
def horizons_view():
    return View()


"""
TOOL = """\
from horizons_core.plugins import Tool, ToolAnswer, ToolWord


def ore(deep):
    return ToolAnswer({}, [])


@hookimpl
def horizons_tools():
    return [Tool("ore", "Counts ore.", ore, [ToolWord("depth", "how deep")])]


"""
RESOLVER = """\

@hookimpl
def horizons_combat_resolver():
    return Resolver()


class Resolver:
    def battle(self, spec):
        return spec

    def resolve(self, battle, key, run=0):
        return None

    def simulate(self, battle, runs, key, threads=1):
        return None

"""
RICHER = """\
options=(turns,),
                          combat_protocol="my_game:GameCombat")


import typing

class GameCombat(typing.Protocol):
    def bomb(self, guns):
        ...
"""


@frozen
class Mistake:
    """A mistake as a change of the files' texts, with its message.

    `law` is the law of the contract that finds it; without one, loading does. `message`
    includes the hint, in brackets.
    """

    what: str
    message: str
    old: str = ""
    new: str = ""
    files: dict[str, str] = field(factory=dict)
    law: str = ""

    def __str__(self) -> str:
        return self.what

    def texts(self) -> dict[str, str]:
        """Return the files by name: the variant first, then mods in their order."""
        assert self.old in MY_GAME
        return {"my_game.py": MY_GAME.replace(self.old, self.new, 1), **self.files}


def mod(more: str, name: str = "my_mod") -> dict[str, str]:
    """Return a house rule that does more than its name plate."""
    return {f"{name}.py": MY_MOD.replace("my_mod", name) + more}


MISTAKES = (
    Mistake(
        "a hook that is misspelt",
        "my_game.py, line 71: there is no hook 'horizons_ecomony'\n"
        "(did you mean 'horizons_economy'?)",
        "def horizons_economy", "def horizons_ecomony",
    ),
    Mistake(
        "a hook that is not marked",
        "my_game.py, line 66: 'horizons_phases' is not marked as a hook\n"
        "(put @hookimpl above it)",
        "@hookimpl\ndef horizons_phases", "def horizons_phases",
    ),
    Mistake(
        "an argument that a hook does not get",
        "my_game.py, line 76: 'horizons_create_game' does not get an argument 'dice'\n"
        "(known: players, options, stream, variant)",
        "(players, options, stream)", "(players, options, dice)",
    ),
    Mistake(
        "an error in a hook",
        "my_game.py, line 68: horizons_phases: AttributeError: module 'horizons_core' "
        "has no attribute 'Phaze'\n"
        "(did you mean 'Phase'?)",
        "    return [hz.Phase(", "    return [hz.Phaze(",
    ),
    Mistake(
        "phases that are no list",
        "my_game.py, line 66: horizons_phases returns Phase(name='digging', run=None, "
        "title='', foreseeable=True, sequential=False), which is not a list\n"
        "(return a list, even for one item: [item])",
        'return [hz.Phase("digging")]', 'return hz.Phase("digging")',
    ),
    Mistake(
        "an error of syntax",
        "my_game.py, line 63: it cannot be imported: SyntaxError: '[' was never closed\n"
        "(fix that line)", "    return [DIG]", "    return [DIG"),
    Mistake(
        "a library that is not there",
        "my_game.py, line 3: it cannot be imported: ModuleNotFoundError: No module "
        "named 'horizons_cor'\n"
        "(install the package that provides 'horizons_cor', or fix the import)",
        "import horizons_core as hz", "import horizons_cor as hz",
    ),
    Mistake(
        "an order that names no grammar rule that there is",
        "my_game.py, line 45: order DIG is read by the grammar rule 'digg', which the "
        "grammar does not have\n"
        "(did you mean 'dig'?)",
        '    "DIG",\n', '    "DIG",\n    "digg",\n    grammar=\'dig: "DIG"i rock\\nrock: WORD\',\n',
    ),
    Mistake(
        "a grammar that is none",
        "my_game.py, line 63: the grammar of orders cannot be used: Unexpected token "
        "Token('_RPAR', ')') at line 2, column 17.\n"
        "(it is Lark text with a rule for each command)",
        '    "DIG",\n', '    "DIG",\n    "dig",\n    grammar=\'dig: "DIG"i rock)\\nrock: WORD\',\n',
    ),
    Mistake(
        "an argument of which the grammar knows nothing",
        "my_game.py, line 44: order DIG has an argument 'rock', which the grammar does "
        "not have\n"
        "(did you mean 'rocks'?)",
        '    "DIG",\n',
        '    "DIG",\n    "dig",\n    grammar=\'dig: "DIG"i rocks\\nrocks: WORD\',\n',
    ),
    Mistake(
        "an order without a phase",
        "my_game.py, line 44: order DIG has no phase that carries it out\n"
        "(write phase=..., one of: digging)", '    phase="digging",\n', ""),
    Mistake(
        "an order for a phase that is not there",
        "my_game.py, line 45: order DIG is for phase 'diging', which is not among the "
        "phases\n"
        "(did you mean 'digging'?)", 'phase="digging"', 'phase="diging"'),
    Mistake(
        "choices after a phase that is not there",
        "my_game.py, line 45: order DIG is for phase 'diging', which is not among the "
        "phases\n"
        "(did you mean 'digging'?)", 'phase="digging"', 'phase="digging", after="diging"'),
    Mistake(
        "two orders of one keyword",
        "my_game.py, line 44: two orders are called 'DIG'\n"
        "(rename one of them)", "return [DIG]", "return [DIG, DIG]"),
    Mistake(
        "a field that cannot be read back",
        "my_game.py, line 11: Rock.ore is a complex, which cannot be read back from a "
        "saved game\n"
        "(a game holds texts, numbers, lists, dicts, tuples and attrs classes)",
        "ore: int = known(default=50)", "ore: complex = known(default=50)",
    ),
    Mistake(
        "a field of two types",
        "my_game.py, line 11: Rock.ore has the type int | str, which cannot be read back from a "
        "saved game\n"
        "(a game holds texts, numbers, lists, dicts, tuples and attrs classes)",
        "ore: int = known(default=50)", "ore: int | str = known(default=50)",
    ),
    Mistake(
        "a default that all games share",
        "my_game.py, line 16: Game.rocks has a default that all games would share\n"
        "(write factory=list instead of default=...)",
        "rocks: list[Rock] = known(factory=list)", "rocks: list[Rock] = known(default=[])",
    ),
    Mistake(
        "a set in a game",
        "my_game.py, line 11: Rock.dug is a set, whose order differs between "
        "processes\n"
        "(use a list, or a dict with the items as keys)",
        "ore: int = known(default=50)", "dug: set[str] = known(factory=set)",
    ),
    Mistake(
        "a field of the game without a mark",
        "my_game.py, line 16: Game.season does not declare who may see it, so it "
        "stays hidden\n"
        "(write known(...), seen_from(Sight..., ...) or secret(...))",
        "rocks: list[Rock] = known(factory=list)",
        "rocks: list[Rock] = known(factory=list)\n    season: int = 0",
    ),
    Mistake(
        "a default that its option refuses",
        "my_game.py, line 57: a default is not valid: option 'turns' takes a whole number"
        " from 1 to 99, not 100\n"
        "(give it another default, or other limits)", "int, 10,", "int, 100,"),
    Mistake(
        "an economy without accounts",
        "my_game.py, line 22: horizons_economy: Economy has no 'accounts'\n"
        "(did you mean 'acounts'?)", "    accounts:", "    acounts:"),
    Mistake(
        "another version of Horizons",
        "my_game.py, line 55: my_game 1.0 needs Horizons >=9; this is 0.2.0\n"
        "(install another version of one of them)",
        "game=Game,", 'game=Game, requires_core=">=9",',
    ),
    Mistake(
        "a bot that is none",
        "my_game.py, line 66: horizons_bots: the bot 'digger': str has no 'orders'\n"
        "(give it 'orders')",
        "@hookimpl\ndef horizons_phases",
        '@hookimpl\ndef horizons_bots():\n    return {"digger": "DIG 1"}\n\n\n'
        "@hookimpl\ndef horizons_phases",
    ),
    Mistake(
        "a mod for another variant",
        "my_mod.py, line 8: mod 'my_mod' is for far_horizons, not for my_game\n"
        "(leave it out)",
        files={"my_mod.py": MY_MOD.replace("my_game", "far_horizons")},
    ),
    Mistake(
        "a mod that needs another one",
        "my_mod.py, line 8: mod 'my_mod' needs the mod 'big_rocks' before it\n"
        "(name both, in this order: big_rocks, my_mod)",
        files={
            "my_mod.py": MY_MOD.replace('something.")', 'something.", requires=("big_rocks",))')
        },
    ),
    Mistake(
        "two mods that replace the economy",
        "other_mod.py, line 13: the mods 'my_mod' and 'other_mod' both replace the answer"
        " of horizons_economy\n"
        "(leave one out, or let one of them wrap it instead of replacing it)",
        files=mod(ECONOMY) | mod(ECONOMY, "other_mod"),
    ),
    Mistake(
        "two mods that replace a phase",
        "other_mod.py, line 13: the mods 'my_mod' and 'other_mod' both replace the phase "
        "'digging'\n"
        "(leave one out, or let one of them wrap it instead of replacing it)",
        files=mod(PHASES) | mod(PHASES, "other_mod"),
    ),
    Mistake(
        "two mods that replace a check",
        "other_mod.py, line 13: the mods 'my_mod' and 'other_mod' both replace the check "
        "'deep' of the order DIG\n"
        "(leave one out, or let one of them wrap it instead of replacing it)",
        files=mod(CHECK) | mod(CHECK, "other_mod"),
    ),
    Mistake(
        "a check that is misspelt",
        "my_mod.py, line 15: horizons_commands: order DIG has no check 'deeep'\n"
        "(did you mean 'deep'?)", files=mod(CHECK.replace('"deep"', '"deeep"'))),
    Mistake(
        "a method that is misspelt",
        "my_mod.py, line 15: horizons_economy: Economy has no method 'shares'\n"
        "(did you mean 'share'?)", files=mod(METHODS)),
    Mistake(
        "a constant that is misspelt",
        "my_data.toml, line 5: [economy] has no constant 'wages'\n"
        "(did you mean 'wage'?)",
        files={"my_data.toml": PLATE + "[economy]\nwages = 3\n"},
    ),
    Mistake(
        "a constant of another kind",
        "my_data.toml, line 5: [economy]: wage is 2 in the rulebook and cannot be 'three'\n"
        "(write a whole number)",
        files={"my_data.toml": PLATE + '[economy]\nwage = "three"\n'},
    ),
    Mistake(
        "a hook that is misspelt, with provides",
        "my_game.py, line 73: there is no hook 'horizons_ecomony'\n"
        "(did you mean 'horizons_economy'?)",
        ECONOMY_HOOK, PROVIDED.replace("horizons_economy", "horizons_ecomony"),
    ),
    Mistake(
        "an object that is not where provides looks for it",
        "my_game.py, line 73: provides('my_game:Economi'): my_game has no 'Economi'\n"
        "(did you mean 'Economy'?)",
        ECONOMY_HOOK, PROVIDED.replace(":Economy", ":Economi"),
    ),
    Mistake(
        "an argument that a function does not get from provides",
        "my_game.py, line 76: 'horizons_economy' does not get an argument 'dice'\n"
        "(it has no arguments)",
        ECONOMY_HOOK,
        PROVIDED.replace(":Economy", ":economy") + "\n\ndef economy(dice):\n    return Economy()\n",
    ),
    Mistake(
        "an argument with a default, which a hook does not fill in",
        "my_game.py, line 76: 'horizons_create_game' never gets its argument 'stream', "
        "because that has a default\n"
        "(remove the default)",
        "(players, options, stream)", "(players, options, stream=None)",
    ),
    Mistake(
        "a class of hookimpl that needs arguments",
        "my_game.py, line 71: Rich is marked @hookimpl, but needs arguments\n"
        "(write a function with @hookimpl that returns an object of it)",
        ECONOMY_HOOK, "class Rich(Economy):\n    def __init__(self, wage):\n        pass\n\n\n"
        "horizons_economy = hookimpl(Rich)\n",
    ),
    Mistake(
        "a change without the answer that it changes",
        "my_mod.py, line 13: 'horizons_phases' gets the answer of the others as its only "
        "argument\n"
        "(write def horizons_phases(answer))",
        files=mod("\n\n@changes\ndef horizons_phases():\n    return []\n"),
    ),
    Mistake(
        "a wrapper without a yield",
        "my_mod.py, line 13: 'horizons_phases' wraps the answer of the others, but has no"
        " 'yield'\n"
        "(write answer = yield, and return the changed answer)",
        files=mod("\n\n@hookimpl(wrapper=True)\ndef horizons_phases():\n    return []\n"),
    ),
    Mistake(
        "a handler with too few arguments",
        "my_game.py, line 35: order DIG takes (context, order), but is called with "
        "(context, empire, order)\n"
        "(give it the arguments (context, empire, order))",
        "def dig(context, empire, order)", "def dig(context, order)",
    ),
    Mistake(
        "a check with other arguments",
        "my_game.py, line 31: the check 'deep' of order DIG takes (order), but is called "
        "with (context, empire, order)\n"
        "(give it the arguments (context, empire, order))",
        "def deep(context, empire, order)", "def deep(order)",
    ),
    Mistake(
        "a reference with too few arguments",
        "my_game.py, line 49: 'find' of the argument 'rock' of order DIG takes (context, "
        "order), but is called with (context, empire, order, argument)\n"
        "(give it the arguments (context, empire, order, argument))",
        "offers=lambda view: Range(1, 2)", "find=lambda context, order: 1",
    ),
    Mistake(
        "offers with too many arguments",
        "my_game.py, line 49: 'offers' of the argument 'rock' of order DIG takes (game, "
        "empire, view, chosen), but is called with (view, chosen, variant)\n"
        "(give it the arguments (view, chosen, variant))",
        "offers=lambda view: Range(1, 2)", "offers=lambda game, empire, view, chosen: Range(1, 2)",
    ),
    Mistake(
        "a test of a command with other arguments",
        "my_game.py, line 51: 'possible' of order DIG takes (view), but is called with "
        "(view, variant)\n"
        "(give it the arguments (view, variant))",
        "    run=dig,\n", "    run=dig,\n    possible=lambda view: True,\n",
    ),
    Mistake(
        "a phase with other arguments",
        "my_game.py, line 68: the phase 'digging' takes (game, orders), but is called "
        "with (context)\n"
        "(give it the arguments (context))",
        'hz.Phase("digging")', 'hz.Phase("digging", lambda game, orders: None)',
    ),
    Mistake(
        "a bot with other arguments",
        "my_game.py, line 67: horizons_bots: the bot 'digger': Digger.orders takes "
        "(view), but is called with (view, stream)\n"
        "(give it the arguments (view, stream))",
        PHASES_HOOK, BOT + PHASES_HOOK,
    ),
    Mistake(
        "a victory with other arguments",
        "my_game.py, line 67: horizons_victory: Richest.outcome takes (game), but is "
        "called with (game, turn)\n"
        "(give it the arguments (game, turn))",
        PHASES_HOOK, VICTORY + PHASES_HOOK,
    ),
    Mistake(
        "a view model without a map",
        "my_game.py, line 69: horizons_view: View has no 'map'\n"
        "(give it 'map')",
        PHASES_HOOK, VIEW.replace("def map", "def chart") + PHASES_HOOK,
    ),
    Mistake(
        "a map that cannot be drawn",
        "my_game.py, line 73: the map of Ada cannot be drawn: KeyError: 'empires'",
        PHASES_HOOK, VIEW + PHASES_HOOK,
        law="the_map_can_be_drawn",
    ),
    Mistake(
        "a tool that does not take its words",
        "my_game.py, line 69: the tool 'ore' takes (deep), but is called with (depth=...)\n"
        "(give it the arguments (depth))",
        PHASES_HOOK, TOOL + PHASES_HOOK,
    ),
    Mistake(
        "a resolver without a simulation",
        "my_game.py, line 72: horizons_combat_resolver: Resolver has no 'simulate'\n"
        "(did you mean 'simulated'?)",
        PHASES_HOOK, RESOLVER.replace("def simulate", "def simulated") + PHASES_HOOK,
    ),
    Mistake(
        "a resolver with other arguments",
        "my_game.py, line 76: horizons_combat_resolver: Resolver.resolve takes (battle, "
        "key), but is called with (battle, key, run=...)\n"
        "(give it the arguments (battle, key, run))",
        PHASES_HOOK, RESOLVER.replace("key, run=0", "key") + PHASES_HOOK,
    ),
    Mistake(
        "a richer method of a resolver with other arguments",
        "my_mod.py, line 27: horizons_combat_resolver: Resolver.bomb takes (guns, rock), "
        "but is called with (guns)\n"
        "(give it the arguments (guns))",
        "options=(turns,))\n", RICHER,
        files=mod(RESOLVER + "    def bomb(self, guns, rock):\n        return 0\n"),
    ),
    Mistake(
        "a richer method of a resolver that is misspelt",
        "my_mod.py, line 27: horizons_combat_resolver: games do not use Resolver.bombs\n"
        "(did you mean 'bomb'?)",
        "options=(turns,))\n", RICHER,
        files=mod(RESOLVER + "    def bombs(self, guns):\n        return 0\n"),
    ),
    Mistake(
        "an order of a role that is not there",
        "my_game.py, line 51: order DIG is for the role 'umpire', which the variant does "
        "not have\n"
        "(known: spectator)",
        "    run=dig,\n", '    run=dig,\n    roles=("umpire",),\n',
    ),
    Mistake(
        "a mod that sets an option that is not there",
        "my_mod.py, line 10: a mod sets an unknown option 'turn'\n"
        "(did you mean 'turns'?)",
        files={
            "my_mod.py": MY_MOD.replace('something.")', 'something.", defaults={"turn": 5})')
        },
    ),
    Mistake(
        "two mods of one name",
        "other_mod.py, line 8: two of the mods are called 'my_mod'\n"
        "(name each once)",
        files={"my_mod.py": MY_MOD, "other_mod.py": MY_MOD},
    ),
    Mistake(
        "a table of a data mod that is misspelt",
        "my_data.toml, line 4: unknown table [econmy]\n"
        "(did you mean 'economy'?)",
        files={"my_data.toml": PLATE + "[econmy]\nwage = 3\n"},
    ),
    Mistake(
        "a sentence that looks into its facts",
        "my_data.toml, line 5: [messages] dug: 'You dug {ore.real}.': {ore.real} is not "
        "the plain name of a fact\n"
        "(write {name})",
        files={"my_data.toml": PLATE + '[messages]\ndug = "You dug {ore.real}."\n'},
    ),
    Mistake(
        "a sentence that names unknown data",
        "turn 1: the phase 'digging' has a fault in my_game.py, line 40: event 'dug': its "
        "text names {orr}, which its data does not have\n"
        "(did you mean 'ore'?; nothing was changed)",
        "You dug {ore} ore", "You dug {orr} ore",
        law="the_same_game_and_orders_give_the_same_turn",
    ),
    Mistake(
        "an account that is not declared",
        "turn 1: the phase 'digging' has a fault in my_game.py, line 39: the economy has "
        "no account 'gold'\n"
        "(known: ore; accounts are declared in Economy.accounts; nothing was changed)",
        'post(empire, "ore"', 'post(empire, "gold"',
        law="the_same_game_and_orders_give_the_same_turn",
    ),
    Mistake(
        "an error in a phase",
        "turn 1: the phase 'digging' has a fault in my_game.py, line 37: ZeroDivisionError: "
        "integer division or modulo by zero\n"
        "(report it to the author of these rules; nothing was changed)",
        "ore = context.variant.economy.share(rock)", "ore = rock.ore // 0",
        law="the_same_game_and_orders_give_the_same_turn",
    ),
    Mistake(
        "an event whose audience is a text",
        "turn 1: the phase 'digging' has a fault in my_game.py, line 40: event 'dug': its "
        "audience is the text 'Ada'\n"
        "(put ids into a list: ['Ada']; nothing was changed)",
        "emit(DUG, [empire.id],", 'emit(DUG, "Ada",',
        law="the_same_game_and_orders_give_the_same_turn",
    ),
    Mistake(
        "two things of one id",
        "turn 1: the phase 'digging' in my_game.py, line 35 leaves the game in an "
        "impossible state: two of its rocks have the id '1'\n"
        "(give every new object its own id; nothing was changed)",
        "    rock.ore -= ore\n",
        '    rock.ore -= ore\n    context.game.rocks[1].id = "1"\n',
        law="the_same_game_and_orders_give_the_same_turn",
    ),
    Mistake(
        "a winner who is not in the game",
        "turn 1: the phase 'digging' in my_game.py, line 35 ends the game with the winner "
        "'Adda', who is not in it\n"
        "(did you mean 'Ada'?; nothing was changed)",
        "    rock.ore -= ore\n",
        "    rock.ore -= ore\n"
        '    context.game.outcome = hz.Outcome(winners=("Adda",), reason="", turn=1)\n',
        law="the_same_game_and_orders_give_the_same_turn",
    ),
    Mistake(
        "a field that nobody may see",
        "my_game.py, line 11: Rock.ore is known to nobody: mark it with known() or "
        "seen_from(...), or secret()",
        "ore: int = known(default=50)", "ore: int = 50",
        law="every_field_is_known_to_someone_or_marked_as_secret",
    ),
    Mistake(
        "an argument that offers nothing",
        "my_game.py, line 61: the bots random, idle give the same orders every turn: give"
        " the commands' arguments `offers` for the core's own bot, or write a bot "
        "(horizons_bots)",
        "Argument(integer(1, 9), offers=lambda view: Range(1, 2))", "integer(1, 9)",
        law="there_are_bots_that_play_differently",
    ),
)  # fmt: skip
