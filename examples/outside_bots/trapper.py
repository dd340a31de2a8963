"""A player of Moon Raiders that digs, and lays traps until a raid can hardly succeed."""

import json
import sys

for line in sys.stdin:
    question = json.loads(line)
    if question["message"] == "over":
        break
    stock = question["view"]["you"]["stock"]
    orders = "TRAP 1\nDIG" if stock["traps"] < 7 and stock["ore"] >= 4 else "DIG"
    print(json.dumps({"orders": orders}), flush=True)
