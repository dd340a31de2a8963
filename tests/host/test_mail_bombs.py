"""Malicious mails: each is answered or refused once, at a low cost.

Costs are counted in calls and in bytes, so that the tests give the same result on every machine.
"""

from __future__ import annotations

import subprocess
import sys
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from horizons_host.mail.bodies import mail_texts, unwrap
from horizons_host.mail.guarded import UnreadableMailError, guarded_texts
from horizons_host.mail.headers import content_key, read_head
from horizons_host.mail.html import html_as_text
from horizons_host.mail.limits import MAX_NESTED, MAX_PARTS, too_complex
from horizons_host.store import GameMails, GameStore
from tests.host.helpers import refused
from tests.host.mails import (
    ADA,
    Mailbox,
    a_mail,
    a_set,
    mailed_game,
    outbox,
    stored,
    write_settings,
)

HEAD = b"From: ada@players.example\nMessage-ID: <bomb@players.example>\nSubject: x\n"
HTML = HEAD + b"Content-Type: text/html; charset=utf-8\n\n"


def test_a_character_set_that_is_no_name_does_not_hide_the_text():
    mail = HEAD + b'Content-Type: text/plain; charset="ut\0f"\n\nMOVE 1 \xff\n'
    assert [body.text.split()[0] for body in mail_texts(mail)] == ["MOVE"]


def nested(depth: int) -> bytes:
    """Return nested multiparts."""
    text = HEAD
    for level in range(depth):
        text += b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (level, level)
    return text + b"Content-Type: text/plain\n\nhello\n"


def parts(count: int, boundary: bytes = b'boundary="b"') -> bytes:
    """Return a multipart with this number of empty parts."""
    return HEAD + b"Content-Type: multipart/mixed; " + boundary + b"\n\n" + b"--b\n\n" * count


BOMBS = {
    "remarks in the address": b"From: " + b"(" * 3_000 + b"\n\nhello",
    "an address of a megabyte": b"From: " + b"a" * 1_000_000 + b"@x\n\nhello",
    "a subject of encoded words": b"Subject: " + b"=?utf-8?q?x?= " * 15_000 + b"\n\nhello",
    "open tags": HTML + b"<a " * 40_000,
    "open comments": HTML + b"<!--" * 60_000,
    "quoted 70,000 deep": HTML + b"<blockquote>" * 70_000 + b"hello",
    "closing tags without an opening one": HTML + b"<b>" * 50_000 + b"</i>" * 50_000,
    "a reference of 4,300 digits": HTML + b"&#" + b"9" * 4_300 + b";",
    "a section that nobody knows": HTML + b"<![<!",
    "1,000 multiparts within each other": nested(1_000),
    "40,000 empty parts": parts(40_000),
    "empty parts behind a boundary in pieces": parts(40_000, b'boundary*0="b"; boundary*1=""'),
    "a type of a megabyte": HEAD
    + b'Content-Type: text/plain; x="'
    + b"; " * 500_000
    + b'"\n\nhello',
    "mails within mails": HEAD + b"Content-Type: message/rfc822\n\n" * 5_000 + b"hello",
}
CHARSETS = [
    "idna",
    "punycode",
    "undefined",
    "x\0y",
    "rot13",
    "zlib",
    "hex",
    "unicode_escape",
    "utf-99",
]


@pytest.fixture
def mars(tmp_path):
    return mailed_game(tmp_path / "mars")


@pytest.fixture
def box(tmp_path):
    return Mailbox(tmp_path / "Maildir")


@pytest.mark.parametrize("data", BOMBS.values(), ids=BOMBS)
def test_a_bomb_is_read_once_and_the_mail_behind_it_too(mars, box, data):
    box.add(data)
    box.add(a_mail(a_set()))
    assert "defect" not in box.read(mars)
    assert len(stored(mars)) == 1
    assert "Read 0 emails." in box.read(mars)


@pytest.mark.parametrize("charset", CHARSETS)
def test_any_character_set_is_decoded_somehow(charset):
    text = b"#VGA x y\n#END\n"
    field = f'Content-Type: text/plain; charset="{charset}"\n\n'.encode()
    (body,) = mail_texts(HEAD + field + text)
    assert body.text == text.decode()


@pytest.mark.parametrize(
    "field", ["charset*=bogus'x'%FF", "charset*=utf-8''%FF", "format*=bogus'x'%FF"]
)
def test_parameters_that_cannot_be_read_are_left_out(field):
    (body,) = mail_texts(HEAD + f"Content-Type: text/plain; {field}\n\nhello".encode())
    assert body.text == "hello"


def test_a_file_name_that_cannot_be_read_is_none():
    field = (
        "Content-Type: text/plain\nContent-Disposition: attachment; filename*=bogus'x'%FF\n\nhello"
    )
    (body,) = mail_texts(HEAD + field.encode())
    assert body.source.startswith("the attachment")


