"""The syntax of order sets: frame, letters, parameters, comments, names, messages (GG-FMT)."""

from __future__ import annotations

import pytest

from horizons_core.model import folded
from horizons_host.mail.order_sets import sets_in
from horizons_host.seats.passwords import PasswordError, blank_password, check_password, hashed
from tests.quick_stores import quick_hashes
from tests.variants.galaxy_g.orders_tried import (
    VARIANT,
    ada,
    checked,
    codes,
    developed,
    events,
    example,
    examples,
    fleet_of,
    forgotten,
    goes_to,
    group,
    group_of,
    mistakes,
    names,
    orders,
    play,
    refuse,
    remarks,
    ships,
    small,
)


@pytest.fixture(scope="module", autouse=True)
def _quick_hashes():
    with quick_hashes():
        yield


FRAME = "#GALAXY alpha {race}\n{orders}\n#END\n"


def read(text: str, **names: str):
    return VARIANT.language.read(text, **names)


def order_texts(text: str) -> list[str]:
    """The orders of a text as they were written."""
    return [order.text for order in read(text).orders]


def area(turn) -> list[float]:
    """The map that Ada chose: a sign that an order was carried out."""
    map_area = ada(turn.game).area
    return [map_area.x, map_area.y, map_area.size]


# the frame


@pytest.mark.rule("GG-FMT-001")
def test_a_set_names_game_and_player():
    case = example("GG-FMT-001", 1)

    assert order_texts("\n".join(case.given["text"])) == case.expect["orders"]


@pytest.mark.rule("GG-FMT-001", "GG-FMT-007", "GG-FMT-008")
@pytest.mark.parametrize(
    "header",
    ["#GALAXY alpha Zzyaxians", "#galaxy ALPHA zzyaxians", "#GALAXY alpha Ada", "#Galaxy alpha ADA",
     '  #GALAXY "alpha"\t"Zzyaxians"', "#GALAXY alpha Ada lark", "#GALAXY alpha Ada ; turn 5",
     "> #GALAXY alpha Ada lark;my bird"],
)  # fmt: skip
@pytest.mark.parametrize("end", ["#END", "#end", " #End ; Yours, Ada", "#END of my orders"])
def test_the_race_s_and_the_player_s_name_open_a_set(header, end):
    turn = orders(developed(), f"{header}\nM 10 20 50\n{end}\nM 0 0 1")

    assert (codes(turn), area(turn)) == ([], [10, 20, 50])


@pytest.mark.rule("GG-FMT-008")
@pytest.mark.parametrize("name", ['"Mutant Camels"', "mutant_camels", '"MUTANT_camels"'])
def test_names_with_blanks_in_the_header(name):
    game = developed(Ada={"called": "Mutant Camels"})
    game.name = "The Long War"
    for title in ('"the long war"', "The_Long_War"):
        turn = orders(game, f"#GALAXY {title} {name}\nM 10 20 50\n#END")
        assert (codes(turn), area(turn)) == ([], [10, 20, 50])


@pytest.mark.rule("GG-FMT-001")
@pytest.mark.parametrize(
    "header",
    ["#GALAXI alpha Zzyaxians", "#GALAXYalpha Zzyaxians", "# GALAXY alpha Zzyaxians",
     "GALAXY alpha Zzyaxians", "$GALAXY alpha Zzyaxians", "#GALAXY Zzyaxians", "#GALAXY",
     "#GALAXY beta Zzyaxians", "#GALAXY alpha Zyaxians", "#GALAXY alpha Drakh",
     "#GALAXY alpha Ada lark extra", "#GALAXY my alpha Zzyaxians lark"],
)  # fmt: skip
def test_a_mistyped_header_voids_the_set_as_if_none_had_been_sent(header):
    turn = play(developed(), f"Dear host,\n{header}\nM 10 20 50\nS 1 12\n#END\n")
    (fault,) = remarks(turn)

    assert (fault.code, fault.severity, fault.line) == ("bad-header", "error", 2)
    assert "discarded" in fault.message
    assert fault.hint.startswith("write #GALAXY")
    assert area(turn) != [10, 20, 50]
    assert ada(turn.game).missed == 1


