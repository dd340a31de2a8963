"""The table of topics is true: whoever looks a clause up there finds the code that does it."""

from horizons_core.testing import TopicsContract


class TestTopics(TopicsContract):
    variant_name = "far_horizons"
    not_topics = frozenset(
        f"rules/{name}.py" for name in ("inbox", "opening", "production", "steps")
    )
