"""Ships on paper: parts, designs, what they weigh and cost, and the designs on the market.

`parts` knows every kind of part by its word, `design` adds a ship up, `checks` says what is wrong
with one, `reading` reads and writes the words of a DESIGN order, and `market` holds the catalogue.
"""
