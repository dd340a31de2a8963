"""The site is accurate: links work, nothing is left out, and examples give their output."""

from __future__ import annotations

import ast
import re
import shutil
from functools import cache
from pathlib import Path

import pytest
import yaml

from horizons_core.plugins import load_variant
from horizons_core.scenarios import read_scenario, run_scenario
from tests.docs.pages import DOCS, FIRST_GAME, README, ROOT, blocks, pages, prose
from tests.docs.python_blocks import run_python
from tests.docs.sessions import disappointments, in_this_process

ONE_FILE = ROOT / "examples" / "one_file"

#: Modules that create remarks on orders.
SOURCES = (
    *(ROOT / "src" / "horizons_core" / "orders").glob("*.py"),
    *(ROOT / "src" / "horizons_core" / "turn").glob("*.py"),
    ROOT / "src" / "horizons_host" / "seats" / "missing_orders.py",
    ROOT / "src" / "horizons_host" / "games" / "turn_notes.py",
    *(ROOT / "src" / "variants").rglob("*.py"),
)

#: Position of the code among the arguments of functions that create remarks.
CODE_AT = {
    "Diagnostic": 1, "remark": 1, "fault": 0, "reject": 2, "Refusal": 0, "OrderRefused": 0,
    "note": 2, "adjust": 2, "counted": 0, "needed": 0, "_named": 0, "no_digit_first": 1,
    "refuse_act": 2,
}  # fmt: skip
CODE = re.compile(r"[a-z]+(-[a-z]+)*")


def links(page: Path) -> set[str]:
    """Return the targets of a page's links, without those to other sites."""
    targets = re.findall(r"\]\(([^)\s]+)\)", prose(page))
    return {link for link in targets if not re.match(r"[a-z]+:", link)}


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_links_lead_to_files(page):
    broken = [link for link in links(page) if not (page.parent / link.split("#")[0]).exists()]
    assert broken == []


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_references_lead_to_pages(page):
    named = re.findall(r"\{doc\}`([^`]+)`", page.read_text("utf-8"))
    assert [name for name in named if not (DOCS / f"{name.removeprefix('/')}.md").exists()] == []


def test_every_page_is_in_the_table_of_contents():
    contents = " ".join(block.text for block in blocks(DOCS / "index.md", "{toctree}")).split()
    listed = {word for word in contents if not word.startswith(":")}
    assert {page.stem for page in DOCS.glob("*.md")} - {"index"} <= listed


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_files_that_are_included_exist(page):
    named = re.findall(r"\{literalinclude\} (\S+)", page.read_text("utf-8"))
    assert [name for name in named if not (page.parent / name).is_file()] == []


# orders


def documented_codes() -> set[str]:
    texts = [page.read_text("utf-8") for page in DOCS.glob("orders*.md")]
    return {code for t in texts for code in re.findall(r"^\| `([a-z-]+)` \|", t, re.MULTILINE)}


@cache
def emitted_codes() -> set[str]:
    """Return the codes of all remarks that the core and the variants create."""
    codes = set()
    for path in SOURCES:
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call) and (at := CODE_AT.get(_called(call))) is not None:
                codes.update(_texts(call, at))
    return codes


def _called(call: ast.Call) -> str:
    function = call.func
    if isinstance(function, ast.Attribute) and function.attr == "note":
        holder = function.value
        if getattr(holder, "attr", getattr(holder, "id", "")) == "ledger":
            return ""  # a line of the ledger
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _texts(call: ast.Call, at: int) -> list[str]:
    named = [keyword.value for keyword in call.keywords if keyword.arg == "code"]
    argument = (named or call.args[at : at + 1] or [None])[0]
    value = argument.value if isinstance(argument, ast.Constant) else None
    return [value] if isinstance(value, str) and CODE.fullmatch(value) else []


def test_every_code_of_a_remark_is_documented_and_no_other():
    assert documented_codes() == emitted_codes()


