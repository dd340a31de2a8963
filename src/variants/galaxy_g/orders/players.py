"""Orders that concern other races and the player: A, C, F, K, M, O, Q, W, Y, Z and messages."""

from __future__ import annotations

from horizons_core.orders import Argument, Command, Offers, number
from variants.galaxy_g import references
from variants.galaxy_g.constants import MAX_NUMBER, OPTIONS
from variants.galaxy_g.orders import offers
from variants.galaxy_g.orders.grammar import ORDERS, PLACE, RENAMES
from variants.galaxy_g.rules import diplomacy, names, settings, victory


def _target(choices: Offers) -> Argument:
    return Argument(
        find=references.race_or_planet,
        offers=choices,
        label="race or planet",
        things=("race", "planet"),
    )


PEACE = Command(
    keyword="A",
    rule="peace",
    phase=ORDERS,
    syntax=("A race", "A planet"),
    label="Make peace",
    group="Diplomacy",
    help="Makes peace with a race, or ends your GUARD or ATTACK on a planet.",
    example="A Drakh",
    mistake="A Nobody_at_all",
    arguments={"target": _target(offers.enemies)},
    rules=("GG-ORDA-001", "GG-ORDA-002"),
    run=diplomacy.peace,
    checks={"not_at_peace": diplomacy.not_at_peace},
)

RENAME_RACE = Command(
    keyword="C",
    rule="rename_race",
    phase=RENAMES,
    syntax=("C new-name",),
    label="Rename your race",
    group="Settings",
    help="Changes the name of your race, after all other orders.",
    example='C "Mutant Camels"',
    mistake="C Camels_of_the_far_far_east",
    arguments={"name": Argument(offers=offers.race_names, label="new name")},
    rules=("GG-ORDC-001",),
    run=names.rename_race,
    checks={"name": names.check_race_name},
)

FIND = Command(
    keyword="F",
    rule="find",
    phase=ORDERS,
    syntax=("F race",),
    label="Ask for an address",
    group="Diplomacy",
    help="Asks for the email address of a race; your report shows it.",
    example="F Drakh",
    mistake="F Nobody_at_all",
    arguments={"race": Argument(find=references.other_race, offers=offers.races, things=("race",))},
    rules=("GG-ORDF-001",),
    run=settings.find_address,
)

ALLY = Command(
    keyword="K",
    rule="ally",
    phase=ORDERS,
    forms=("K {target}", "K NO {other}", "K {target} {other}"),
    syntax=("K race", "K planet", "K NO race", "K NO planet"),
    label="Change your coalition",
    group="Diplomacy",
    help="Puts a race or planet on your coalition list, or takes it off.",
    example="K NO Drakh",
    mistake="K NO Nobody_at_all",
    arguments={
        "target": Argument(
            find=references.coalition_target,
            offers=offers.new_allies,
            label="race or planet to add",
            things=("race", "planet"),
        ),
        "other": Argument(
            find=references.race_or_planet,
            offers=offers.allies,
            optional=True,
            label="race or planet to remove",
            things=("race", "planet"),
        ),
    },
    rules=("GG-ORDK-001",),
    run=diplomacy.ally,
    checks={"on_list": diplomacy.on_list},
)

MAP_AREA = Command(
    keyword="M",
    rule="map_area",
    phase=ORDERS,
    syntax=("M x y size",),
    label="Choose the area of the map",
    group="Settings",
    help="Sets the square that your map shows: its top left corner and its size.",
    example="M 10 20 50",
    mistake="M 10 20 0.5",
    arguments={
        "x": Argument(PLACE, offers.place, label="x of the left side"),
        "y": Argument(PLACE, offers.place, label="y of the upper side"),
        "size": Argument(number(1, MAX_NUMBER), offers.size, label="length of a side"),
    },
    rules=("GG-ORDM-001",),
    run=settings.set_map_area,
)

