"""Pictures of a server's pages: the directive `screens` shows those of some kinds.

    ```{screens} orders turn
    ```

`python -m tools.screenshots docs/_screens` makes them, with `screens.json` to say what is on each;
where there are none, the page says so.
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
#: How wide a picture stands on the page, by what it shows.
WIDTHS = {"phone": "9rem", "tablet": "16rem", "screen": "22rem"}
ABSENT = "The pictures were left out: there was no Chromium where this site was built."


class Screens(SphinxDirective):
    """The pictures of some kinds of pages, each small, and a link to itself."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """The figures, or what is said in their place."""
        listed = Path(self.env.srcdir, FOLDER, "screens.json")
        if not listed.is_file():
            return [nodes.paragraph("", "", nodes.emphasis(ABSENT, ABSENT))]
        self.env.note_dependency(str(listed))
        kinds = self.arguments[0].split()
        found = [one for one in json.loads(listed.read_text("utf-8")) if one["kind"] in kinds]
        if not found:
            raise self.error(f"there are no pictures of {' '.join(kinds)} in {listed}")
        return [nodes.container("", *map(_figure, found), classes=["screens"])]


def _figure(shown: Mapping[str, Any]) -> nodes.Node:
    image = nodes.image(uri=f"{FOLDER}/{shown['file']}", alt=shown["title"])
    image["width"] = WIDTHS[shown["size"]]
    link = nodes.reference("", "", image, refuri=f"_images/{shown['file']}")
    return nodes.figure("", link, nodes.caption("", shown["title"]))


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("screens", Screens)
    return {"parallel_read_safe": True}
