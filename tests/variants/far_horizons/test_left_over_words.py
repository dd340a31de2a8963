"""An order with words left over is refused with them, in every section and for every command."""

from __future__ import annotations

import pytest

import horizons_core as hz
from tests.variants.far_horizons.playthrough import PLAYERS, STATE
from variants.far_horizons.model.orders import SECTIONS as SECTION_KINDS
from variants.far_horizons.orders.arguments import begins_order
from variants.far_horizons.orders.commands import COMMANDS
from variants.far_horizons.orders.sections import sections_of

VARIANT = hz.load_variant("far_horizons")
IN_1999 = hz.load_variant("far_horizons", ("engine_1999",))

#: An order by command, with a place for words behind the head of a message.
ORDERS = {
    "ALLY": "Ally SP Romulan",
    "AMBUSH": "Ambush 50",
    "ATTACK": "Attack SP Klingon",
    "AUTO": "Auto",
    "BASE": "Base 4 TR20 Mover, BAS High Guardian",
    "BATTLE": "Battle 15 10 10",
    "BUILD": "Build 5 PD",
    "CONTINUE": "Continue CL Guardian, 20",
    "DEEP": "Deep DD Dawson",
    "DESTROY": "Destroy TR4 Lollipop",
    "DEVELOP": "Develop 60 PL Mars",
    "DISBAND": "Disband PL Given Up",
    "ENEMY": "Enemy 7",
    "ENGAGE": "Engage 1",
    "ESTIMATE": "Estimate SP Klingon",
    "HAVEN": "Haven 15 10 11",
    "HIDE": "Hide",
    "HIJACK": "Hijack SP Klingon",
    "IBUILD": "Ibuild SP Romulan, 20 IU",
    "ICONTINUE": "Icontinue SP Romulan, BAS Hub, 100",
    "INSTALL": "Install 5 IU PL Mars",
    "INTERCEPT": "Intercept 50",
    "JUMP": "Jump TR1 Scout, 14 12 10",
    "LAND": "Land TR5 Filler, PL Earth",
    "MESSAGE": "Message SP Romulan{}\nPeace\nZZZ",
    "MOVE": "Move BAS Hub, 10 10 11",
    "NAME": "Name 14 12 10 1 PL Wayside",
    "NEUTRAL": "Neutral 3",
    "ORBIT": "Orbit TR5 Filler, 4",
    "PJUMP": "Pjump TR5 Filler, 12 10 10, BAS Hub",
    "PRODUCTION": "Production PL Earth",
    "RECYCLE": "Recycle CT Dragon",
    "REPAIR": "Repair FF Faithful, 3",
    "RESEARCH": "Research 50 ML",
    "SCAN": "Scan TR1 Icarus",
    "SEND": "Send 10 SP Romulan",
    "SHIPYARD": "Shipyard",
    "SUMMARY": "Summary",
    "TARGET": "Target 2",
    "TEACH": "Teach BI 20 SP Romulan",
    "TELESCOPE": "Telescope BAS Hub",
    "TERRAFORM": "Terraform PL Foul",
    "TRANSFER": "Transfer 5 CU PL Earth, TR20 Mover",
    "UNLOAD": "Unload TR20 Ark",
    "UPGRADE": "Upgrade DD Dawson",
    "VISITED": "Visited 18 10 10",
    "WITHDRAW": "Withdraw 20 40 50",
    "WORMHOLE": "Wormhole TR9 Hole",
}
#: Lines required before the orders of a section, and the first lines of blocks.
OPENINGS = {"PRODUCTION": "PRODUCTION PL Earth", "COMBAT": "BATTLE 15 10 10"}
OPENINGS["STRIKES"] = OPENINGS["COMBAT"]
SECTIONS = [kind.name for kind in SECTION_KINDS]


@pytest.fixture(scope="module")
def game():
    game = VARIANT.new_game(PLAYERS, seed=12)
    VARIANT.hook.horizons_scenario_state(game=game, state=STATE)
    return game


def with_words(section: str, words: str) -> tuple[str, list[int]]:
    """One order for each command of a section with words behind it, and the lines of these."""
    lines = [f"START {section}", *filter(None, [OPENINGS.get(section)])]
    commands = [c.keyword for c in COMMANDS if section in sections_of(c)]
    commands.sort(key=lambda keyword: keyword in ("HIDE", "PRODUCTION", "BATTLE"))
    places = []
    for keyword in commands:
        order = ORDERS[keyword]
        if keyword == "HIDE":
            lines += ["PRODUCTION PL Pit"] * (section == "PRODUCTION")
            order += " DD Dawson" * (section != "PRODUCTION")
        if keyword == "PRODUCTION":
            order = "Production PL Mars"
        places.append(len(lines) + 1)
        lines += (order.format(words) if "{}" in order else order + words).split("\n")
    return "\n".join([*lines, "END"]), places


def errors(game, text: str, variant=VARIANT) -> dict[int, hz.Diagnostic]:
    """The last error of each line."""
    errors = variant.check_orders(game, "Terrans", text)
    return {remark.line: remark for remark in errors if remark.severity == "error"}


def foreseen(game, text: str):
    """The results of the orders."""
    context = VARIANT.foresee(game, "Terrans", text).context
    return context.game.empires, context.game.letters, context.game.transactions