@pytest.mark.rule("GG-FMT-001")
def test_a_set_without_an_end_goes_to_the_end_of_the_text():
    turn = orders(developed(), "#GALAXY alpha Ada\nM 10 20 50\nS 1 12")

    assert (codes(turn), remarks(turn)[0].severity) == (["no-end"], "warning")
    assert (area(turn), goes_to(turn.game, 1)) == ([10, 20, 50], "12")


@pytest.mark.rule("GG-FMT-001", "GG-FMT-003")
def test_a_mail_without_a_header_holds_no_orders():
    case = example("GG-FMT-003", 2)

    settings = sets_in("\n".join(case.given["body"]), [VARIANT.info.envelope])
    assert [s.text for s in settings.sets] == case.expect["orders"]


@pytest.mark.rule("GG-FMT-003")
def test_what_stands_outside_of_the_frame_is_ignored():
    case = example("GG-FMT-003", 1)
    assert order_texts("\n".join(case.given["text"])) == case.expect["orders"]

    text = "S 1 12\n@\nAll of you: hello\n@\n" + FRAME.format(race="Ada", orders="M 10 20 50")
    turn = orders(developed(), text + "Send my love,\nAda\n@\nno message\n@")
    assert (codes(turn), area(turn), goes_to(turn.game, 1)) == ([], [10, 20, 50], "")
    assert events(turn, "message") == []


@pytest.mark.parametrize("case", examples("GG-FMT-002"))
def test_the_password_stands_behind_the_name(case):
    password, word = case.given["password"], case.given["given"]
    header = read(f"#GALAXY alpha Ada {word or ''}\n#END").header
    secret = hashed("Ada", password) if password else None

    def accepted() -> bool:
        try:
            check_password("Ada", secret, header.password, "#GALAXY")
        except PasswordError:
            return False
        return True

    assert accepted() == case.expect["accepted"]


@pytest.mark.rule("GG-FMT-002", "GG-FMT-007")
def test_a_password_may_be_written_in_capitals_and_a_wrong_one_is_refused():
    secret = hashed("Ada", "Lark")

    check_password("Ada", secret, "LARK", "#GALAXY")
    with pytest.raises(PasswordError, match="wrong password"):
        check_password("Ada", secret, "Larks", "#GALAXY")


@pytest.mark.rule("GG-FMT-002", "GG-FMT-005")
@pytest.mark.parametrize("line", ["#GALAXY alpha Ada lark ; a bird", ">  #GALAXY a b lark;a bird"])
def test_a_password_before_a_comment_is_not_kept(line):
    text = f"{line}\n#END"
    header = read(text).header

    assert header.password == "lark"
    assert "lark" not in blank_password(text, header)


# several sets


@pytest.mark.rule("GG-FMT-009")
def test_the_last_set_replaces_the_others():
    first, second = example("GG-FMT-009", 1).given["sets"]
    text = "".join(FRAME.format(race="Ada", orders="\n".join(lines)) for lines in (first, second))

    assert order_texts(text) == example("GG-FMT-009", 1).expect["used"]
    turn = orders(developed(), text)
    assert (codes(turn), remarks(turn)[0].severity) == (["several-sets"], "note")
    assert (area(turn), goes_to(turn.game, 1)) == ([0, 0, 50], "")


@pytest.mark.rule("GG-FMT-009", "GG-FMT-001")
@pytest.mark.parametrize("header", ["#GALAXY alpha Zyaxians", "#GALAXY beta Ada", "#GALAXY alpha"])
def test_a_later_set_with_a_wrong_header_does_not_replace_an_earlier_one(header):
    text = FRAME.format(race="Ada", orders="M 10 20 50") + f"{header}\nM 0 0 5\n#END\n"
    turn = orders(developed(), text)

    assert area(turn) == [10, 20, 50]
    assert [(r.severity, r.code, r.line) for r in remarks(turn)] == [
        ("note", "several-sets", 1),
        ("warning", "bad-header", 4),
    ]


