"""What the order page is made from: one's own view, its things, and the forms of orders."""
