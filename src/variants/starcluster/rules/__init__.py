"""The rulebook as code, a module a topic: what orders do, and what phases do."""