@pytest.mark.rule("GG-FMT-009")
def test_a_later_mistyped_opening_is_text_behind_the_end():
    text = FRAME.format(race="Ada", orders="M 10 20 50") + "#GALAXI alpha Ada\nM 0 0 5\n#END\n"
    turn = orders(developed(), text)

    assert (codes(turn), area(turn)) == ([], [10, 20, 50])


# letters and parameters


@pytest.mark.parametrize("case", examples("GG-FMT-004"))
def test_the_first_letter_makes_the_order(case):
    assert [order.keyword for order in read(case.given["line"] + " 12").orders or read(
        case.given["line"]
    ).orders] == [case.expect["order"]]  # fmt: skip


@pytest.mark.rule("GG-FMT-004")
@pytest.mark.parametrize(
    "line",
    ["S 1 12", "s 1 12", "Send 1 12", "   send 1 12", "\tSCRAP 1 12", "Stop 1 12", "S-1 1 12"],
)
def test_the_rest_of_the_first_word_is_ignored(line):
    turn = orders(developed(), line)

    assert (codes(turn), goes_to(turn.game, 1)) == ([], "12")


@pytest.mark.rule("GG-FMT-004")
@pytest.mark.parametrize("line", ["1 S 12", "-- Ada", '"Send" 1 12', "!S 1 12", "Ünder 1 12"])
def test_a_line_that_begins_with_no_order_letter_is_a_mistake(line):
    refuse(developed(), line, ["unknown-order"])


@pytest.mark.parametrize("case", examples("GG-FMT-005"))
def test_parameters_are_divided_by_blanks_and_tabs(case):
    params = [list(order.arguments.values()) for order in read(case.given["line"]).orders]

    assert params == ([case.expect["params"]] if case.expect["params"] else [])


@pytest.mark.rule("GG-FMT-005")
@pytest.mark.parametrize(
    "line",
    ["S 1 12;quickly", "S 1 12 ; quickly; or not", ";\nS 1 12\n\n   \n;;; done",
     "  s \t 1\t\t12  ", "S 1 12\r\n; and\r\n", "S 1 12\rM 0 0 50\r", "> S 1 12", "> > S 1 12",
     "\ufeffS 1 12", "S\u00a01\u00a012", 'S "1" "12"', "S 1 12 4 ;5"],
)  # fmt: skip
def test_blanks_comments_and_line_ends_do_not_matter(line):
    turn = orders(developed(), line)

    assert codes(turn) == []
    assert "12" in {goes_to(turn.game, number) for number in ships(turn.game)}


@pytest.mark.rule("GG-FMT-005")
def test_a_semicolon_in_quotes_is_part_of_the_words():
    turn = orders(developed(), 'T Drone "My; Probe"')

    assert codes(turn) == ["bad-name"]
    assert remarks(turn)[0].words == "My; Probe"


@pytest.mark.parametrize("case", examples("GG-FMT-007"))
def test_capitals_and_small_letters_are_the_same(case):
    if "stored" in case.given:
        assert (folded(case.given["given"]) == folded(case.given["stored"])) is case.expect["match"]
        turn = orders(small(group(1, 3, "Drone", "12")), f"S 1 {case.given['given']}")
        assert goes_to(turn.game, 1) == case.given["stored"]
    else:
        game = small(group(1, 3, "Drone"), group(9, 3, "Drone"))
        assert goes_to(orders(game, f"S {case.given['given']} 12").game, 9) == "12"


@pytest.mark.rule("GG-FMT-007")
def test_keywords_in_any_case():
    game = developed()
    turn = orders(game, "p 12 driVe\no nO nameCase\nr 12 cOl 13\nl 2 cap\nd fLeet x\nk No ada")

    assert codes(turn) == ["not-on-list"]
    assert game.planet_named("12").routes == {}
    assert turn.game.planet_named("12").routes == {"COL": "13"}
    assert turn.game.planet_named("12").product == "DRIVE"
    assert not ada(turn.game).options["NAMECASE"]
    assert group_of(turn.game, 2).cargo == "CAP"
    assert names(ada(turn.game).fleets)[-1] == "x"


