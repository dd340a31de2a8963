"""What pages are drawn with: the files beside them, read once, and no other file of the disk.

Pages name a file with a digest of its content in its address: `site.0123456789.css`. What is behind
such an address never changes, so browsers need not ask for it again.
"""

from __future__ import annotations

import hashlib
import mimetypes
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

from attrs import frozen
from litestar import Response, get

from horizons_host.server import faces
from horizons_host.server.games.access import nothing_here
from horizons_host.server.injected import Key

#: Who asks for a file by its plain name has a new one within this time after an upgrade.
_SECONDS = 300
_LASTING = "public, max-age=31536000, immutable"
_DIGITS = 10
#: How a script names another one beside it.
_IMPORT = re.compile(r"""(?<=["']\./)([a-z0-9_-]+\.js)(?=["'])""")
#: Files that pages share with reports and replays, which embed them: what each is made of.
_OF_REPORTS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "maps.css": tuple(
        ("horizons_core.report", part) for part in ("palette.css", "map.css", "figure.css")
    ),
    "battles.css": (("horizons_host", "replay.css"),),
    "battles.js": (("horizons_host", "replay.js"),),
    "theme.js": (("horizons_core.report", "theme.js"),),
    "zoom.js": (("horizons_core.report", "map.js"), ("horizons_host", "zoom_again.js")),
}


@frozen
class StaticFile:
    """A file, and the name that has its digest in it."""

    name: str
    content: bytes


@get("/static/{name:str}", sync_to_thread=True, include_in_schema=False)
def static_file(name: Key) -> Response[bytes]:
    """One of the files; raises NoGameError for every other name."""
    found = _by_name().get(name) or _by_plain_name().get(name)
    if found is None:
        raise nothing_here()
    kind, _ = mimetypes.guess_type(name)
    lasting = _LASTING if name == found.name else f"public, max-age={_SECONDS}"
    return Response(
        found.content,
        media_type=kind or "application/octet-stream",
        headers={"Cache-Control": lasting},
    )


def address_of(name: str) -> str:
    """Where a page finds the file of this name; raises KeyError if there is none."""
    return f"/static/{_by_plain_name()[name].name}"


@cache
def _by_name() -> Mapping[str, StaticFile]:
    return {one.name: one for one in _by_plain_name().values()}


@cache
def _by_plain_name() -> Mapping[str, StaticFile]:
    found = files("horizons_host.server").joinpath("static").iterdir()
    contents = {one.name: one.read_bytes() for one in found if one.is_file()}
    for name, parts in _OF_REPORTS.items():
        drawn = [files(package).joinpath("templates", part) for package, part in parts]
        contents[name] = b"".join(one.read_bytes() for one in drawn)
    palette = files("horizons_core.report").joinpath("templates", "palette.css").read_bytes()
    contents["site.css"] = palette + contents["site.css"] + faces.style_sheet()
    return {name: StaticFile(_named(name, contents), _linked(name, contents)) for name in contents}


def _named(name: str, contents: Mapping[str, bytes]) -> str:
    """The name with a digest of the file, and of all that it imports."""
    digest = hashlib.sha256()
    for one in _imported(name, contents, {}):
        digest.update(contents[one])
    stem, _, ending = name.rpartition(".")
    return f"{stem}.{digest.hexdigest()[:_DIGITS]}.{ending}"


def _imported(name: str, contents: Mapping[str, bytes], seen: dict[str, None]) -> Iterator[str]:
    """A file and those that it imports, and so on, each once, in a fixed order."""
    if name in seen:
        return
    seen[name] = None
    yield name
    if name.endswith(".js"):
        for other in sorted(set(_IMPORT.findall(contents[name].decode()))):
            yield from _imported(other, contents, seen)


def _linked(name: str, contents: Mapping[str, bytes]) -> bytes:
    """The file; a script imports others by their names with digests."""
    if not name.endswith(".js"):
        return contents[name]

    def linked(found: re.Match[str]) -> str:
        return _named(found[1], contents)

    return _IMPORT.sub(linked, contents[name].decode()).encode()