@pytest.mark.rule("FH-ORDER-022", "FH-CMD-015")
@pytest.mark.parametrize("section", SECTIONS)
def test_an_order_with_words_behind_it_is_refused_with_them(game, section):
    text, lines = with_words(section, ", please")
    mistakes = errors(game, text)
    assert sorted(mistakes) == lines
    assert {remark.words for remark in mistakes.values()} == {"please"}
    words = text.split("\n")
    for number in lines:
        words[number - 1] = ""
    words = [line for line in words if line not in ("Peace", "ZZZ")]
    assert foreseen(game, text) == foreseen(game, "\n".join(words))


@pytest.mark.rule("FH-ORDER-016", "FH-LAND-001")
@pytest.mark.parametrize("section", SECTIONS)
def test_comments_and_full_stops_are_no_words(game, section):
    plain = with_words(section, "")[0]
    assert all(remark.words != "please" for remark in errors(game, plain).values())
    for words in (" ; please", " ."):
        text = with_words(section, words)[0]
        assert errors(game, text).keys() == errors(game, plain).keys()


@pytest.mark.rule("FH-ORDER-022")
@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize("order", ["Res 50 MA", "BUILD 5 CU", "shipyard"])
def test_a_second_order_belongs_on_a_line_of_its_own(game, section, order):
    text, lines = with_words(section, f", {order}")
    mistakes = errors(game, text)
    assert sorted(mistakes) == lines
    for remark in mistakes.values():
        assert (remark.code, remark.words) == ("too-many-words", order)
        assert remark.hint == f"write '{order}' on a line of its own"


@pytest.mark.parametrize(
    ("order", "words", "further"),
    [
        ("RES 50 MI RES 50 MA", "RES 50 MA", "RES 50 MA"),
        ("Res 10 BI and 20 LS", "and 20 LS", ""),
        ("Res 10 BI and build 5 PD", "and build 5 PD", "build 5 PD"),
        ("Build TR1 Two, 50 please", "please", ""),
        ("Build TR1 Two, Build 5 CU", "Build 5 CU", "Build 5 CU"),
        ("Build 5 PD please", "please", ""),
        ("Shipyard; Shipyard", "", ""),
    ],
)
def test_the_words_are_shown_and_the_order_among_them_told(game, order, words, further):
    unknown_places = errors(game, f"START PRODUCTION\nPRODUCTION PL Earth\n{order}\nEND").get(3)
    assert (unknown_places.words if unknown_places else "") == words
    assert not further or (
        unknown_places and unknown_places.hint == f"write '{further}' on a line of its own"
    )


@pytest.mark.parametrize("section", SECTIONS)
def test_the_habits_of_1999_ignore_words_that_are_left_over(game, section):
    mistakes = errors(game, with_words(section, ", please")[0], IN_1999)
    assert {r.message.split(":")[0] for r in mistakes.values() if r.code == "too-many-words"} <= {
        "ALLY"
    }


@pytest.mark.rule("FH-CMD-015")
@pytest.mark.parametrize(
    ("start", "end", "words"),
    [
        ("START JUMPS", "END JUMPS", []),
        ("START JUMPS.", "END.", []),
        ("START JUMPS Visited 1 2 3", "END", ["Visited 1 2 3"]),
        ("START JUMPS", "END START STRIKES", ["START STRIKES"]),
    ],
)
def test_orders_behind_start_and_end_are_not_lost_in_silence(game, start, end, words):
    mistakes = errors(game, f"{start}\nVisited 18 10 10\n{end}")
    assert [remark.words for remark in mistakes.values()] == words


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.keyword)
def test_the_word_of_every_command_begins_an_order(command):
    for word in (command.keyword, command.keyword.lower(), command.keyword[:3]):
        assert begins_order(f"{word} 5 CU") is (word != "BAS")


@pytest.mark.rule("FH-MSG-002", "FH-CMD-015")
@pytest.mark.parametrize(
    ("end", "words"),
    [("ZZZ", []), ("  zzz.", []), ("ZZZ ; bye", []), ("ZZZ Auto", ["Auto"]), ("zzz, so", ["so"])],
)
def test_words_behind_the_end_of_a_message_are_not_lost_in_silence(game, end, words):
    text = f"START POST-ARRIVAL\nMessage SP Romulan\nPeace\n{end}\nAuto\nEND"
    mistakes = VARIANT.check_orders(game, "Terrans", text)
    assert [(r.line, r.code, r.words) for r in mistakes] == [
        (4, "too-many-words", w) for w in words
    ]
    assert errors(game, text, IN_1999) == {}


@pytest.mark.rule("FH-BUILD-005", "FH-BUILD-008")
@pytest.mark.parametrize(
    ("order", "unknown"),
    [
        ("Build 5 PD PL Mars", ""),
        ("Build 5 PD PL Mars please", "PL Mars please"),
        ("Build 5 PD TR20 Mover and TR5 Filler", "TR20 Mover and TR5 Filler"),
        ("Build 5 PD TR1 Later\nBuild TR1 Later", ""),
    ],
)
def test_a_destination_that_is_nothing_of_ones_own_is_told(game, order, unknown):
    text = f"START PRODUCTION\nPRODUCTION PL Earth\n{order}\nEND"
    errors = VARIANT.check_orders(game, "Terrans", text)
    remarks = [remark for remark in errors if remark.code == "unknown-destination"]
    assert [(r.severity, r.line) for r in remarks] == ([("warning", 3)] if unknown else [])
    assert all(unknown in remark.message for remark in remarks)
    codes = {remark.code for remark in IN_1999.check_orders(game, "Terrans", text)}
    assert "unknown-destination" not in codes
