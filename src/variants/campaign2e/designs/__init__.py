"""Ship designs: parts, weights and prices, and the designs on the market.

`parts` defines every kind of part by its word, `design` computes a ship's figures, `parsing`
validates designs and parses and formats DESIGN orders, `refits` changes them, `market` holds the
catalogue, and `proposals` suggests designs to players.
"""
