"""Report sections about the money of a week."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.report import NameCell, Section, Table, number_column, text_column
from horizons_core.sums import int_sum, ordered_sum
from variants.campaign2e.constants import HUNDRED
from variants.campaign2e.report.sections import Data, change
from variants.campaign2e.view.fields import credits_of

#: Captions of ledger lines by their clause.
CAUSES = {
    "C2E-2.3-02": "Base income",
    "C2E-2.3-01": "Trade",
    "C2E-2.3-03": "Trade on lanes",
    "C2E-10.1-06": "Kept by neutral partners",
    "C2E-10.1-05": "Side deals",
    "C2E-6.2-02": "Taken by raiders",
    "C2E-6.2-03": "Gained by raids",
    "C2E-12.2.3-01": "Captures sold",
    "C2E-3.1-01": "Maintenance",
    "C2E-3.8-03": "Leases",
    "C2E-13.1-01": "Keels",
    "C2E-13.1-02": "Ships bought",
    "C2E-11.2-01": "Repairs",
    "C2E-4.4-01": "Spare parts",
    "C2E-4.2-01": "Starting capital",
    "C2E-4.1-02": "Starting forces",
    "C2E-2.5-02": "Payments between players",
    "C2E-1.6-05": "Supply loaded at neutral bases",
}
OTHER = "Other"
_HEADINGS = {
    "fuel": "for fuel",
    "crew": "for crews",
    "weaponry": "for weaponry",
    "surcharge": "at neutral bases",
    "owed": "owed before",
}
_SUMS = (text_column("Account"), number_column("Lines", wide=True), number_column("Credits"))
_LINES = (
    text_column("Step", lambda e: e["phase"].replace("_", " "), choose=True, wide=True),
    number_column("Credits", lambda entry: change(entry["amount"] / HUNDRED)),
    text_column("What for", lambda entry: NameCell(entry["reason"])),
)


def accounts(report: Data) -> Section:
    """Return the week's money: totals, then single lines."""
    entries = report["ledger"]
    view = report["view"]
    if not entries and not view["ships"]:
        return Section("accounts", "Accounts of the week")  # during the set-up
    total = ordered_sum(entry["amount"] for entry in entries) / HUNDRED
    sums: dict[str, list[int]] = {}
    for entry in entries:
        sums.setdefault(_cause(entry), []).append(entry["amount"])
    rows = [("Treasury before", "", credits_of(view["treasury"] - total))]
    for cause, amounts in sums.items():
        rows.append((cause, str(len(amounts)), change(int_sum(amounts) / HUNDRED)))
        if cause == CAUSES["C2E-3.1-01"]:
            rows += [(f"of it {words}", "", change(-paid)) for words, paid in _headings(report)]
    rows.append(("Treasury after", "", credits_of(view["treasury"])))
    tables = [
        Table(_SUMS, rows),
        Table.of(_LINES, entries, "Line by line" if entries else ""),
    ]
    return Section("accounts", "Accounts of the week", tables, _owed(view))


def _cause(entry: Data) -> str:
    return next((CAUSES[rule] for rule in entry["rules"] if rule in CAUSES), OTHER)


def _headings(report: Data) -> Sequence[tuple[str, float]]:
    """Return the maintenance paid by heading (C2E-3.1-01)."""
    payments: Data = next((e["data"] for e in report["events"] if e["code"] == "upkeep.paid"), {})
    amounts = ((words, float(payments.get(name, 0))) for name, words in _HEADINGS.items())
    return [(words, paid) for words, paid in amounts if paid]


def _owed(view: Data) -> list[str]:
    """Return notes on debts, and on next week's bills."""
    ships = view["ships"]
    owed = [(ship["name"], ship["owed"]) for ship in ships if ship["owed"]]
    notes = []
    if owed:
        listing = ", ".join(f"{name} {credits_of(amount)}" for name, amount in owed)
        total = ordered_sum(amount for _, amount in owed)
        notes.append(f"You owe {credits_of(total)} for {listing}: they count as out of supply.")
    by_heading = ", ".join(
        f"{credits_of(ordered_sum(ship['headings'][heading] for ship in ships))} {words}"
        for heading, words in list(_HEADINGS.items())[:3]
    )
    leases = ordered_sum(ship["upkeep"] for ship in ships if ship["leased"])
    total = ordered_sum(ship["upkeep"] for ship in ships)
    words = f"{by_heading}, {credits_of(leases)} for leases" if leases else by_heading
    notes.append(f"All ships cost {credits_of(total)} a week, undoubled: {words}.")
    access = [*view["access"], *(f"{name} (raided)" for name in view["raided"])]
    notes.append(f"Access to resources last week: {', '.join(access) or 'none'}.")
    return notes
