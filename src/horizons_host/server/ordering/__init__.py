"""Data behind the order page: a seat's view, the map objects, and the order forms."""
