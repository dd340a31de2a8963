"""The golden page of a report that has everything.

PYTHONPATH=../../.. python -m tests.variants.galaxy_g.page > golden/page.txt
"""

from __future__ import annotations

import sys

from tests.outlines import outline
from tests.variants.galaxy_g.test_reports import full_document
from variants.galaxy_g.report import FORM


def page() -> str:
    """The outline of the page."""
    return outline(FORM.html(full_document()))


if __name__ == "__main__":
    sys.stdout.write(page())
