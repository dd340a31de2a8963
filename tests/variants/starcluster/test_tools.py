"""The designer's help on the command line."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

import horizons_core as hz
from horizons_host.cli.main import cli
from horizons_host.cli.root import end_for, group_of
from tests.variants.starcluster.builders import variant

#: The design that the rulebook works out (SC-DES-005).
WORKED = "[S1(AA)0][Q1][Y1][Q1][(KKKKKKK)1][Bsa1][(GGG)1][Mg][(II)1(II)1]"


def design(*words: str) -> tuple[int, str]:
    """The exit status and the answer of `horizons starcluster design`."""
    result = CliRunner().invoke(group_of(variant()), ["design", *words])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        return end_for(result.exception) or 0, str(result.exception)
    return result.exit_code, result.output


@pytest.mark.rule("SC-DES-005", "SC-CBT-004", "SC-CBT-005", "SC-MOV-002")
def test_the_worked_design_has_the_figures_of_the_rulebook() -> None:
    status, output = design(WORKED, "--hull", "FGf")
    assert status == 0
    for figure in (
        "326.10 MC", "3.26 a turn", "22 HS of 17 to 22", "points      26",
        "Long 5, Short 12", "defense     0.2112", "6 in battle, 3 cruising",
    ):  # fmt: skip
        assert figure in output


def test_programs_get_the_same_as_json() -> None:
    status, output = design(WORKED, "--hull", "FGf", "--json")
    data = json.loads(output)["designs"][0]
    assert (status, data["list_price"], data["points"], data["faults"]) == (0, 326.1, 26.0, [])


def test_without_a_hull_all_are_told_that_it_fills() -> None:
    _, output = design("(SY)x6")
    assert [line.split()[0] for line in output.splitlines() if not line.startswith(" ")] == [
        "CL", "BS2", "FT2",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "words", "message"),
    [
        (WORKED.replace("Y1", "Y2"), ["--hull", "FGf"], "Y2 is not developed (character 15)"),
        (WORKED, ["--hull", "CL"], "CL needs EL 2"),
        (WORKED, ["--hull", "DD"], "22 HS are too few for DD"),
    ],
)
@pytest.mark.rule("SC-DES-004", "SC-DES-007")
def test_faults_are_told_with_their_places(text: str, words: list[str], message: str) -> None:
    status, output = design(text, *words)
    assert status == 1
    assert message in output


def test_an_el_and_generations_open_what_they_open() -> None:
    text = WORKED.replace("Y1", "Y2")
    assert design(text, "--hull", "FGf", "--generation", "2")[0] == 0
    assert design("(A)x29 (Q)x4 (I)x7", "--hull", "CL")[0] == 1
    assert design("(A)x29 (Q)x4 (I)x7", "--hull", "CL", "--el", "2")[0] == 0


@pytest.mark.parametrize(
    ("text", "words", "message"),
    [
        ("[S1][ZZ]", ["--hull", "DD"], "character 6"),
        ("[S1]", ["--hull", "DDD"], "there is no hull DDD"),
        ("(KKK)1", ["--hull", "DD"], "a weapon K takes 7 hull spaces"),
        ("(A)x900", [], "no hull holds 900 HS"),
        ("", [], "the design is empty"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(text: str, words: list[str], message: str) -> None:
    status, output = design(text, *words)
    assert status == 1
    assert message in output


def test_the_command_line_finds_the_tools_of_a_variant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hz, "variants", lambda: {"starcluster": variant().info})
    monkeypatch.setattr(hz, "load_variant", lambda _: variant())
    words = ["starcluster", "design", WORKED, "--hull", "FGf"]
    assert "326.10 MC" in CliRunner().invoke(cli, words).output
    assert "No such command" in CliRunner().invoke(cli, ["nosuch", "design"]).output
