"""Mails as people send them: stored orders, forwarded text and answers of the command."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

import horizons_core as hz
from horizons_host.mail.bodies import mail_texts
from horizons_host.mail.headers import is_proved, read_head, same
from horizons_host.mail.line_kinds import SOFT_BREAK
from horizons_host.mail.order_sets import join_wrapped_lines
from horizons_host.mail.replies import identifying_words
from tests.host.mail_corpus import fields
from tests.host.mails import ADA, Mailbox, a_mail, a_set, mailed_game, outbox, stored
from tests.work_counts import demand_linear


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    return mailed_game(tmp_path_factory.mktemp("made") / "mars")


@pytest.fixture
def mars(template, tmp_path):
    from shutil import copytree

    return copytree(template, tmp_path / "mars")


@pytest.fixture
def box(tmp_path):
    return Mailbox(tmp_path / "box")


def read(mars, box, message) -> tuple[list[str], str]:
    """Return a mail's stored orders and the text of its answer."""
    box.add(message)
    box.read(mars)
    answer = " ".join(" ".join(text.split()) for _, _, text in outbox(mars))
    return stored(mars), answer


def attached(text: str, name: str, data: bytes, kind: str = "application/octet-stream"):
    message = a_mail(text)
    main, sub = kind.split("/")
    message.add_attachment(data, maintype=main, subtype=sub, filename=name)
    return message


def test_older_orders_below_never_count_and_the_answer_says_so(mars, box):
    new, old = a_set("MOVE 1 NE\n"), a_set("MOVE 1 SW\n")
    orders, answer = read(mars, box, a_mail(f"Please:\n\n{new}\nAda\n\n{fields('de')}\n\n{old}"))
    assert orders == [new]
    assert "Orders in quoted text or in the signature were not read." in answer
    assert "Text outside the orders and quoted text were not read." in answer


def test_quoted_orders_count_if_there_are_no_others_and_the_answer_says_so(mars, box):
    old = a_set("MOVE 1 SW\n")
    orders, answer = read(mars, box, a_mail(f"As below\n\n{fields('en')}\n\n{old}"))
    assert orders == [old]
    assert "They are from the quoted part of your email" in answer


def test_orders_that_are_in_and_only_quoted_replace_no_newer_ones(mars, box):
    first, second = a_set("MOVE 1 NE\n"), a_set("MOVE 1 SW\n")
    read(mars, box, a_mail(first))
    read(mars, box, a_mail(second))
    orders, answer = read(mars, box, a_mail(f"Did you get it?\n\n{fields('en')}\n\n{first}"))
    assert orders == [first, second]
    assert "or orders that you sent before. Nothing was submitted" in answer


def test_a_mistyped_opening_line_lets_no_quoted_orders_count(mars, box):
    new = a_set("MOVE 1 NE\n").replace("HORIZON", "HORZION")
    orders, answer = read(mars, box, a_mail(f"{new}\n{fields('fr')}\n\n{a_set()}"))
    assert orders == []
    assert "'#EVENTHORZION' is not an opening line. Did you mean #EVENTHORIZON?" in answer


@pytest.mark.parametrize("name", ["sp01.ord", "orders.txt", "orders"])
def test_a_text_of_no_certain_kind_is_read(mars, box, name):
    orders, answer = read(mars, box, attached("Attached.\n", name, a_set().encode("utf-16")))
    assert len(orders) == 1
    assert f"They were found in the attachment {name}." in answer


def test_what_is_no_text_is_named(mars, box):
    message = attached(a_set(), "map.png", b"\x89PNG\0\1", "image/png")
    message.add_attachment(a_mail("inner"))
    orders, answer = read(mars, box, message)
    assert len(orders) == 1
    assert "The attachment map.png was not read: it is not text." in answer
    assert "The email within your email was not read" in answer


def test_a_letter_names_what_is_not_kept(mars, box):
    from tests.host.helpers import fine

    _, answer = read(mars, box, attached("May I join?\n", "me.jpg", b"\xff\xd8\0", "image/jpeg"))
    assert "The attachment me.jpg was not read" in answer
    output = fine("mail", "inbox", "-g", mars, "--show", 1).output
    assert "[Not stored: the attachment me.jpg. The mailbox has the complete email.]" in output