OPTION = Command(
    keyword="O",
    rule="option",
    phase=ORDERS,
    forms=("O {choice}", "O NO {other}", "O {choice} {other}"),
    syntax=("O option", "O NO option"),
    label="Switch an option",
    group="Settings",
    help=f"Switches an option on or off: {', '.join(OPTIONS)}.",
    example="O NO UNDERSCORES",
    mistake="O TWOCOL UNDERSCORES",
    arguments={
        "choice": Argument(offers=offers.options(on=False), label="option to switch on"),
        "other": Argument(
            offers=offers.options(on=True), optional=True, label="option to switch off"
        ),
    },
    rules=("GG-ORDO-001", "GG-FLO-010"),
    run=settings.set_option,
    checks={"one_option": settings.one_option, "known_option": settings.known_option},
)

QUIT = Command(
    keyword="Q",
    rule="quit",
    phase=ORDERS,
    syntax=("Q your-race",),
    label="Leave the game",
    group="Settings",
    help="Leaves the game for good; the name of your race confirms it.",
    example="Q Zzyaxians",
    mistake="Q Nobody_at_all",
    arguments={"race": Argument(label="name of your race", help="Confirms the order.")},
    rules=("GG-ORDQ-001",),
    run=victory.quit_game,
    checks={"names_own_race": victory.names_own_race},
)

WAR = Command(
    keyword="W",
    rule="war",
    phase=ORDERS,
    syntax=("W race", "W planet"),
    label="Declare war, attack or guard",
    group="Diplomacy",
    help="Declares war on a race, ATTACK on another's planet, GUARD on your own.",
    example="W Drakh",
    mistake="W Nobody_at_all",
    arguments={"target": _target(offers.new_enemies)},
    rules=("GG-ORDW-001", "GG-ORDW-002"),
    run=diplomacy.war,
    checks={"not_declared": diplomacy.not_declared},
)

SET_PASSWORD = Command(
    keyword="Y",
    rule="set_password",
    phase=ORDERS,
    syntax=("Y [password]",),
    label="Set a password",
    group="Settings",
    help="Sets the password that your orders need from the next turn on, or removes it.",
    example="Y lark",
    mistake='Y "two words"',
    arguments={"password": Argument(optional=True, help="Leave it out to remove the password.")},
    rules=("GG-ORDY-001",),
    private=("password",),
    run=settings.set_password,
    checks={"password": settings.check_password},
)

SET_ADDRESS = Command(
    keyword="Z",
    rule="set_address",
    phase=ORDERS,
    syntax=("Z address",),
    label="Change your address",
    group="Settings",
    help="Changes the address for your reports, starting with this turn's.",
    example="Z ada@example.com",
    mistake="Z",
    arguments={"address": Argument(label="email address")},
    rules=("GG-ORDZ-001",),
    run=settings.set_address,
    checks={"address": settings.check_address},
)

MESSAGE = Command(
    keyword="@",
    rule="message",
    phase=ORDERS,
    forms=("@ [{races...}]\n{lines}\n@",),
    syntax=("@ [race ...], then lines of text, then @",),
    label="Send a message",
    group="Diplomacy",
    help="Sends a message to the races named, or to all; the next @ closes it.",
    example="@ Drakh\nYour ships; our planet?\n@",
    mistake="@ Nobody_at_all\nHello?\n@",
    arguments={
        "races": Argument(
            offers=offers.races,
            optional=True,
            label="recipients",
            help="Leave them out to write to all races.",
            things=("race",),
        ),
        "lines": Argument(bare=True, label="text"),
    },
    rules=("GG-MSG-001",),
    run=settings.send_message,
)

COMMANDS = (
    PEACE,
    RENAME_RACE,
    FIND,
    ALLY,
    MAP_AREA,
    OPTION,
    QUIT,
    WAR,
    SET_PASSWORD,
    SET_ADDRESS,
    MESSAGE,
)
