"""Large Units on paper: hulls, components, weapons and drives, and the strings that join them.

`tables` is what there is to build with, `hulls` what it is built into. `text` reads and writes
design strings, `design` is one that was read, `checks` says what is wrong with it, `ratings` what
it is worth in battle.
"""