def test_older_character_sets_are_what_browsers_take_them_for(mars, box):
    data = b"#EVENTHORIZON mars Ada\nNAME 1 \x93Pride of Ada\x94\n#END\n"
    head = f"From: {ADA}\nMessage-ID: <a@b.example>\nContent-Type: text/plain; charset=".encode()
    orders, _ = read(mars, box, head + b"iso-8859-1\n\n" + data)
    assert "“Pride of Ada”" in orders[0]


def test_bold_type_is_read(mars, box):
    orders, answer = read(mars, box, a_mail("*#EVENTHORIZON mars Ada*\n*MOVE 1 NE*\n*#END*\n"))
    assert len(orders) == 1
    assert "MOVE: ship 1, direction NE" in answer


def test_parts_that_differ_are_told(mars, box):
    message = a_mail(a_set("MOVE 1 NE\n"))
    message.add_alternative("<p>#EVENTHORIZON mars Ada<br>MOVE 1 W<br>#END", subtype="html")
    orders, answer = read(mars, box, message)
    assert orders == [a_set("MOVE 1 NE\n")]
    assert "its formatted text contains different orders" in answer


@pytest.mark.parametrize(
    "sender",
    [
        "ada@x.example <eve@evil.example>",
        f"<{ADA}><eve@evil.example>",
        f"{ADA}, eve@evil.example",
        "",
    ],
)
def test_a_mail_without_exactly_one_sender_is_refused_without_an_answer(mars, box, sender):
    head = f"From: {sender}\nMessage-ID: <a@b.example>\n\n".encode()
    box.add(head + a_set().encode())
    assert "refused without an answer" in box.read(mars)
    assert (stored(mars), outbox(mars)) == ([], [])


FORGED = "; dmarc=pass header.from=players.example"


@pytest.mark.parametrize(
    ("field", "proved"),
    [
        ("mx.host.example; dmarc=pass header.from=players.example", True),
        ("mx.host.example; spf=fail; dkim=pass (good) header.d=players.example", True),
        ("mx.host.example; spf=pass smtp.mailfrom=ada@players.example", True),
        ("mx.host.example 1; dkim=pass header.i=@example", False),
        ("mx.host.example; dkim=pass header.d=evil.example", False),
        ("mx.evil.example; dmarc=pass header.from=players.example", False),
        ("mx.host.example; dmarc=fail header.from=players.example", False),
        (
            'mx.host.example; spf=pass smtp.mailfrom="; dmarc=pass header.from=players.example"@e',
            False,
        ),
        ("mx.host.example; spf=fail (; dmarc=pass header.from=players.example)", False),
        ("mx.host.example; none", False),
        (f'mx.host.example; spf=pass smtp.mailfrom="{"a" * 600}{FORGED}"@evil.example', False),
        (f'mx.host.example; spf=fail (helo a"b) dkim=fail (c"{FORGED}; x="d)', False),
        (f"mx.host.example; spf=pass smtp.mailfrom={'a' * 239}@players.example.evil.org", False),
        ("mx.host.example; dkim=pass header.s=header.d=players.example header.d=evil", False),
        ("mx.host.example; dkim=pass-not header.d=players.example", False),
        ("", False),
    ],
)
def test_what_a_mail_server_says_of_a_sender(field, proved):
    fields = (
        [field, "mx.host.example; dmarc=pass header.from=players.example"]
        if field[:7] == ("mx.host")
        else [field]
    )
    assert is_proved(fields, "MX.host.example", ADA) is proved


def test_results_behind_a_lone_return_are_none():
    verdict = b"mx.host.example; dmarc=pass header.from=players.example"
    for end, number in ((b"\n", 1), (b"\r\n", 1), (b"\r", 0)):
        head = b"From: ada@players.example" + end + b"Authentication-Results: " + verdict
        assert len(read_head(head + b"\n\n").authentication) == number


def test_two_fields_from_with_a_blank_before_the_colon_are_two():
    assert read_head(b"Subject: x\nFrom : eve@evil.example\nFrom: ada@a.example\n\n").sender == ""


