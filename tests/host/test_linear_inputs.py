"""Work on anything from a stranger is linear: twice the input costs about twice the work."""

from __future__ import annotations

import json
import zipfile

import pytest

import horizons_core as hz
from horizons_core.combat import after_each_battle
from horizons_core.data_text import DataError, read_json, read_toml, read_yaml
from horizons_core.errors import HorizonsError
from horizons_core.plugins.data_mods import read_data_mod
from horizons_core.plugins.guides import guide_of
from horizons_core.scenarios import read_scenario
from horizons_host.files import FileError
from horizons_host.games.archive_check import unpacked
from horizons_host.games.order_texts import decoded
from horizons_host.mail.answers import AnswerPart, answers
from horizons_host.mail.bodies import mail_texts
from horizons_host.mail.headers import empty_message, read_head
from horizons_host.mail.limits import too_complex
from horizons_host.mail.order_sets import envelopes_of, sets_in
from horizons_host.server.security.requests import _demand_plain_text
from tests.work_counts import demand_linear

ENVELOPES = envelopes_of({name: info.envelope for name, info in hz.variants().items()})
SENDER = b"From: Ada <ada@players.example>\nMessage-ID: <one@players.example>\n"
#: Calls allowed for each byte of a mail.
MAX_CALLS = 50
FIELDS = {
    "References": [b"<a@b.example> ", b"<a@b.example>\n ", b"<", b"\xe9"],
    "From": [b"a@b.example, ", b"(", b'"', b"<"],
    "Subject": [b"=?utf-8?q?a?= ", b"re: ", b"\xe9 "],
    "Received": [b"; ", b"("],
    "Content-Type": [b"; a=b", b";\n a=b", b'"'],
    "X-Other": [b"a", b"a\nX-Other: b"],
}
BODIES = {
    "text/plain": [
        b"#GALAXY a b\n", b"#GALAXI a b\n", b"#GALAXY a b\n#END\n", b"\n", b"> \n", b"O TWOCOL\n",
        b"-- \n", b"a b c ",
    ],
    "text/plain; format=flowed": [b"a \n", b"> a \n", b">"],
    "text/html": [b"<p>a", b"<div>", b"<b><i>", b"<!--", b"&amp;", b"<br>", b"<a b=c", b"</p>"],
}  # fmt: skip


def mail(data: bytes) -> None:
    """Handle a mail until its order sets and the head of its answer are known."""
    head = read_head(data)
    (answer,) = answers([AnswerPart("ada@players.example", head.subject, "hello\n")], head, "")
    message = empty_message()
    message["Subject"], message["References"] = answer.subject, answer.thread
    bytes(message)
    if not too_complex(data):
        for body in mail_texts(data):
            sets_in(body.text, ENVELOPES)


def demand_mail(start: bytes, unit: bytes, end: bytes = b"", units: int = 100) -> None:
    """Assert that mails are read in linear time, with a bounded number of calls per byte."""
    demand_linear(lambda n: mail(start + unit * n + end), units, MAX_CALLS * len(unit))


@pytest.mark.parametrize(
    ("field", "unit"), [(field, unit) for field, units in FIELDS.items() for unit in units]
)
def test_a_field_of_a_mail(field, unit):
    start = SENDER + field.encode() + b": text/plain"
    demand_mail(start, unit, b"\n\nhello\n")


@pytest.mark.parametrize("unit", [b"a", b"=?", b"\xe9"])
def test_an_id_that_a_mail_names(unit):
    start = SENDER + b"References: <"
    demand_mail(start, unit, b"@b.example>\n\nhello\n", 400)


@pytest.mark.parametrize(
    ("kind", "unit"), [(kind, unit) for kind, units in BODIES.items() for unit in units]
)
def test_the_text_of_a_mail(kind, unit):
    start = SENDER + b"Content-Type: " + kind.encode() + b"\n\n#GALAXY alpha Ada\n"
    demand_mail(start, unit)


def test_the_parts_of_a_mail():
    start = SENDER + b'Content-Type: multipart/mixed; boundary="x"\n\n'
    demand_linear(lambda n: mail(start + b"--x\n\na\n" * n + b"--x--\n"), 80)


