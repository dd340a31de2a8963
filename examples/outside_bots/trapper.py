"""A player of Moon Raiders that digs, and lays traps until hardly a raid can come off."""

import json
import sys

for line in sys.stdin:
    asked = json.loads(line)
    if asked["message"] == "over":
        break
    stock = asked["view"]["you"]["stock"]
    orders = "TRAP 1\nDIG" if stock["traps"] < 7 and stock["ore"] >= 4 else "DIG"
    print(json.dumps({"orders": orders}), flush=True)