def test_as_many_parts_as_mail_programs_write_are_read():
    assert too_complex(nested(MAX_NESTED)) == ""
    assert "nested parts" in too_complex(nested(MAX_NESTED + 1))
    assert too_complex(parts(MAX_PARTS)) == ""
    assert "more than 200 parts" in too_complex(parts(MAX_PARTS + 1))
    lines = b"--not a boundary\n" * 10_000
    assert too_complex(HEAD + b"\n" + lines) == "", "what divides no parts may stand in a text"


# costs


def lines_run(function, *arguments) -> int:
    """Return how many lines of Python a call runs."""
    count = 0

    def trace(_frame, event, _argument):
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        function(*arguments)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize(
    ("function", "piece"),
    [
        (html_as_text, "<p>one</b>"),
        (html_as_text, "<blockquote>"),
        (html_as_text, "<pre>one\n"),
        (html_as_text, "&#99;<!-- "),
        (unwrap, "one \n"),
        (unwrap, "> one \n>> two\n"),
    ],
)
def test_a_text_ten_times_as_long_costs_ten_times_as_much(function, piece):
    less, more = (lines_run(function, piece * count) for count in (200, 2_000))
    assert more <= 11 * less


@pytest.mark.parametrize("data", [BOMBS["quoted 70,000 deep"], HTML + b"x" * 10_000_000])
def test_a_mail_of_ten_megabytes_takes_little_memory(data):
    tracemalloc.start()
    mail_texts(data.ljust(10_000_000))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 120_000_000


# arbitrary input


@given(st.binary(max_size=2_000))
def test_any_bytes_are_a_mail(data):
    read_head(data)
    if not too_complex(data):
        mail_texts(data)


fields = st.sampled_from(
    [
        *("Content-Type: ", "Content-Transfer-Encoding: ", "Content-Disposition: "),
        *("From: ", "Subject: "),
    ]
)
values = st.lists(
    st.sampled_from(
        [
            *("multipart/mixed", "text/html", "text/plain", "message/rfc822"),
            *("base64", "quoted-printable", "; boundary=b", "; charset=", "; charset*=", "utf-8"),
            *("bogus'x'%FF", "=?utf-8?b?", "?=", "(", "\n ", "\n\n", "\n--b\n", "\n--b--\n"),
            *("<b>", "</", "&#x", "<!", "[", "\0", "\ud800"),
        ]
    )
    | st.text(max_size=5),
    max_size=12,
)


@given(st.lists(st.tuples(fields, values), max_size=8))
def test_any_fields_are_a_mail(head_fields):
    text = "\n".join(field + "".join(words) for field, words in head_fields) + "\n\nhello"
    data = text.encode(errors="replace")
    read_head(data)
    if not too_complex(data):
        mail_texts(data)


# crashes of the process


BEGIN = """
import sys
from pathlib import Path
from horizons_host.store import GameStore, GameMails
for _ in range(int(sys.argv[3])):
    GameMails(GameStore(Path(sys.argv[1]))).begin_reading(sys.argv[2])
"""


def begin(folder, key, times, *after):
    """Start a process that dies this often when it begins to read a mail."""
    return [sys.executable, "-c", "\n".join([BEGIN, *after]), str(folder), key, str(times)]


def test_a_mail_in_whose_midst_the_program_was_ended_is_read_by_another_process(
    mars, box, monkeypatch
):
    message = a_mail(a_set()).as_bytes()
    box.add(message)
    subprocess.run(begin(mars, content_key(read_head(message), message), 1), check=True)
    monkeypatch.setattr("horizons_host.mail.intake.mail_texts", lambda _: pytest.fail("read here"))
    box.read(mars)
    assert len(stored(mars)) == 1


def test_a_mail_that_ended_the_program_twice_is_set_aside_and_all_are_told(mars, box):
    message = a_mail(a_set()).as_bytes()
    box.add(message)
    subprocess.run(begin(mars, content_key(read_head(message), message), 2), check=True)
    words = ("mail", "read", "-g", mars, "--maildir", box.path)
    output = refused(*words, "--settings", write_settings(mars.parent, 1))
    assert "set aside: the program was ended twice while it read it" in output
    assert stored(mars) == []
    assert [(to, subject) for to, subject, _ in outbox(mars)] == [
        (ADA, "Your email could not be read")
    ]
    assert "Read 0 emails." in box.read(mars)


def test_what_another_process_is_reading_has_not_ended_it(mars):
    post = GameMails(GameStore(mars))
    command = begin(mars, "k", 1, "print('begun', flush=True)", "input()")
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout.readline() == b"begun\n"
        assert post.begin_reading("k") == 0
        other.communicate(b"\n")
    assert post.begin_reading("k") == 1, "now it is gone"
    post.end_reading("k")
    assert post.begin_reading("k") == 0


def test_the_other_process_finds_what_this_one_would():
    data = a_mail(a_set()).as_bytes()
    assert guarded_texts(data) == mail_texts(data)


def test_a_process_that_dies_of_a_mail_makes_it_unreadable(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(UnreadableMailError):
        guarded_texts(b"")