@pytest.mark.parametrize("case", examples("GG-FMT-008"))
def test_names_with_blanks_need_quotes_or_underscores(case):
    game = small(group(100, 3, "Drone", "12"))
    turn = orders(game, case.given["line"])

    if "params" in case.expect:
        number, name = case.expect["params"]
        assert codes(turn) == []
        assert goes_to(turn.game, int(number)) == name
    else:
        assert codes(turn) == [
            "bad-argument" if "Prime" in case.given["line"] else "too-many-words"
        ]
        assert case.expect["valid"] is (goes_to(turn.game, 100) != "")


@pytest.mark.rule("GG-FMT-008")
@pytest.mark.parametrize(
    ("line", "code"),
    [("S 1 12 4 5", "too-many-words"), ("S 1", "too-few-words"), ("S", "too-few-words"),
     ('S 1 "12', "unreadable"), ('S 1 "12""', "unreadable"), ("S 1 Zzyax Prime", "bad-argument"),
     ("M 1 2 3 4", "too-many-words"), ("Q Zzyaxians now", "too-many-words")],
)  # fmt: skip
def test_surplus_missing_and_unclosed_words_are_mistakes(line, code):
    refuse(developed(), line, [code])


@pytest.mark.rule("GG-FMT-008")
@pytest.mark.parametrize(
    "name", ["Zzyax_Prime", '"zzyax prime"', '"ZZYAX   PRIME"', "_zzyax__prime_"]
)
def test_underscores_and_several_blanks_stand_for_one_blank(name):
    assert (
        goes_to(orders(small(group(1, 1, "Drone", "12")), f"S 1 {name}").game, 1) == "Zzyax Prime"
    )


# keywords


KEYWORDS = {
    "CAP": "L 2 {}", "MAT": "L 2 {}", "COL": "R 12 {} 13", "EMP": "R 12 {} 13",
    "WAR": "R 12 {} 13", "DRIVE": "P 12 {}", "WEAPONS": "P 12 {}", "SHIELDS": "P 12 {}",
    "CARGO": "P 12 {}", "UNDERSCORES": "O {}", "NAMECASE": "O {}", "TWOCOL": "O {}",
    "GALAXYTV": "O {}", "AUTOUNLOAD": "O {}", "SORTGROUPS": "O {}", "PRODTABLE": "O {}",
    "FLEETTABLES": "O {}", "MAX": "L 2 CAP {}", "FLEET": "B 7 {}", "NO": "O {} TWOCOL",
}  # fmt: skip


@pytest.mark.rule("GG-FMT-010")
@pytest.mark.parametrize("row", VARIANT.rules["GG-FMT-010"].rows, ids=lambda row: row["keyword"])
def test_keywords_are_neither_abbreviated_nor_expanded(row):
    word = row["keyword"]
    game = developed()

    assert codes(orders(game, KEYWORDS[word].format(word))) == []
    assert codes(orders(game, KEYWORDS[word].format(word.lower()))) == []
    for other in (word[:-1], f"{word}S", f"{word}ITAL"):
        (fault,) = remarks(orders(game, KEYWORDS[word].format(other)))
        assert fault.severity == "error"


@pytest.mark.parametrize("case", examples("GG-FMT-010"))
def test_the_examples_of_keywords(case):
    turn = orders(developed(), f"P 12 {case.given['given']}")

    assert (codes(turn) == []) is (case.expect["valid"] or case.given["given"] in KEYWORDS)


# mistakes


@pytest.mark.rule("GG-FMT-011")
def test_a_faulty_order_spoils_no_other():
    case = example("GG-FMT-011", 1)
    turn = orders(developed(), "\n".join(case.given["orders"]))

    assert len(remarks(turn)) == case.expect["mistakes"]
    assert area(turn) == [0, 0, 50]
    assert case.expect["executed"] == [case.given["orders"][1]]


