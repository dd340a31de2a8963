"""Report sections about the reader's race, money and research."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from horizons_core.report import Section, Table, columns, number_column, text_column
from horizons_core.sums import int_sum, ordered_sum
from variants.starcluster.constants import MC
from variants.starcluster.view.figures import Data, compact, mc, money_change
from variants.starcluster.view.own_shapes import OpenTechnology, OwnProject, OwnTree, Price

OTHER = "Other"
_SUMS = (text_column("Account"), number_column("Lines", wide=True), number_column("MC"))
_LINES = (
    text_column("Phase", lambda entry: entry["phase"].replace("_", " "), choose=True),
    number_column("MC", lambda entry: money_change(entry["amount"] / MC)),
    text_column("What for", lambda entry: entry["reason"]),
)
_POOL = (
    text_column("Freighters for"),
    number_column("Served"),
    number_column("Of"),
)


def race(view: Data) -> Section:
    """The race's statistics, traits and modifiers."""
    cluster = f"You are player {view['number']}, and {view['home']} is your homeworld."
    end = f"The game ends after turn {view['end']}; your score is {view['score']:,}."
    return Section("race", "Your race", (), [*_words(view["race"]), cluster, end])


def _words(race: Data) -> Iterator[str]:
    traits = ", ".join(race["traits"]) or "no advantages"
    yield (
        f"{race['name']}: determination {race['determination']}, chauvinism {race['chauvinism']}, "
        f"militancy {race['militancy']}; {traits}; {race['spent']} of {race['points']} points "
        f"are spent; began with {race['short_range']} and {race['long_range']}."
    )
    changes = [
        f"{words} {race[part]:+d}"
        for part, words in (
            ("wealth", "Global Wealth Modifier"),
            ("wealth_of_systems", "Wealth Modifier of systems"),
            ("growth", "Global Growth Modifier"),
            ("habitability", "range of habitability"),
        )
        if race[part]
    ]
    changes += [
        f"{words} times {compact(race[part])}"
        for part, words in (
            ("research", "breakthroughs"),
            ("combat", "ratings in battle"),
            ("ship_price", "prices of units"),
            ("military_price", "prices of military units and defenses"),
        )
        if race[part] != 1
    ]
    if changes:
        yield f"Effects: {', '.join(changes)}."


#: Purposes of account lines, by the start of one of their clauses.
CAUSES = (
    ("SC-ECO-002", "Income of systems"),
    ("SC-EVT", "Economic events"),
    ("SC-SCI-005", "Upkeep of Science Centers"),
    ("SC-RDC-004", "Upkeep of R&D Centers"),
    ("SC-CGB-002", "Upkeep of ground bases"),
    ("SC-YRD-006", "Upkeep of units"),
    ("SC-GTN-002", "Dividends of the network"),
    ("SC-GTN", "Deposits and withdrawals"),
    ("SC-TRD", "Trade"),
    ("SC-BRK", "Liquidation"),
    ("SC-ECO-006", "Debts"),
    ("SC-ECO-005", "Projects"),
    ("SC-RES", "Projects"),
    ("SC-EL", "Projects"),
    ("SC-HULL", "Projects"),
    ("SC-RND", "Projects"),
    ("SC-COL", "Colonial assistance"),
    ("SC-LOG", "Freighters"),
    ("SC-YRD-004", "Repairs"),
    ("SC-YRD", "Units"),
    ("SC-DES", "Units"),
    ("SC-SCI", "Installations"),
    ("SC-RDC", "Installations"),
    ("SC-PDC", "Installations"),
    ("SC-CMS", "Installations"),
    ("SC-CGB", "Installations"),
    ("SC-INS", "Installations"),
    ("SC-DIP", "Diplomacy"),
    ("SC-ESP", "Espionage"),
)


def accounts(report: Data) -> Section:
    """The turn's money in sums and line by line, and the outlook for the next turn."""
    entries, money = report["ledger"], report["view"]["treasury"]
    total = ordered_sum(entry["amount"] for entry in entries) / MC
    sums: dict[str, list[int]] = {}
    for entry in entries:
        sums.setdefault(cause(entry), []).append(entry["amount"])
    rows = [("Treasury before", "", mc(money["treasury"] - total))]
    for purpose, amounts in sums.items():
        rows.append((purpose, str(len(amounts)), money_change(int_sum(amounts) / MC)))
    rows.append(("Treasury after", "", mc(money["treasury"])))
    tables = [Table(_SUMS, rows), Table.of(_LINES, entries, "Line by line")]
    return Section("treasury", "Treasury", tables, list(_outlook(money)))


