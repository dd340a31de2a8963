"""Lines of logs that mean the same in other words, with more or fewer details."""

from __future__ import annotations

import re

#: A name, and a planet's name; names have at most 31 characters.
_N = r"[^.!]{1,40}"
_PL = rf"PL {_N}"

#: Patterns for sentences of ours and of the engine's, with the common wording for both.
_PAIRS = (
    (r"will stay out of combat unless it is needed\.", "hides."),
    (r" \(A-?\d+,L\d+\) will attempt to stay out of the battle\.", " hides."),
    (r"Germ warfare (?:attack on|commences against) planet #(\d+)(?: begins)?\.\.\.", r"G\1."),
    (
        (
            rf"SP ({_N}) bombards SP ({_N}) on ({_PL})\. Unfortunately for [^.!]+, using (\d+) germ"
            r" warfare bombs\. The defenders were wiped out!"
        ),
        r"\1 kills \2, \3, \4.",
    ),
    (
        rf"SP ({_N}) wiped out SP ({_N}) on ({_PL}) with (\d+) germ warfare bombs?!",
        r"\1 kills \2, \3, \4.",
    ),
    (rf"SP {_N} bombards SP {_N} on {_PL}\. Fortunately for [^!]+!", ""),
    (rf"SP {_N} has no germ warfare bombs to use against SP {_N} on {_PL}!", ""),
    (rf"SP {_N} tried to wipe out SP {_N} on {_PL} with \d+ germ warfare bombs?, but failed!", ""),
    (rf"(?:Everyone and everything|{_PL}) was completely wiped out!", "wiped out!"),
    (r"The (?:hijacker was|killing blow was delivered by) ", "By "),
    (r"\(cargo: ", "("),
    (rf" on {_PL} (was|were) destroyed\.", r" \1 destroyed."),
    (r" were also destroyed\.", " were destroyed."),
    (r"The battle (?:begins|moves) (?:in|into|within) ", "The battle: "),
    (r"\((A-?\d+),O0\) jumps", r"(\1,D) jumps"),
    (r" despite the siege\.", "."),
    (rf" and (?:was |were )?transferred to {_PL}\.", "."),
    (
        (
            rf"Your attempt to build (BAS {_N}) was detected by the besiegers and the starbase was"
            r" destroyed!!!"
        ),
        r"\1 is found.",
    ),
    (
        (
            rf"(BAS {_N}) was constructed at a cost of \d+\. However, the work was detected by the"
            r" besiegers and the ship was destroyed!!!"
        ),
        r"\1 is found.",
    ),
    (
        (
            rf"WARNING! {_PL} is under siege by the following: (?:(?!WARNING!).){{1,3000}}?"
            r"(?:completely ineffective!|it has no economic base\.)"
        ),
        "",
    ),
    (r"planetary defenses of PL [^,.]{1,40}, ", ""),
)
_READINGS = tuple((re.compile(pattern), common) for pattern, common in _PAIRS)


def reading(text: str) -> str:
    """Return the meaning of lines, without remarks on orders, in words common to both programs."""
    lines = (line for line in text.split("\n") if not line.startswith("!"))
    common_text = " ".join(" ".join(lines).split())
    for pattern, common in _READINGS:
        common_text = pattern.sub(common, common_text)
    return " ".join(common_text.split())