@pytest.mark.rule("GG-FMT-011")
def test_the_report_lists_every_mistake_with_its_place():
    text = "S 99 12\n  !ump 1 12\nM 10 20 50\nW Nobody_at_all"
    turn = play(developed(), text)

    assert [(r.line, r.column, r.words) for r in remarks(turn)] == [
        (1, 3, "99"),
        (2, 3, "!ump"),
        (4, 3, "Nobody_at_all"),
    ]
    report = turn.report("Ada").text
    for remark in remarks(turn):
        assert remark.message in " ".join(report.split())


# groups in orders


@pytest.mark.parametrize("case", examples("GG-GRP-006"))
def test_max_is_the_group_of_the_highest_number(case):
    game = small(
        *(group(number, 2, "Drone", techs={"drive": number}) for number in case.given["numbers"])
    )
    turn = orders(game, case.given["order"])

    assert [n for n in ships(turn.game) if goes_to(turn.game, n)] == [case.expect["group"]]


@pytest.mark.rule("GG-GRP-006", "GG-GRP-005")
def test_max_is_the_group_that_was_just_broken_off():
    turn = orders(developed(), "B 1 4\nS MAX 12\nB 3 2\nJ max Home")

    assert codes(turn) == []
    assert (goes_to(turn.game, 12), goes_to(turn.game, 1)) == ("12", "")
    assert fleet_of(turn.game, 7) == "Home"
    assert group_of(turn.game, 7).ships == 7  # those of group 3 that joined were just like it


@pytest.mark.parametrize("case", examples("GG-GRP-007"))
def test_a_number_of_ships_is_broken_off_first(case):
    number, count = case.given["group"], case.given["ships"]
    turn = orders(small(group(number, count, "Drone")), case.given["order"])
    sent = {n: c for n, c in ships(turn.game).items() if goes_to(turn.game, n)}

    assert sum(sent.values()) == case.expect["sent"]
    assert sum(ships(turn.game).values()) - sum(sent.values()) == case.expect.get("stays", 0)


@pytest.mark.rule("GG-GRP-007")
@pytest.mark.parametrize(
    ("line", "left", "expected"), [("S 1 12 0", {1: 10}, []), ("S 1 12 10", {1: 10}, []),
    ("S 1 12 11", {1: 10}, ["fewer-ships"]), ("S 1 12 999999999", {1: 10}, ["fewer-ships"])],
)  # fmt: skip
def test_nothing_all_and_more_than_all_mean_the_whole_group(line, left, expected):
    turn = orders(small(group(1, 10, "Drone")), line)

    assert (ships(turn.game), codes(turn), goes_to(turn.game, 1)) == (left, expected, "12")
    assert [remark.severity for remark in remarks(turn)] == ["warning"] * len(expected)


MISTAKES = [
    ("GG-FMT-004", 1, "1 2 3", "unknown-order"),
    ("GG-FMT-008", 1, "S 1 Zzyax Prime", "bad-argument"),
    ("GG-FMT-008", 2, 'S 1 "zzyax prime" Attack the homeworld', "too-many-words"),
    ("GG-GRP-007", 1, "S 1 12 -4", "bad-argument"),
    ("GG-GRP-007", 2, "S 1 12 4.5", "bad-argument"),
    ("GG-GRP-007", 2, "S 1 12 four", "bad-argument"),
]


@pytest.mark.parametrize(("text", "expected"), mistakes(MISTAKES))
def test_a_mistake_is_told_and_changes_nothing(text, expected):
    refuse(developed(), text, expected)


@pytest.mark.rule("GG-GRP-006")
@pytest.mark.parametrize("line", ["S MAX 12", "B max 3", "X MAX", "U MAX", "G max"])
def test_max_is_no_group_where_there_is_none(line):
    refuse(small(), line, ["unknown-group"])


def test_every_mistake_of_the_clauses_is_made():
    assert forgotten(MISTAKES) == []


# messages


def message_lines(turn, player: str) -> list[list[str]]:
    """The lines of the messages that a player gets."""
    return [event.data["lines"] for event in events(turn, "message", player)]


