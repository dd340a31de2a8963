"""Orders that are made of choices alone: of every kind, and none is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache

from attrs import define, field

import horizons_core as hz
from horizons_core.model import Seat
from horizons_core.orders import Command, sample_order
from tests.effort import THOROUGH
from tests.variants.campaign2e import captured, commissioned, modular, reported, test_offers
from tests.variants.campaign2e.builders import campaign, fleet, run, variant
from tests.variants.campaign2e.test_works_at_random import beginning, damaged
from variants.campaign2e.designs.market import market
from variants.campaign2e.model import Allegiance, Campaign, ContactOrder, Keel
from variants.campaign2e.rules.setup_rounds import ALWAYS, ROUNDS

PLAYERS = ("Ada", "Brin", "Caro")
#: Turns of the game that is played with drawn orders; the first three are the set-up.
TURNS = 30 if THOROUGH else 3
#: Leaving the campaign is never suggested.
NOT_OFFERED = {"RESIGN"}
#: Orders that end a drawn game early, or stop its weeks.
_ENDING = {"END CAMPAIGN", "MANUAL", "DISBAND"}


def broken() -> Campaign:
    """Ada's ships are damaged, two are captures, and there are spares."""
    game = beginning()
    damaged(game, hz.Stream.from_key("choices"))
    game.empire("Ada").store("7,5").spares = {"B3/3": 2, "FTL/90": 1, "HULL": 2}
    return game


def proposing() -> Campaign:
    """Ada has a design before play, and there is an umpire."""
    game = campaign({(7, 5): {"owner": "Ada"}, (9, 9): {"owner": "Brin"}}, week=0)
    game.seats = [Seat(id="Uma", role="umpire")]
    game.empire("Ada").designs = {"My Heron": market()["Heron"]}
    return game


def siege() -> Campaign:
    """Ada holds Brin's world with landing ships and bombers, and keeps the peace elsewhere."""
    game = campaign(
        {
            (7, 7): {"owner": "Ada"},
            (7, 9): {"owner": "Brin", "controlled": "Ada"},
            (9, 9): {"allegiance": Allegiance.WAR_ZONE},
        }
    )
    fleet(game, "Ada", (7, 9), "g1", BM=2, CH=1, AL=1).engage = True
    fleet(game, "Ada", (9, 9), "g2", AL=2, CH=2)
    game.empire("Ada").visited = ["9,9"]
    return game


def supplying() -> Campaign:
    """Ada's cruiser is away from bases, with a leased supply ship; another one is at home."""
    game = campaign({(7, 7): {"owner": "Ada"}, (9, 9): {"owner": "Brin"}})
    fleet(game, "Ada", (7, 11), "g1", CH=1, AX=1)
    fleet(game, "Ada", (7, 7), "g2", AX=1)
    for ship in game.ships[1:]:
        ship.leased, ship.fuel, ship.crew, ship.weaponry = True, 2_000, 2_000, 1_600
    game.world("7,7").keels = [Keel(name="Hope", mass=90, type="CH")]
    return game


def by_hand() -> Campaign:
    """A battle waits for its result."""
    game = campaign({(3, 5): {"owner": "Ada"}, (9, 9): {"owner": "Brin"}})
    game.seats = [Seat(id="Uma", role="umpire")]
    for owner in ("Ada", "Brin"):
        fleet(game, owner, (3, 3), "one", CH=2).contact = ContactOrder(attack="ANY")
    waiting: Campaign = run(game, Ada="MANUAL one", Brin="MANUAL one").game
    return waiting


def swapped() -> Campaign:
    """Ada's modular ships have different modules."""
    game: Campaign = run(modular.modular(), Ada="SWAP Lancer-2 A PT/3").game
    return game


SITUATIONS: Mapping[str, Callable[[], Campaign]] = {
    "everyday": reported.situation,
    "broken": broken,
    "proposing": proposing,
    "siege": siege,
    "supplying": supplying,
    "by hand": by_hand,
    "swapped": swapped,
    "abroad": test_offers.abroad,
    "prize": captured.with_a_prize,
    "commissioned": commissioned.before_play,
}


@define
class DrawnOrders:
    """Drawn orders by keyword, and those that are refused, with the reasons."""

    given: Counter[str] = field(factory=Counter)
    refused: list[tuple[str, str]] = field(factory=list)

    def draw(self, game: Campaign, name: str, each: int) -> str:
        """Draw orders of each kind, and return them as a text."""
        view = variant().view(game, name)
        dice, lines = hz.Stream.from_key("choices", game.turn, name), []
        for command in _commands(view):
            for _ in range(each):
                line = sample_order([command], view, dice, variant()).line
                remarks = variant().check_orders(game, name, line) if line else []
                errors = [remark.message for remark in remarks if remark.severity == "error"]
                self.refused += [(line, message) for message in errors]
                self.given[command.keyword] += bool(line)
                if line and not errors and command.keyword not in _ENDING:
                    lines.append(line)
        return variant().order_text(lines)


def _commands(view: hz.View) -> Iterator[Command]:
    """Yield the commands of the round or the week; while it waits, only the umpire's."""
    for keyword, options in variant().order_options(view).items():
        in_round = not view["round"] or keyword in (*ROUNDS[view["round"]], *ALWAYS)
        if in_round and (not view["waits"] or keyword == "RESULT"):
            yield options.command


@cache
def drawn() -> DrawnOrders:
    """Orders drawn in all situations, and in a game that is played with them."""
    orders = DrawnOrders()
    for make in SITUATIONS.values():
        situation = make()
        for participant in situation.participants:
            orders.draw(situation, participant.id, 1)
    game: Campaign = variant().new_game(
        PLAYERS, seed=1, options={"setup": "orders"}, seats={"Uma": "umpire"}
    )
    for _ in range(TURNS):
        texts = {one.id: orders.draw(game, one.id, 1) for one in game.participants}
        game = hz.run_turn(game, texts, variant=variant()).game
    return orders


def test_no_order_of_choices_is_refused() -> None:
    assert drawn().refused == []


def test_every_kind_of_order_is_made_of_choices() -> None:
    assert {command.keyword for command in variant().commands} - {*drawn().given} == NOT_OFFERED
