"""INVEST, WITHDRAW, LIQUIDATE, PENALTY, TRADE, GIVE and BID (SC-GTN, SC-BRK, SC-TRD)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.amounts import amount_of
from horizons_core.model import View
from horizons_core.orders import (
    Argument,
    Choice,
    Chosen,
    Command,
    Cost,
    OfferingRules,
    Range,
    one_of,
)
from variants.starcluster.constants import MC, TREASURY
from variants.starcluster.model.empires import WAR
from variants.starcluster.model.systems import HOMEWORLD
from variants.starcluster.model.works import CHANCE, TIME
from variants.starcluster.orders.arguments import (
    choices_of_amount,
    chosen_rows,
    money_converter,
    money_in_hand,
    opposite_switches,
    own_systems,
    own_units,
    parse_switch,
)
from variants.starcluster.orders.diplomacy import DIPLOMACY, EMPIRE, contact_argument, contacts
from variants.starcluster.rules import bankruptcy, liquidation, trade
from variants.starcluster.technologies import technology
from variants.starcluster.view.model import spendable

MONEY = "Money"


def _deposits(view: View, _: Chosen, rules: OfferingRules) -> Sequence[Choice]:
    """Amounts that may be invested after this turn's income (SC-GTN-001)."""
    money = spendable(view, rules.economy)
    deposit = round(MC * view["treasury"]["deposit"])
    maximum = rules.economy.most_deposit(round(MC * money), deposit) / MC
    return choices_of_amount(trade.MAX, maximum)


def _withdrawals(view: View) -> Sequence[Choice]:
    return choices_of_amount(trade.ALL, view["treasury"]["deposit"])


def _projects_and_units(view: View) -> Sequence[str]:
    return [*(project["name"] for project in view["projects"]), *own_units(view)]


def _sum(view: View, _: Chosen, rules: OfferingRules) -> Range:
    return Range(1, int(money_in_hand(view, rules.economy)), cost=Cost(TREASURY, 1))


def _offers(view: View, chosen: Chosen) -> Sequence[str]:
    partners = chosen_rows(contacts(view), chosen, "empire")
    return opposite_switches(partner["offers_trade"] for partner in partners)


def _technologies(view: View) -> Sequence[str]:
    return [name for name in view["developed"] if technology(name)]


def _surveys(view: View) -> Sequence[str]:
    return [system["id"] for system in view["systems"] if system["surveyed"] is not None]


def _peaceful_colonies(view: View) -> set[str]:
    """The ids of the player's colonies where no troops of others have landed."""
    return {
        colony["id"]
        for colony in view["colonies"]
        if not any(
            force["owner"] != view.empire for p in colony["planets"] for force in p["troops"]
        )
    }


def _units(view: View) -> Sequence[str]:
    """Units that can be given away where they are."""
    embattled = set(own_systems(view)) - _peaceful_colonies(view)
    return [unit["name"] for unit in view["units"] if unit["at"] not in embattled]


def _colonies(view: View) -> Sequence[str]:
    """Colonies that can be given away: all but homeworlds."""
    homes = {system["id"] for system in view["systems"] if system["kind"] == HOMEWORLD}
    quiet = _peaceful_colonies(view) - homes
    return [id_ for id_ in own_systems(view) if id_ in quiet]


def _fallen_empires(view: View) -> Sequence[str]:
    return [estate["empire"] for estate in view["estates"]]


def _assets(view: View, chosen: Chosen) -> Sequence[str]:
    estates = chosen_rows(view["estates"], chosen, "empire", "empire")
    kinds = ("systems", "units", "technologies")
    return [asset for estate in estates for kind in kinds for asset in estate[kind]]


