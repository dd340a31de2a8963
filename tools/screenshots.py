"""Pictures of a server's pages, for the site: `python -m tools.screenshots docs/_screens`.

Starts a server with a game of each variant that bots have played for some turns, opens its pages in
a Chromium at the widths of a phone, a tablet and a screen, light and dark, and writes a PNG each,
with descriptions in `screens.json`. Without a Chromium it prints a message, and writes none.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import asdict, frozen
from playwright.sync_api import Page

from tests.browser.chromium import absence, launch
from tests.browser.grounds import Grounds, grounds
from tests.host.server.played import play_game

#: By variant: the bot of all players, the number of turns, and the options of the game.
GAMES = {
    "event_horizon": ("greedy", 9, {"side": 6}),
    "galaxy_g": ("conqueror", 9, {}),
    "far_horizons": ("settler", 6, {}),
    "campaign2e": ("raider", 5, {}),
    "starcluster": ("settler", 6, {}),
}
#: The game whose latest battle is shown.
FOUGHT = "event_horizon"
SIZES = {"phone": "a phone", "tablet": "a tablet", "screen": "a screen"}
COLOURS = ("light", "dark")
#: Limit of the height of a picture.
MAX_PIXELS = 2600


@frozen
class Kind:
    """A page: its address, its user, and its title.

    `{game}` in the address is the game's path, `{variant}` its variant, `{last}` its latest
    turn; `press` is a button that is pressed first.
    """

    path: str
    seat: str
    title: str
    press: str = ""


KINDS = {
    "front": Kind("/", "", "The front page"),
    "game": Kind("{game}", "Ada", "The game page of {variant}"),
    "overview": Kind("{game}/overview", "Ada", "The overview of a game of {variant}"),
    "turn": Kind("{game}/turns/{last}", "Ada", "A turn of {variant}"),
    "replay": Kind("{game}/replay", "Ada", "The replay of a game of {variant}"),
    "battle": Kind("{battle}", "Ada", "A battle of {variant}, shot by shot"),
    "trial": Kind("/battles/{name}", "", "The battle calculator of {variant}", "Calculate odds"),
    "charts": Kind("{game}/charts", "Ada", "Charts over the turns of {variant}"),
    "rules": Kind("/rules/{name}", "", "The rulebook of {variant}"),
    "desk": Kind("{game}/desk", "Cleo", "The gamemaster's desk in {variant}"),
}
_ABOUT_NO_GAME, _PUBLIC = {"front"}, {"front", "trial", "rules"}


@frozen
class Shot:
    """One picture: a page of one game, with its width and colours."""

    kind: str
    game: str
    size: str
    colours: str

    @property
    def file(self) -> str:
        """The name of the picture's file."""
        return "-".join(w for w in (self.kind, self.game, self.size, self.colours) if w) + ".png"


def _shots(text: str) -> list[Shot]:
    return [
        Shot(*("" if word == "-" else word for word in line.split()))
        for line in text.split("\n")
        if line.strip()
    ]


