"""The static files of pages, which are read from disk only once.

Pages refer to a file with a digest of its content in the name: `site.0123456789.css`. The content
of such an address never changes, so browsers may cache it forever. No other file is served.
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

from horizons_host.server.games.access import page_not_found
from horizons_host.server.pages import artwork
from horizons_host.server.security.requests import Key

#: Cache lifetime of a file requested by its plain name, which limits the delay after an upgrade.
_PLAIN_NAME_SECONDS = 300
#: Cache-Control of a file requested by its name with a digest.
_FOREVER = "public, max-age=31536000, immutable"
#: Hexadecimal digits of a digest in a name.
_DIGITS = 10
#: An import of another script in the same folder.
_IMPORT = re.compile(r"""(?<=["']\./)([a-z0-9_-]+\.js)(?=["'])""")
#: Files made from parts that reports and replays embed, too: package and template of each part.
_SHARED_WITH_REPORTS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "battles.css": (("horizons_host", "replay.css"),),
    "battles.js": (("horizons_host", "replay.js"),),
    "theme.js": (("horizons_core.report", "theme.js"),),
    "zoom.js": (("horizons_core.report", "map.js"), ("horizons_host", "zoom_again.js")),
}


@frozen
class StaticFile:
    """A file and its name with the digest."""

    name: str
    content: bytes


@get("/static/{name:str}", sync_to_thread=True, include_in_schema=False)
def static_file(name: Key) -> Response[bytes]:
    """Return a static file; raises NoGameError for any other name."""
    file = _by_name().get(name) or _by_plain_name().get(name)
    if file is None:
        raise page_not_found()
    kind, _ = mimetypes.guess_type(name)
    cache_control = _FOREVER if name == file.name else f"public, max-age={_PLAIN_NAME_SECONDS}"
    return Response(
        file.content,
        media_type=kind or "application/octet-stream",
        headers={"Cache-Control": cache_control},
    )


def static_path(name: str) -> str:
    """Return the path of the file with this plain name; raises KeyError if there is none."""
    return f"/static/{_by_plain_name()[name].name}"


def static_content(name: str) -> bytes:
    """Return the content of the file with this plain name; raises KeyError if there is none."""
    return _by_plain_name()[name].content


@cache
def _by_name() -> Mapping[str, StaticFile]:
    return {file.name: file for file in _by_plain_name().values()}


@cache
def _by_plain_name() -> Mapping[str, StaticFile]:
    entries = files("horizons_host.server").joinpath("static").iterdir()
    contents = {entry.name: entry.read_bytes() for entry in entries if entry.is_file()}
    for name, parts in _SHARED_WITH_REPORTS.items():
        sources = [files(package).joinpath("templates", part) for package, part in parts]
        contents[name] = b"".join(source.read_bytes() for source in sources)
    palette, maps, figures = (
        files("horizons_core.report").joinpath("templates", part).read_bytes()
        for part in ("palette.css", "map.css", "figure.css")
    )
    contents["site.css"] = palette + contents["site.css"] + artwork.style_sheet()
    contents["reports.css"] = maps + figures + contents["reports.css"]
    contents["game.css"] = contents["reports.css"] + contents["game.css"]
    return {
        name: StaticFile(_digest_name(name, contents), _with_digest_imports(name, contents))
        for name in contents
    }


def _digest_name(name: str, contents: Mapping[str, bytes]) -> str:
    """Return the name with a digest of the file, and of everything that it imports."""
    digest = hashlib.sha256()
    for imported in _imported(name, contents, {}):
        digest.update(contents[imported])
    stem, _, ending = name.rpartition(".")
    return f"{stem}.{digest.hexdigest()[:_DIGITS]}.{ending}"


def _imported(name: str, contents: Mapping[str, bytes], visited: dict[str, None]) -> Iterator[str]:
    """Yield a file and its imports, recursively, each once and in a fixed order."""
    if name in visited:
        return
    visited[name] = None
    yield name
    if name.endswith(".js"):
        for imported in sorted(set(_IMPORT.findall(contents[name].decode()))):
            yield from _imported(imported, contents, visited)


def _with_digest_imports(name: str, contents: Mapping[str, bytes]) -> bytes:
    """Return the content of a file, in which scripts import others by their names with digests."""
    if not name.endswith(".js"):
        return contents[name]

    def digest_name(match: re.Match[str]) -> str:
        return _digest_name(match[1], contents)

    return _IMPORT.sub(digest_name, contents[name].decode()).encode()