def cause(entry: Data) -> str:
    """The purpose of a line of the account."""
    for start, words in CAUSES:
        if any(rule.startswith(start) for rule in entry["rules"]):
            return words
    return OTHER


def _outlook(money: Data) -> Iterator[str]:
    """Yield deposits, and the income and costs of a turn at present."""
    upkeep = ", ".join(f"{mc(row['MC'])} for {row['what']}" for row in money["upkeep"])
    bills = f"; upkeep: {upkeep}" if upkeep else ""
    yield f"Income per turn at present: {mc(money['gross'])} MC{bills}: {mc(money['net'])} net."
    if money["deposit"] or money["invests"]:
        standing_order = (
            "; you deposit as much as allowed every turn (MAX)" if money["invests"] else ""
        )
        roll = f"; its last roll was {money['dividend']}" if money["dividend"] else ""
        yield f"In the Galactic Trading Network: {mc(money['deposit'])} MC{roll}{standing_order}."
    if money["may_deposit"]:
        yield f"You may deposit {mc(money['may_deposit'])} MC more (SC-GTN-001)."
    if money["liquidate"]:
        yield f"Sold or suspended first: {', '.join(money['liquidate'])}."
    if money["penalty"] != "TIME":
        yield f"Suspended projects lose {money['penalty']}."
    if money["deficit"]:
        yield f"You owe {mc(money['deficit'])} MC."
    if money["desperate"]:
        yield "The treasury is in deficit: cover it with this turn's orders, or your empire falls."


def prices(view: Data) -> Section:
    """The prices of current orders."""
    table = Table.of(columns(Price, "order what MC"), view["prices"])
    return Section("prices", "Prices", [table])


def pool(view: Data) -> Section:
    """The Construction Pool: its freighters, needs and service (SC-LOG)."""
    facts = view["pool"]
    names = {
        "PU": ("blocks of 100 PU", facts["people"], facts["blocks"]),
        "SY": ("shipyards (SY)", facts["yards"], facts["yards_of"]),
        "SYM": ("mobile shipyards (SYM)", facts["mobile_yards"], facts["mobile_yards_of"]),
        "MS": ("machine shops (MS)", facts["shops"], facts["shops_of"]),
    }
    rows: list[Sequence[str]] = [
        ("expeditions and transfers", str(facts["bound"]), str(facts["bound"]))
    ] * bool(facts["bound"])
    for kind in facts["priority"]:
        purpose, served, required = names[kind]
        if required:
            rows.append((purpose, str(served), str(required)))
    notes = [
        f"{facts['freighters']} freighters, {facts['needed']} needed, {facts['spare']} to spare."
    ]
    if facts["convoy"]:
        notes.append("They sail in convoys, which need a quarter more freighters.")
    notes.append(f"They are assigned in this order: {', '.join(facts['priority'])}.")
    return Section("pool", "Construction Pool", [Table(_POOL, rows)], notes)


def research(view: Data) -> Section:
    """Projects, trees, and open technologies."""
    tables = [
        Table.of(PROJECTS, view["projects"], "Projects"),
        Table.of(_TREES, view["trees"], "Trees"),
        Table.of(_OPEN, view["open"], "Open for development"),
    ]
    notes = [
        f"Economic Level {view['el']}; Intelligence Rating {view['intelligence']}.",
        f"Developed: {' '.join(view['developed'])}.",
        f"Hulls that no longer need a prototype: {' '.join(view['hulls'])}.",
    ]
    if view["knots"]:
        notes.append(f"Broken knots: {' '.join(view['knots'])}.")
    if view["last_el"] is not None:
        notes.append(f"Your last EL project began in turn {view['last_el']}.")
    return Section("research", "Research and development", tables, notes, len(view["projects"]))


def _is_hard(project: Data) -> bool:
    return bool(project["breakthroughs"] or project["breakthroughs_of"] > 1)


def _breakthroughs(project: Data) -> str:
    needed = f"{project['breakthroughs']}/{project['breakthroughs_of']}"
    return needed if _is_hard(project) else ""


PROJECTS = columns(
    OwnProject,
    "name kind centers price turns least step chance",
    number_column("Had", _breakthroughs, hint="breakthroughs, of those needed"),
    "suspended",
)
_TREES = columns(OwnTree, "code name modifier level price special")
_OPEN = columns(OpenTechnology, "name tree level MC special")