def test_blank_lines_behind_orders_cost_no_more_than_others():
    """Copying line by line would take hours here, and no count of calls would show it."""
    text = "#GALAXY alpha Ada\nO TWOCOL\n" + "\n" * 60_000
    (order_set,) = sets_in(text, ENVELOPES).sets
    assert order_set.text == "#GALAXY alpha Ada\nO TWOCOL\n"


def refused(function, *arguments):
    """The same, if a refusal is a valid answer, too."""
    try:
        function(*arguments)
    except HorizonsError:
        return


@pytest.mark.parametrize("unit", ["MOVE 1 NE\n", "\u201ca\u201d ", "\xad", '"', "\r"])
def test_an_order_text(unit):
    language = hz.load_variant("event_horizon").language

    def work(units):
        text, _ = decoded(("MOVE 1 NE\n" + unit * units).encode(), "a test")
        language.read(text)

    demand_linear(work, 60)


@pytest.mark.parametrize("unit", ["a=b&", "a=%20&", "&", "%"])
def test_a_form(unit):
    from urllib.parse import parse_qsl

    demand_linear(lambda n: _demand_plain_text(parse_qsl(unit * n)), 100)


@pytest.mark.parametrize("value", [{"a": "b"}, ["a"], "a", 1.5])
def test_a_body_of_json(value):
    def work(units):
        data = read_json(json.dumps({f"key{number}": value for number in range(units)}))
        _demand_plain_text([("the body", data)])

    demand_linear(work, 100)


@pytest.mark.parametrize("unit", ["k{n}: [1, two]\n", "- a\n", "a{n}: &x{n} b\n", "  "])
def test_a_yaml_file(unit):
    def work(units):
        refused(read_yaml, "".join(unit.format(n=number) for number in range(units)))

    demand_linear(work, 60)


@pytest.mark.parametrize("text", ["[{}a]", "{}a = 1", "k = {{ {}a = 1 }}", '[[{}"a"]]'])
@pytest.mark.parametrize("part", ["a.", '"a b". ', "'a' .", "a-1\t.\t"])
def test_a_key_of_toml_has_no_more_parts_than_mappings_may_be_in_one_another(text, part):
    with pytest.raises(DataError, match="more than 50"):
        read_toml(text.format(part * 200_000))  # tomllib would take minutes
    read_toml(text.format(part * 30))


@pytest.mark.parametrize("unit", ["k{n} = 1\n", "[t{n}]\nk = [1]\n", '"a.b{n}" = "x"\n'])
def test_a_mod_of_data(unit):
    def work(units):
        text = "".join(unit.format(n=number) for number in range(units))
        refused(read_toml, text)
        refused(read_data_mod, f'[mod]\nname = "m"\nvariant = "galaxy_g"\n{text}', "a test")

    demand_linear(work, 60)


def test_a_scenario_file():
    def work(units):
        read_scenario(
            {
                "scenario": "a test",
                "variant": "event_horizon",
                "players": ["Ada", "Brin"],
                "expect": [{"diagnostics": "Ada", "count": 0}] * units,
                "orders": [{"Ada": "MOVE 1 NE"}] * units,
            }
        )

    demand_linear(work, 40)


@pytest.mark.parametrize("name", sorted(hz.variants()))
def test_a_battle_file(name):
    variant = hz.load_variant(name)
    guide = guide_of(name).battle

    def side(part, units):
        if isinstance(part, list):
            return part[:1] * units
        return {key: side(v, units) if isinstance(v, list) else v for key, v in part.items()}

    def work(units):
        sides = {key: side(part, units) for key, part in guide["sides"].items()}
        with after_each_battle(lambda: None):
            refused(variant.battle, {**guide, "sides": sides})

    demand_linear(work, 30)


def test_the_files_of_an_archive(tmp_path):
    def work(units):
        with unpacked(tmp_path / f"{units}.zip"):
            pass

    for units in (30, 60):
        with zipfile.ZipFile(tmp_path / f"{units}.zip", "w") as packed:
            for number in range(units):
                packed.writestr(f"{number}.txt", "x")
    demand_linear(work, 30)


def test_an_archive_unpacks_to_no_more_than_a_multiple_of_its_size(tmp_path):
    path = tmp_path / "archive.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("zeros", bytes(25_000_000))
    with pytest.raises(FileError, match="too large"), unpacked(path):
        pass


def test_a_refusal_is_no_fault_of_the_program():
    with pytest.raises(DataError):
        read_yaml("a: [")
