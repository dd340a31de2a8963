"""Files written by people and programs: scenarios, battles, forms, house rules, engine files."""

from __future__ import annotations

import atexit
import json
import shutil
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from attrs import frozen

import horizons_core as hz
from horizons_core.plugins.data_mods import load_data_mod
from horizons_core.rng import Stream
from horizons_core.scenarios import load_scenario, run_scenario
from horizons_host.reports.odds import read_battle
from tests.fuzz.mutation import mutated_bytes, mutated_data, mutated_text
from tests.fuzz.running import refusal

ROOT = Path(__file__).parents[2]
VARIANTS = ("event_horizon", "galaxy_g", "far_horizons")


@cache
def folder() -> Path:
    """Return a folder for the files of this process, which is deleted at its end."""
    place = tempfile.mkdtemp(prefix="horizons-fuzz-")
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    return Path(place)


def mutate(text: str, stream: Stream, other_texts: Sequence[str]) -> bytes:
    """Return a YAML text with its data, words or bytes changed."""
    fate = stream.below(8)
    if fate < 4:
        data = mutated_data(yaml.safe_load(text), stream)
        return yaml.safe_dump(data, allow_unicode=True, sort_keys=False).encode()
    if fate < 7:
        return mutated_text(text, stream, other_texts).encode("utf-8", "replace")
    return mutated_bytes(text.encode(), stream)


def write(name: str, content: bytes) -> Path:
    """Write a file with this content."""
    path = folder() / name
    path.write_bytes(content)
    return path


@cache
def scenarios() -> list[str]:
    """Return all quick scenarios of the tests."""
    files = sorted(ROOT.glob("tests/scenarios/*/*.yaml"))
    return [text for file in files if len(text := file.read_text("utf-8")) < 4000]


def scenario(stream: Stream, tried: Callable[[object], None]) -> None:
    """A changed scenario is run or refused."""
    content = mutate(stream.choice(scenarios()), stream, scenarios())
    tried(content)
    path = write("case.yaml", content)
    refusal(lambda: run_scenario(load_scenario(path)), "case.yaml")


@cache
def battles() -> list[str]:
    """Return battles of all games, and a fleet's jump."""
    return [file.read_text("utf-8") for file in sorted(ROOT.glob("tests/fuzz/battles/*.yaml"))]


#: Battles of more ships are read but not fought.
MAX_SHIPS = 300


def battle(stream: Stream, tried: Callable[[object], None]) -> None:
    """A changed battle is fought or refused."""
    content = mutate(stream.choice(battles()), stream, battles())
    tried(content)
    path = write("case.yaml", content)
    refusal(lambda: _fought(path), "case.yaml")


def compile_battles() -> None:
    """Fight a battle of each game, and make a jump."""
    for content in battles():
        _fought(write("battle.yaml", content.encode()))


def _fought(path: Path) -> None:
    question = read_battle(path)
    if len(str(question.battle)) < 100 * MAX_SHIPS:
        record = question.variant.combat.resolve(question.battle, 1)
        hz.digest(record.to_dict())


@frozen
class Forms:
    """Set-up forms of Far Horizons as text and as JSON."""

    texts: Sequence[str]


@cache
def forms() -> Forms:
    """Return the forms that the players of the examples sent."""
    text = (ROOT / "examples/far_horizons/forms.txt").read_text("utf-8")
    json_forms = json.dumps([
        {"name": "Terrans", "homeworld": "Earth", "government": "Ruler", "type": "Democracy",
         "ML": 5, "GV": 4, "LS": 3, "BI": 3},
    ])  # fmt: skip
    return Forms([text, json_forms])


def options(stream: Stream, tried: Callable[[object], None]) -> None:
    """Changed options of a new game are accepted or refused."""
    name = stream.choice(VARIANTS)
    rules = hz.load_variant(name)
    options: dict[str, Any] = {option.name: option.default for option in rules.info.options}
    options = {key: options[key] for key in options if stream.below(3) == 0}
    if name == "far_horizons" and stream.below(2):
        texts = forms().texts
        options["forms"] = mutated_text(stream.choice(texts), stream, texts)
    options = mutated_data(options, stream) if options else {"x": 1}
    tried((name, options))
    refusal(lambda: rules.new_game(["Ada", "Brin"], seed=1, options=options))


@cache
def house_rules() -> list[str]:
    """Return house rules as data."""
    files = sorted([*ROOT.glob("examples/**/*.toml"), *ROOT.glob("tests/fuzz/mods/*.toml")])
    return [file.read_text("utf-8") for file in files if "[mod]" in file.read_text("utf-8")]


def mod(stream: Stream, tried: Callable[[object], None]) -> None:
    """A changed house rule in a file is loaded or refused."""
    content = mutated_text(stream.choice(house_rules()), stream, house_rules())
    tried(content)
    path = write("case.toml", content.encode("utf-8", "replace"))
    refusal(lambda: _load_mod(path))


def _load_mod(path: Path) -> None:
    info = load_data_mod(path).info
    rules = hz.load_variant(info.variant, [str(path)])
    rules.new_game(["Ada", "Brin"], seed=1)


@cache
def export() -> dict[str, str]:
    """Return the files of a small game for the engine of 1999."""
    rules = hz.load_variant("far_horizons", ("engine_1999",))
    game = hz.run_turn(rules.new_game(["Ada", "Brin"], seed=5), {}, variant=rules).game
    place = folder() / "export"
    rules.export_game(game, "engine-json", place)
    return {file.name: file.read_text("utf-8") for file in sorted(place.iterdir())}


def engine_files(stream: Stream, tried: Callable[[object], None]) -> None:
    """The engine's files, one of them changed, are imported or refused."""
    files = export()
    name = stream.choice(sorted(files))
    if stream.below(8) < 6:
        content = json.dumps(mutated_data(json.loads(files[name]), stream)).encode()
    else:
        content = mutated_bytes(files[name].encode(), stream)
    place = folder() / "import"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    for other, text in files.items():
        (place / other).write_bytes(content if other == name else text.encode())
    tried((name, content))
    refusal(lambda: _moved(place), *files, str(place))


def _moved(place: Path) -> None:
    rules = hz.load_variant("far_horizons", ("engine_1999",))
    game = rules.import_game("engine-json", place)
    opening = hz.opening(game, rules)
    for empire in game.empires:
        assert opening.report(empire.id).text
    hz.run_turn(game, {}, variant=rules)