def test_the_search_for_codes_finds_some_of_each_kind():
    some = {"unknown-order", "no-end", "game-over", "hull-too-small", "no-battle", "misspelt-name"}
    assert some <= emitted_codes()


#: The page of each variant's orders.
ORDER_PAGES = {
    "event_horizon": DOCS / "orders-event-horizon.md",
    "far_horizons": DOCS / "orders-far-horizons.md",
    "galaxy_g": DOCS / "orders-galaxy-g.md",
}
COMMANDS = [(name, command) for name in ORDER_PAGES for command in load_variant(name).commands]


@pytest.mark.parametrize(("name", "command"), COMMANDS, ids=lambda c: getattr(c, "keyword", c))
def test_every_order_is_documented(name, command):
    page = ORDER_PAGES[name]
    texts = [b.text for b in blocks(page, "text") if b.heading.split()[0] == command.keyword]
    assert len(texts) == 2, "the syntax, and examples"
    assert tuple(texts[0].splitlines()) == command.syntax
    read = load_variant(name).language.read(texts[1])
    assert read.diagnostics == []
    assert {order.keyword for order in read.orders} == {command.keyword}
    assert set(command.rules) & set(re.findall(r"[A-Z]{2}-[A-Z]+-\d+", page.read_text("utf-8")))


def test_every_order_of_campaign_has_its_syntax_on_the_page():
    """Its page is arranged by topic: a block of syntax, then examples."""
    lines = "\n".join(b.text for b in blocks(DOCS / "orders-campaign2e.md", "text")).splitlines()
    commands = load_variant("campaign2e").commands
    keywords = [command.keyword for command in commands]
    assert [k for k in keywords if not any(f"{line} ".startswith(f"{k} ") for line in lines)] == []


def test_the_set_of_orders_on_the_page_is_read_as_the_page_says():
    text = blocks(DOCS / "orders.md", "text")[0].text
    read = load_variant("event_horizon").language.read(text, game="first", empire="Ada")
    assert read.diagnostics == []
    assert [order.keyword for order in read.orders] == ["BUILD", "MOVE", "NAME"]
    assert read.header.password == "lark"


def test_the_set_of_orders_of_far_horizons_is_read_as_its_page_says():
    text = blocks(ORDER_PAGES["far_horizons"], "text")[0].text
    read = load_variant("far_horizons").language.read(text, game="rim", empire="Ada")
    assert read.diagnostics == []
    keywords = ["NAME", "INSTALL", "JUMP", "PRODUCTION", "BUILD", "RESEARCH"]
    assert [order.keyword for order in read.orders] == keywords


# examples on the pages


def test_the_gamemasters_journey_comes_out_as_it_is_shown(tmp_path):
    folder = shutil.copytree(FIRST_GAME, tmp_path / "first_game")
    faults = disappointments(DOCS / "tutorial-gamemaster.md", folder, in_this_process)
    assert not faults, "\n".join(faults)


# The README's Python is in test_readme.py; that of hooks.md is in test_hooks.py, as mods.
WITH_PYTHON = [p for p in pages() if p not in {README, DOCS / "hooks.md"} and blocks(p, "python")]


LONG = {DOCS / "tutorial-research.md"}


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=[pytest.mark.slow] * (page in LONG)) for page in WITH_PYTHON],
    ids=lambda page: page.name,
)
def test_the_python_of_a_page_runs(page, monkeypatch):
    monkeypatch.syspath_prepend(ONE_FILE)
    monkeypatch.chdir(ROOT)
    assert run_python(page) >= 1


@pytest.mark.parametrize("page", [DOCS / "scenarios.md"], ids=lambda page: page.name)
def test_the_scenarios_of_a_page_come_out_as_they_say(page):
    scenarios = [yaml.safe_load(block.text) for block in blocks(page, "yaml")]
    failures = [run_scenario(read_scenario(scenario)).failures for scenario in scenarios]
    assert failures == [()] * 5