TREASURY_COMMANDS = (
    Command(
        keyword="INVEST",
        label="Invest",
        group=MONEY,
        rule="invest_money",
        phase="investment",
        syntax=("INVEST mc", "INVEST MAX"),
        help="Deposits money in the Galactic Trading Network, up to a tenth of the treasury.",
        example="INVEST 500",
        mistake="INVEST nothing",
        arguments={"amount": Argument(money_converter(trade.MAX), _deposits, label="MC")},
        rules=("SC-GTN-001",),
        run=trade.invest,
    ),
    Command(
        keyword="STANDING INVEST",
        label="Invest every turn",
        group=MONEY,
        rule="standing_invest",
        phase="orders",
        syntax=("STANDING INVEST MAX", "STANDING INVEST OFF"),
        help="Deposits as much as allowed every turn from now on, or stops doing so.",
        example="STANDING INVEST MAX",
        mistake="STANDING INVEST 5",
        arguments={
            "amount": Argument(
                one_of(trade.MAX, "OFF"),
                lambda view: ["OFF" if view["treasury"]["invests"] else trade.MAX],
                label="how much",
            )
        },
        rules=("SC-GTN-001", "SC-ORD-002"),
        run=trade.set_standing,
    ),
    Command(
        keyword="WITHDRAW",
        label="Withdraw money",
        group=MONEY,
        rule="withdraw_money",
        phase="income",
        syntax=("WITHDRAW mc", "WITHDRAW ALL"),
        help="Withdraws money from the Galactic Trading Network, for a fee of a tenth.",
        example="WITHDRAW 100",
        mistake="WITHDRAW nothing",
        arguments={"amount": Argument(money_converter(trade.ALL), _withdrawals, label="MC")},
        rules=("SC-GTN-003",),
        run=trade.withdraw,
    ),
    Command(
        keyword="LIQUIDATE",
        label="Choose what to liquidate",
        group=MONEY,
        forms=("LIQUIDATE {thing...}",),
        rule="liquidate_things",
        phase="orders",
        syntax=("LIQUIDATE project-or-unit [project-or-unit] ...",),
        help="Sets which projects are suspended and which units are sold first to pay debts.",
        example="LIQUIDATE EL CON S2 HULL:BB",
        mistake="LIQUIDATE Nothing",
        arguments={
            "thing": Argument(offers=_projects_and_units, label="project or unit", things=("unit",))
        },
        rules=("SC-BRK-003", "SC-BRK-004", "SC-ORD-004"),
        run=liquidation.set_liquidation_list,
    ),
    Command(
        keyword="PENALTY",
        label="Choose the penalty",
        group=MONEY,
        rule="choose_penalty",
        phase="orders",
        syntax=("PENALTY CHANCE|TIME",),
        help="Sets what projects lose for each turn of suspension after the first.",
        example="PENALTY CHANCE",
        mistake="PENALTY NONE",
        arguments={
            "penalty": Argument(
                one_of(CHANCE, TIME),
                lambda view: [CHANCE if view["treasury"]["penalty"] == TIME else TIME],
            ),
        },
        rules=("SC-BRK-004", "SC-BRK-005"),
        run=liquidation.set_penalty,
    ),
    Command(
        keyword="TRADE",
        label="Offer trade",
        group=DIPLOMACY,
        rule="offer_trade",
        phase="diplomacy",
        syntax=("TRADE empire ON|OFF",),
        help="Offers trade to an empire; if both offer it, both gain.",
        example="TRADE Brin ON",
        mistake="TRADE Nobody ON",
        arguments={
            "empire": contact_argument(lambda _, contact, __: contact["stance"] != WAR),
            "switch": Argument(parse_switch, _offers, label="on or off"),
        },
        rules=("SC-TRD-001",),
        run=trade.offer_treaty,
    ),
    Command(
        keyword="GIVE",
        label="Give",
        group=DIPLOMACY,
        forms=(
            "GIVE {empire} MC {amount}",
            "GIVE {empire} TECH {technology}",
            "GIVE {empire} DATA {system}",
            "GIVE {empire} UNIT {unit}",
            "GIVE {empire} SYSTEM {place}",
        ),
        rule="give_something",
        phase="diplomacy",
        syntax=(
            "GIVE empire MC mc",
            "GIVE empire TECH technology",
            "GIVE empire DATA system",
            "GIVE empire UNIT unit",
            "GIVE empire SYSTEM system",
        ),
        help="Gives money, a technology, a survey, a unit or a colony to an empire you have met.",
        example="GIVE Brin MC 500",
        mistake="GIVE Nobody MC 500",
        arguments={
            "empire": EMPIRE,
            "amount": Argument(amount_of, _sum, optional=True, label="MC"),
            "technology": Argument(offers=_technologies, optional=True),
            "system": Argument(
                offers=_surveys,
                optional=True,
                label="survey of a system",
                things=("colony", "system"),
            ),
            "unit": Argument(offers=_units, optional=True, things=("unit",)),
            "place": Argument(offers=_colonies, optional=True, label="colony", things=("colony",)),
        },
        rules=("SC-TRD-002", "SC-RND-003"),
        run=trade.give,
    ),
    Command(
        keyword="BID",
        label="Bid",
        group=DIPLOMACY,
        rule="bid_for",
        phase="diplomacy",
        syntax=("BID empire asset mc",),
        help="Bids for an asset of an empire that fell last turn; the highest bidder pays for it.",
        example="BID Brin S2 500",
        mistake="BID Nobody S2 500",
        arguments={
            "empire": Argument(offers=_fallen_empires, label="fallen empire"),
            "asset": Argument(offers=_assets),
            "amount": Argument(amount_of, _sum, label="MC"),
        },
        rules=("SC-BRK-008",),
        run=bankruptcy.bid,
    ),
)
