"""Reading the orders of Far Horizons, and what carries each command out.

A text is cut into lines (`lines`) and sections (`sections`), and the first word of each line names
its command (`commands`, `language`; `advice` knows what was meant). The files by topic (`ships`,
`production`, ...) declare the commands; `arguments` reads what stands behind the command word, and
`references` finds what it refers to when the order is carried out.
"""
