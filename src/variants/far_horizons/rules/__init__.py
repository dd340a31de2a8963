"""The rulebook as code, one module per topic, with its orders and its phases."""