def test_domains_that_only_look_alike_are_two():
    assert same("ADA@Strasse.Example", "ada@strasse.example.")
    for other in ("ada@stra\u00dfe.example", "ada@\u017ftrasse.example"):
        assert not same("ada@strasse.example", other)
        vouched = [f"mx.host.example; spf=pass smtp.mailfrom={other}"]
        assert not is_proved(vouched, "mx.host.example", "ada@strasse.example")


def test_a_server_that_must_vouch_for_senders(mars, box):
    place = mars.parent / "mail.toml"
    place.write_text(
        'from = "games@host.example"\nauthenticated_by = "mx.host.example"\n'
        '[smtp]\nhost = "localhost"\n'
    )
    verdict = "mx.host.example; dmarc=pass header.from=players.example"
    box.add(a_mail(a_set()))
    box.add(a_mail(a_set(), Authentication_Results=verdict))
    output = box.read(mars, settings=place)
    assert output.count("refused without an answer") == output.count("orders accepted") == 1


NAMES = ["Ada", "Zoë Lovelace of It", "Jörg Müller", "山田 太郎", "The Emperor", "Call 5551234"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I agree. ada", "Ada"),
        ("Canada is far", ""),
        ("mail me: ADA@players.example", ADA),
        ("Yours, Zoe", "zoe"),
        ("countess of lovelace", "lovelace"),
        ("so it is", ""),
        ("*A*da, A<b>", "Ada"),
        ("_Ada_ agrees", "Ada"),
        ("A d a", "Ada"),
        ("=?utf-8?B?QWRh?= agrees", "Ada"),
        ("&#65;da agrees", "Ada"),
        ("mailto:ada%40players.example", ADA),
        ("see www.players.example", ADA),
        ("A\u00adda", "Ada"),
        ("Adas fleet", "Ada"),
        ("@ZoeLovelaceOfIt", "Zoë Lovelace of It"),
        ("Gruß, Mueller", "mueller"),
        ("山田です", "山田"),
        ("ring 5551234", "5551234"),
        ("an emperor and all the rest", ""),
    ],
)
def test_words_that_identify_somebody(text, expected):
    assert identifying_words(text, NAMES, [ADA, ""]) == expected


@pytest.mark.parametrize("unit", ["A. *", "=?a?q?a?= %41", "\u5c71"])
def test_looking_for_names_takes_work_that_grows_with_the_text(unit):
    demand_linear(lambda n: identifying_words(unit * n, NAMES[:2], [ADA]), 60)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["; two probes ", "BUILD 2 0 1 0 0 Probe"], "; two probes \nBUILD 2 0 1 0 0 Probe"),
        (["BUILD 2 0 1 ", "0 0 Probe"], "BUILD 2 0 1 0 0 Probe"),
        (["MOVE 1 NE ", "MOVE 1 W"], "MOVE 1 NE \nMOVE 1 W"),
        (["; a remark ", "on nothing"], "; a remark on nothing"),
    ],
)
def test_lines_that_a_program_says_it_has_broken(lines, expected):
    language = hz.load_variant("event_horizon").language
    text = f"#EVENTHORIZON mars Ada\n{SOFT_BREAK.join(lines)}\nNAME 1 X\n#END\n"
    joined, warning = join_wrapped_lines(text, language)
    assert joined.split("\n", 1)[1] == f"{expected}\nNAME 1 X\n#END\n"
    assert ("check them" in warning) is ("\n" in expected)


@pytest.mark.parametrize(
    ("comment", "warned"),
    [("next turn or after it I shall look where the others are and then", True),
     ("next turn or after it I shall look where all others are today.", False),
     ("next turn", False)],
)  # fmt: skip
def test_a_line_that_may_be_the_end_of_a_comment_is_told(comment, warned):
    language = hz.load_variant("event_horizon").language
    text = f"#EVENTHORIZON mars Ada\nMOVE 1 NE ; {comment}\nMOVE 1 W\n#END\n"
    assert ("'MOVE 1 W' follows a long comment" in join_wrapped_lines(text, language)[1]) is warned


def test_inline_pictures_are_not_told():
    message = EmailMessage()
    message.set_content("<p>a<img src='cid:x'>", subtype="html")
    message.add_related(b"\x89PNG", "image", "png", cid="<x>")
    assert [body.source for body in mail_texts(bytes(message))] == ["the email"]
