"""Reading the orders of Far Horizons, and executing each command.

A text is split into lines (`lines`) and sections (`sections`), and the first word of each line
selects its command (`commands`, `language`; `advice` suggests corrections). The files by topic
(`ships`, `production`, ...) declare the commands; `arguments` reads the words after the command
word, and `references` resolves them when the order is executed.
"""
