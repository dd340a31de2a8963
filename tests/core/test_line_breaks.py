"""Sentences are broken into lines exactly as by the standard library."""

from __future__ import annotations

import textwrap

from hypothesis import example, given
from hypothesis import strategies as st

from horizons_core.orders.lines import broken_lines
from horizons_core.report import templates

TEXTS = st.text("ab-.  \u00a0\u2003é\t\n", max_size=120)


@given(TEXTS, st.integers(4, 40), st.sampled_from(["", "* ", "12. "]), st.sampled_from(["", "  "]))
@example("a  bcd  e", 4, "", "")
@example("two  blanks at a line's end  ", 12, "", "")
def test_lines_are_those_of_textwrap(text, width, first, rest):
    assert broken_lines(text, width, first, rest) == textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )


@given(TEXTS, st.integers(4, 40), st.booleans(), st.booleans())
def test_the_filter_of_templates_breaks_as_jinjas_own_does(text, width, long_words, hyphens):
    import jinja2

    named = f"wrapstring='/', break_long_words={long_words}, break_on_hyphens={hyphens}"
    source = f"{{{{ text|wordwrap({width}, {named}) }}}}"
    ours = templates("variants.campaign2e").from_string(source).render(text=text)
    assert ours == jinja2.Environment(autoescape=False).from_string(source).render(text=text)
