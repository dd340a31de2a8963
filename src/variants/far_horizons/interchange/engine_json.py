"""Games in a folder of the engine's JSON export (version 1), in the engine's own layout."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from horizons_core.sums import int_sum
from variants.far_horizons.constants import PLAYERS
from variants.far_horizons.interchange.codecs import (
    LONG,
    Codec,
    ExportReferences,
    Node,
    integer,
    listing,
    load_file,
    one_of,
    record,
    same,
    text,
)
from variants.far_horizons.interchange.species import NAME, species_codec
from variants.far_horizons.interchange.stars import ChartedStar, check_stars, star_codec
from variants.far_horizons.model import Game, Sector, Species, Transaction
from variants.far_horizons.model.transactions import (
    MAX_TRANSACTIONS,
    SLOTS,
    TransactionKind,
    from_record,
    to_record,
)

#: Names of ships include their class, so they are longer than other names.
_MAX_LENGTH = 63
GALAXY, SYSTEMS, TRANSACTIONS_FILE = "galaxy.json", "systems.json", "transactions.json"


def format_json(value: Any) -> str:
    """Format a document in the layout of the engine's export, to the byte."""
    return f"{_value(value, 0)}\n"


def _value(value: Any, depth: int) -> str:
    if isinstance(value, dict):
        tabs = "\t" * (depth + 1)
        lines = [f'{tabs}"{key}":\t{_value(item, depth + 1)}' for key, item in value.items()]
        return "{\n" + ",\n".join(lines) + "\n" + "\t" * depth + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_value(item, depth + 1) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False)


_RECORD: Codec[dict[str, Any]] = record(
    {
        "type": (
            "type",
            one_of({int(kind): int(kind) for kind in TransactionKind}, "kind of transaction"),
        ),
        **{
            slot.name: (slot.name, text(_MAX_LENGTH) if slot.empty == "" else integer(-LONG, LONG))
            for slot in SLOTS
        },
    },
    lambda **fields: fields,
    same,
)
_TRANSACTION: Codec[Transaction] = Codec(
    lambda node: from_record(_RECORD.read(node)), lambda deal: _RECORD.write(to_record(deal))
)

#: All transactions of a turn so far.
TRANSACTIONS = listing(_TRANSACTION, MAX_TRANSACTIONS)


_GALAXY: Codec[dict[str, int]] = record(
    {
        "version": ("version", integer(1, 1)),
        "galaxy.turn_number": ("turn", integer()),
        "galaxy.num_species": ("species", integer(*PLAYERS)),
        "galaxy.d_num_species": ("planned_species", integer(0, PLAYERS[1])),
        "galaxy.radius": ("radius", integer(1, 127)),
    },
    lambda **fields: fields,
    same,
)


def species_file(number: int) -> str:
    """Return the name of a species' file."""
    return f"species.{number:03}.json"


def read_state(folder: Path | str) -> Game:
    """Read the game that the engine exported to this folder; species ids are their names.

    Raises SaveError, with file, place and remedy, for a missing, damaged or altered file.
    """
    folder = Path(folder)
    if not folder.is_dir():
        Node(None, str(folder)).fail("there is no such folder", "name the folder of an export")
    galaxy = _GALAXY.read(load_file(folder / GALAXY))
    files = _species_files(folder, galaxy["species"])
    systems = load_file(folder / SYSTEMS)
    atlas = ExportReferences(_ids(files), _orbits(systems))
    charted = _charted(systems, atlas)
    empires = [_species(node, number, atlas) for number, node in enumerate(files, 1)]
    for species in empires:
        species.visited = [c.star.id for c in charted if species.id in c.visited_by]
    return Game(
        variant="far_horizons",
        turn=galaxy["turn"],
        radius=galaxy["radius"],
        planned_species=galaxy["planned_species"],
        empires=empires,
        stars=[entry.star for entry in charted],
        transactions=_transactions(folder / TRANSACTIONS_FILE),
    )


