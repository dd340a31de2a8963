"""Ship designs: parts, weights and prices, and the designs on the market.

`parts` defines every kind of part by its word, `design` computes a ship's figures, `checks`
validates designs, `reading` parses and formats DESIGN orders, and `market` holds the catalogue.
"""
