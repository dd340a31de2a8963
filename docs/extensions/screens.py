"""The directive `screens`: screenshots of a server's pages, selected by kind.

    ```{screens} orders turn
    ```

`python -m tools.screenshots docs/_screens` makes them, with their titles in `screens.json`. Without
them, the page has a note instead.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

FOLDER = "_screens"
#: Width of a picture on the page, by the size of the screen.
WIDTHS = {"phone": "9rem", "tablet": "16rem", "screen": "22rem"}
ABSENT = "The pictures are missing: this site was built without Chromium."


class Screens(SphinxDirective):
    """Thumbnails of the pictures of some kinds, linked to the full size."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Return the figures, or a note if there are no pictures."""
        listed = Path(self.env.srcdir, FOLDER, "screens.json")
        if not listed.is_file():
            return [nodes.paragraph("", "", nodes.emphasis(ABSENT, ABSENT))]
        self.env.note_dependency(str(listed))
        kinds = self.arguments[0].split()
        screens = [s for s in json.loads(listed.read_text("utf-8")) if s["kind"] in kinds]
        if not screens:
            raise self.error(f"{listed} has no pictures of {' '.join(kinds)}")
        return [nodes.container("", *map(_figure, screens), classes=["screens"])]


def _figure(screen: Mapping[str, Any]) -> nodes.Node:
    image = nodes.image(uri=f"{FOLDER}/{screen['file']}", alt=screen["title"])
    image["width"] = WIDTHS[screen["size"]]
    link = nodes.reference("", "", image, refuri=f"_images/{screen['file']}")
    return nodes.figure("", link, nodes.caption("", screen["title"]))


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("screens", Screens)
    return {"parallel_read_safe": True}
