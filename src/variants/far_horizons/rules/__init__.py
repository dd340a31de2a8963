"""The rulebook as code, a module a topic: what an order does and what a phase does."""