@pytest.mark.parametrize("case", examples("GG-MSG-001"))
def test_messages_go_to_those_named_or_to_all(case):
    text = "\n".join(case.given["lines"]).replace("@ X", "@ Drakh")
    turn = orders(developed(), text)
    to = ["Brin"] if case.expect["to"] == ["X"] else ["Ada", "Brin", "Cato"]

    assert codes(turn) == []
    assert [name for name in ("Ada", "Brin", "Cato") if message_lines(turn, name)] == to
    assert message_lines(turn, to[0]) == [case.expect.get("text", ["hi"])]


@pytest.mark.parametrize("case", examples("GG-FMT-006"))
def test_semicolons_are_part_of_messages(case):
    turn = orders(developed(), f"@ Drakh\n{case.given['message_line']}\n@\nM 10 20 50 ; zoom")

    assert message_lines(turn, "Brin") == [[case.expect["delivered"]]]
    assert area(turn) == [10, 20, 50]


@pytest.mark.rule("GG-MSG-001", "GG-FMT-006")
def test_a_message_keeps_its_lines_and_is_no_orders():
    lines = ["S 1 12 ; not an order", "", '   indented "quoted" {braces}', "M 0 0 1", "# 1 of 2"]
    turn = play(
        developed(), "M 10 20 50\n@Drakh Blue_Men ; both of you\n" + "\n".join(lines) + "\n@"
    )

    assert (codes(turn), area(turn), goes_to(turn.game, 1)) == ([], [10, 20, 50], "")
    assert [message_lines(turn, name) for name in ("Ada", "Brin", "Cato")] == [[], [lines], [lines]]
    assert "not an order" in turn.report("Brin").text
    assert "not an order" not in turn.report("Ada").text


@pytest.mark.rule("GG-MSG-001")
def test_nobody_is_told_who_sent_a_message():
    turn = play(small(), "@ Blue_Men\nGuess who\n@")
    report = turn.report("Cato").text

    assert "Guess who" in report
    assert "Zzyaxians" not in report
    assert "Ada" not in report


@pytest.mark.rule("GG-MSG-001")
def test_an_addressee_that_is_not_recognized_is_skipped():
    turn = orders(developed(), "  @ Nobody Drakh Nobody_else\nhello\n@")

    assert codes(turn) == ["unknown-name", "unknown-name"]
    assert [(r.line, r.column) for r in remarks(turn)] == [(1, 3), (1, 3)]
    assert "'Nobody'" in remarks(turn)[0].message
    assert message_lines(turn, "Brin") == [["hello"]]
    assert events(orders(developed(), "@ Nobody\nhello\n@"), "message") == []


@pytest.mark.rule("GG-MSG-001")
def test_a_message_that_is_not_closed_goes_to_the_end_of_the_orders():
    turn = orders(developed(), "#GALAXY alpha Ada\n@ Drakh\nhello\nM 10 20 50\n#END\nS 1 12")

    assert codes(turn) == ["no-end"]
    assert message_lines(turn, "Brin") == [["hello", "M 10 20 50"]]


def test_a_check_of_a_message_does_not_tell_which_races_there_are():
    game = developed()

    assert checked(game, "@ Blue_Men\nhi\n@") == checked(game, "@ Red_Men\nhi\n@") == ["unseen"]
    assert checked(game, "@ Drakh\nhi\n@") == []


#: By the first letter of an order, its optional words.
OPTIONAL = {
    "D": ["design", "attacks", "weapons", "shields", "cargo", "fleet", "group"], "B": ["fleet"],
    "R": ["destination"], "K": ["other"],
    "O": ["other"], "Y": ["password"], "@": ["races"], "G": ["ships"], "H": ["ships"],
    "I": ["ships"], "J": ["ships"], "L": ["ships", "amount"], "S": ["ships"],
    "U": ["ships", "amount"], "V": ["type", "ships"], "X": ["ships"],
}  # fmt: skip


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(command, id=command.keyword, marks=pytest.mark.rule(*command.rules))
        for command in VARIANT.commands
    ],
)
def test_an_order_says_which_of_its_words_may_be_left_out(command):
    optional = [name for name, argument in command.arguments.items() if argument.optional]

    assert optional == OPTIONAL.get(command.keyword, [])