#: Pictures of the site.
SHOTS = _shots("""
    front    -              screen  light
    front    -              phone   dark
    game     event_horizon  screen  light
    game     galaxy_g       screen  dark
    game     far_horizons   tablet  light
    game     campaign2e     screen  light
    game     starcluster    screen  dark
    game     event_horizon  phone   dark
    game     starcluster    phone   light
    turn     event_horizon  screen  dark
    turn     galaxy_g       screen  light
    turn     far_horizons   phone   light
    turn     campaign2e     tablet  light
    turn     starcluster    screen  light
    replay   galaxy_g       screen  dark
    replay   far_horizons   screen  light
    replay   starcluster    phone   dark
    battle   event_horizon  screen  dark
    battle   event_horizon  phone   light
    trial    starcluster    tablet  light
    charts   galaxy_g       tablet  dark
    overview campaign2e     tablet  dark
    overview event_horizon  phone   light
    desk     far_horizons   screen  light
    rules    far_horizons   screen  light
    rules    campaign2e     phone   dark
""")


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the games, and photograph their pages."""
    options = _parser().parse_args(arguments)
    shutil.rmtree(options.folder, ignore_errors=True)
    if absence():
        print(f"The site is built without pictures of pages: {absence()}", file=sys.stderr)
        return 0
    options.folder.mkdir(parents=True)
    shots = [shot for shot in (all_shots() if options.all else SHOTS) if options.only in shot.file]
    with (
        tempfile.TemporaryDirectory(prefix="screens-") as data,
        launch() as chromium,
        grounds(Path(data) / "data", chromium) as ground,
    ):
        pictures = list(_take(ground, shots, options.folder, full_page=options.all))
        ground.calm()
    text = json.dumps(pictures, indent=1, ensure_ascii=False)
    (options.folder / "screens.json").write_text(f"{text}\n", "utf-8")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tools.screenshots", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the pictures go; it is emptied first")
    parser.add_argument("--all", action="store_true", help="every page at every width, long ones")
    parser.add_argument("--only", default="", metavar="WORD", help="those whose names hold this")
    return parser


def all_shots() -> list[Shot]:
    """Return every page of every game, at every width, in light and dark."""
    return [
        Shot(kind, game, size, colours)
        for kind in KINDS
        for game in ([""] if kind in _ABOUT_NO_GAME else [FOUGHT] if kind == "battle" else GAMES)
        for size in SIZES
        for colours in COLOURS
    ]


def _take(
    ground: Grounds, shots: Sequence[Shot], folder: Path, *, full_page: bool
) -> Iterator[dict[str, str]]:
    addresses: dict[str, dict[str, str]] = {}
    for shot in shots:
        if shot.game not in addresses:
            addresses[shot.game] = _play_game(ground, shot.game)
        names = addresses[shot.game]
        kind = KINDS[shot.kind]
        page = _page_for(ground, shot, kind)
        page.goto(kind.path.format_map(names))
        if kind.press:
            page.get_by_role("button", name=kind.press, exact=True).click()
        page.wait_for_load_state("networkidle")
        _write(page, folder / shot.file, is_full_page=full_page)
        page.context.close()
        title = kind.title.format_map(names)
        yield {
            **asdict(shot),
            "file": shot.file,
            "title": f"{title}: a {shot.size}, {shot.colours}",
        }


def _play_game(ground: Grounds, name: str) -> dict[str, str]:
    """Play a game with bots, if its own pages are needed; returns the names for paths."""
    import horizons_core as hz

    if not name:
        return {}
    bot, turns, options = GAMES[name]
    variant = hz.load_variant(name).info.title
    key = play_game(ground.site, name, turns, title=variant, bot=bot, options=options)
    names = {"name": name, "variant": variant, "game": f"/games/{key}", "last": str(turns)}
    return names | ({"battle": _battle(ground, key, turns)} if name == FOUGHT else {})


def _battle(ground: Grounds, key: str, turns: int) -> str:
    """Return the address of the game's latest battle that Ada saw."""
    page = ground.person("Ada")
    for turn in range(turns, 0, -1):
        page.goto(f"/games/{key}/turns/{turn}")
        links = page.locator(f"a[href*='/turns/{turn}/battles/']")
        if links.count():
            return links.first.get_attribute("href") or ""
    raise RuntimeError(f"no battle in {turns} turns of {FOUGHT}")


def _page_for(ground: Grounds, shot: Shot, kind: Kind) -> Page:
    sharp = {"device_scale_factor": 2} if shot.size == "phone" else {}
    settings = {"color_scheme": shot.colours, "reduced_motion": "reduce", **sharp}
    size = SIZES[shot.size]
    return (
        ground.person(kind.seat, size, **settings)
        if kind.seat
        else ground.stranger(size, **settings)
    )


def _write(page: Page, file: Path, *, is_full_page: bool) -> None:
    size = page.viewport_size
    assert size is not None
    if is_full_page:
        height = page.evaluate("document.documentElement.scrollHeight")
        size["height"] = min(max(height, size["height"]), MAX_PIXELS)
    page.screenshot(
        path=file, full_page=is_full_page, clip={"x": 0, "y": 0, **size}, animations="disabled"
    )


if __name__ == "__main__":
    sys.exit(main())
