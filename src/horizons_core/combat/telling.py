"""Battle records as plain data: their shots in salvos, and all events in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any


def salvos(shots: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Join consecutive shots of one shooter at one target (as plain data) into salvos.

    Each salvo has `shooter`, `target`, `shots` (the number), `absorbed`, `damage`, `lost`,
    `destroyed`, `kills` (ships destroyed) and `round`; `hits` if known, `fates` if there are any.
    """
    current: dict[str, Any] | None = None
    for shot in shots:
        same = current is not None and all(
            current[part] == shot[part] for part in ("shooter", "target", "round")
        )
        if current is None or not same:
            if current is not None:
                yield current
            lost = list(shot.get("lost") or ())
            current = {**shot, "shots": shot.get("count", 1), "kills": kills(shot), "lost": lost}
            if "fate" in shot:
                current["fates"] = [shot["fate"]]
        else:
            current["shots"] += shot.get("count", 1)
            current["kills"] += kills(shot)
            current["absorbed"] += shot["absorbed"]
            current["damage"] += shot["damage"]
            current["lost"] += shot.get("lost") or ()
            current["destroyed"] |= shot["destroyed"]
            if "hits" in shot:
                current["hits"] = current.get("hits", 0) + shot["hits"]
            if "fate" in shot:
                current["fates"] = [*current.get("fates", ()), shot["fate"]]
    if current is not None:
        yield current


def kills(shot: Mapping[str, Any]) -> int:
    """Return the number of ships that a shot destroyed; a sum of shots may destroy several."""
    return int(shot.get("kills", shot["destroyed"]))


def steps(record: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the salvos and notes of a record, in chronological order."""
    shots, first = record["shots"], 0
    for note in record.get("notes", ()):
        yield from salvos(shots[first : note["at"]])
        yield dict(note)
        first = note["at"]
    yield from salvos(shots[first:])
