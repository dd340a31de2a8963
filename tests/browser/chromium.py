"""Where a Chromium is, for tests and benchmarks of pages: Playwright's own, or that of the system.

    python -m tests.browser.chromium

says where, and ends with status 1 where there is none.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # every run of tests asks whether there is one
    from playwright.sync_api import Browser

_SYSTEMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_CACHES = {"darwin": "Library/Caches/ms-playwright", "win32": "AppData/Local/ms-playwright"}
_OWN = ("chrome-linux*/chrome", "chrome-mac*/*.app/Contents/MacOS/*", "chrome-win*/chrome.exe")


def executable() -> str | None:
    """The program, or None where there is none."""
    folder = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    cache = Path.home() / _CACHES.get(sys.platform, ".cache/ms-playwright")
    places = sorted(Path(folder or cache).glob("chromium-*"))
    own = [str(path) for place in places for part in _OWN for path in place.glob(part)]
    found = [*own[-1:], *(path for name in _SYSTEMS if (path := shutil.which(name)))]
    return found[0] if found else None


def absence() -> str:
    """What to say where there is no Chromium; "" where there is one."""
    if executable():
        return ""
    return "there is no Chromium (python -m playwright install chromium, or the system's packages)"


@contextmanager
def launched() -> Iterator[Browser]:
    """A Chromium without a window; raises RuntimeError where there is none."""
    from playwright.sync_api import sync_playwright

    program = executable()
    if program is None:
        raise RuntimeError(absence())
    # A sandbox is not to be had by root, as whom containers run.
    sandbox = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=sandbox)
        yield browser
        browser.close()


if __name__ == "__main__":
    sys.stdout.write(f"{executable() or absence()}\n")
    sys.exit(executable() is None)