def _species_files(folder: Path, count: int) -> list[Node]:
    files = [load_file(folder / species_file(number)) for number in range(1, count + 1)]
    known = {species_file(number) for number in range(1, count + 1)}
    strange = sorted(path.name for path in folder.glob("species.*.json") if path.name not in known)
    if strange:
        Node(None, strange[0]).fail(
            f"{GALAXY} knows {count} species only", "correct num_species there or remove this file"
        )
    return files


def _ids(files: list[Node]) -> tuple[str, ...]:
    nodes = [node.field("species").field("name") for node in files]
    ids = [NAME.read(node) for node in nodes]
    for number, node in enumerate(nodes):
        if ids[number] in ids[:number]:
            node.fail(f"another species is called '{ids[number]}'", "rename one of them")
    return tuple(ids)


def _orbits(systems: Node) -> dict[Sector, int]:
    """Return the number of planets of each star; the stars are read later in full."""
    orbits: dict[Sector, int] = {}
    for star in systems.field("systems").items():
        x, y, z = (integer().read(star.field(axis)) for axis in "xyz")
        orbits[x, y, z] = int_sum(1 for _ in star.field("planets").items())
    return orbits


def _charted(systems: Node, atlas: ExportReferences) -> list[ChartedStar]:
    charted = _systems_codec(atlas).read(systems)
    check_stars([entry.star for entry in charted], systems.field("systems"))
    return charted


def _systems_codec(atlas: ExportReferences) -> Codec[list[ChartedStar]]:
    return record(
        {
            "version": ("version", integer(1, 1)),
            "systems": ("charted", listing(star_codec(atlas))),
        },
        lambda **fields: fields["charted"],
        lambda charted: {"version": 1, "charted": charted},
    )


def _visits(game: Game) -> list[ChartedStar]:
    """Return the stars of a game, each with the species that have visited it."""
    visitors: dict[str, list[str]] = {star.id: [] for star in game.stars}
    for species in game.empires:
        for star in species.visited:
            visitors[star].append(species.id)
    return [ChartedStar(star, visitors[star.id]) for star in game.stars]


def _species(node: Node, number: int, atlas: ExportReferences) -> Species:
    planets = int_sum(1 for _ in node.field("named_planets").items())
    species = species_codec(atlas, planets).read(node)
    if species.number != number:
        node.field("species").field("id").fail(
            f"this is species {species.number}", f"the file's name says {number}"
        )
    if not species.colonies or species.colonies[0] is None:
        node.field("named_planets").fail(
            "the home planet is missing", "it is the first of the named planets"
        )
    return species


def _transactions(path: Path) -> list[Any]:
    return TRANSACTIONS.read(load_file(path)) if path.exists() else []


def documents(game: Game) -> dict[str, Any]:
    """Return the files of the export of a game: the JSON document of each name."""
    atlas = ExportReferences(tuple(species.id for species in game.empires), {})
    galaxy = {
        "version": 1,
        "turn": game.turn,
        "species": len(game.empires),
        "planned_species": game.planned_species,
        "radius": game.radius,
    }
    codec = species_codec(atlas, 0)
    return {
        GALAXY: _GALAXY.write(galaxy),
        SYSTEMS: _systems_codec(atlas).write(_visits(game)),
        **{species_file(species.number): codec.write(species) for species in game.empires},
        TRANSACTIONS_FILE: TRANSACTIONS.write(game.transactions),
    }


def write_state(game: Game, folder: Path | str) -> None:
    """Write the game into a folder as the engine would export it; `read_state` reads it back.

    The folder is created if it is missing.
    """
    write_documents(documents(game), Path(folder))


def write_documents(files: Mapping[str, Any], folder: Path) -> None:
    """Write the files of an export into a folder, which is created if it is missing."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, document in files.items():
        (folder / name).write_text(format_json(document), encoding="utf-8", newline="\n")
