"""Finds a Chromium for tests and benchmarks of pages: Playwright's own, or the system's.

    python -m tests.browser.chromium

prints its path, and ends with status 1 if none is installed.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # every test run asks whether there is one
    from playwright.sync_api import Browser

_SYSTEMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_CACHES = {"darwin": "Library/Caches/ms-playwright", "win32": "AppData/Local/ms-playwright"}
_OWN = ("chrome-linux*/chrome", "chrome-mac*/*.app/Contents/MacOS/*", "chrome-win*/chrome.exe")


def executable() -> str | None:
    """Return the path of the program, or None."""
    folder = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    cache = Path.home() / _CACHES.get(sys.platform, ".cache/ms-playwright")
    places = sorted(Path(folder or cache).glob("chromium-*"))
    bundled = [str(path) for place in places for part in _OWN for path in place.glob(part)]
    candidates = [*bundled[-1:], *(path for name in _SYSTEMS if (path := shutil.which(name)))]
    return candidates[0] if candidates else None


def absence() -> str:
    """Return the message for a missing Chromium, or ""."""
    if executable():
        return ""
    return "there is no Chromium (python -m playwright install chromium, or the system's packages)"


@contextmanager
def launch() -> Iterator[Browser]:
    """A headless Chromium; raises RuntimeError if none is installed."""
    from playwright.sync_api import sync_playwright

    program = executable()
    if program is None:
        raise RuntimeError(absence())
    # Root, the user of containers, cannot have a sandbox.
    sandbox = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=sandbox)
        yield browser
        browser.close()


if __name__ == "__main__":
    sys.stdout.write(f"{executable() or absence()}\n")
    sys.exit(executable() is None)