@pytest.mark.rule("GG-GRP-006")
@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        ("99", "you have no group 99", "your newest group is 11"),
        ("0", "you have no group 0", "your newest group is 11"),
        ("1a", "you have no group 1a", "your newest group is 11"),
        ("1234567890", "you have no group 1234567890", "your newest group is 11"),
    ],
)
def test_a_group_that_is_not_there_is_told_with_the_newest_number(words, message, hint):
    (remark,) = remarks(orders(developed(), f"S {words} 12"))

    assert (remark.code, remark.message, remark.hint) == ("unknown-group", f"S: {message}", hint)


@pytest.mark.rule("GG-GRP-006")
@pytest.mark.parametrize("words", ["1", "MAX", "max"])
def test_who_has_no_ships_has_no_newest_group(words):
    (remark,) = remarks(orders(small(), f"S {words} 12"))

    assert remark.message == f"S: you have no group {words}: you have no ships"
    assert remark.hint == "build some with P"


@pytest.mark.rule("GG-GRP-006")
@pytest.mark.parametrize(("words", "number"), [("MAX", 3), ("max", 3), ("1", 1), ("002", 2)])
def test_max_is_the_newest_group(words, number):
    kinds = {1: "Drone", 2: "Freighter", 3: "Gunship"}
    game = small(*(group(n, 1, kind) for n, kind in kinds.items()))

    assert [n for n in (1, 2, 3) if goes_to(orders(game, f"S {words} 12").game, n)] == [number]


@pytest.mark.rule("GG-MOV-006", "GG-ORDG-002")
@pytest.mark.parametrize("letter", ["G {}", "B {} FLEET", "X {}"])
def test_what_is_under_way_is_told_with_what_can_be_done(letter):
    game = developed()
    sent = remarks(orders(game, "S 3 12\n" + letter.format(3)))
    flying = remarks(orders(game, letter.format(9)))
    if letter != "B {} FLEET":
        assert [(r.code, r.message, r.hint) for r in sent] == [
            ("under-way", f"{letter[0]}: group 3 was sent this turn", "turn it back with H")
        ]
        assert "no-fleet" not in [r.code for r in sent]
    assert "under-way" in [r.code for r in flying]
    assert "is in hyperspace" in flying[0].message


@pytest.mark.rule("GG-FLO-001", "GG-MOV-006")
@pytest.mark.parametrize(
    ("text", "expected"),
    [("B 7 FLEET", []), ("B 1 FLEET", ["no-fleet"]), ("B 9 FLEET", ["under-way"]),
     ("B 9 1", ["under-way"]), ("B 6 1", []), ("B 7 2", []), ("B 1 10", ["too-many-ships"]),
     ("B 1 9", []), ("B 1 0", ["no-ships"]), ("B 1 1", [])],
)  # fmt: skip
def test_what_may_leave_a_group_or_a_fleet(text, expected):
    turn = orders(developed(), text)

    assert codes(turn) == expected
    # Outside its fleet, group 7 is like group 3 and merges with it.
    assert (ships(turn.game)[3] == 15) == (text == "B 7 FLEET")


@pytest.mark.rule("GG-DSN-001", "GG-FLO-002")
@pytest.mark.parametrize(
    ("text", "expected"),
    [("D Toy 1 1 1 1 1", []), ("D Toy 1 1 1 1", ["too-few-words"]), ("D Toy 1", ["too-few-words"]),
     ("D Toy x 1 1 1 1", ["bad-argument"]), ("D FLEET Pack", []), ("D fleet Pack", []),
     ("D FLEET Pack 1 1 1 1", ["too-many-words"])],
)  # fmt: skip
def test_a_type_has_five_numbers_and_a_fleet_a_name(text, expected):
    turn = orders(developed(), text)

    assert codes(turn) == expected
    assert ("Toy" in names(ada(turn.game).types)) == (text.startswith("D Toy") and not expected)
    assert ("Pack" in names(ada(turn.game).fleets)) == ("Pack" in text and not expected)
