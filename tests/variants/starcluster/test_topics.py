"""The table of topics is true: whoever looks a clause up there finds the code that does it."""

from horizons_core.testing import TopicsContract
from tests.variants.starcluster.builders import variant


class TestTopics(TopicsContract):
    variant_name = "starcluster"
    variant = property(lambda _self: variant())
    not_topics = frozenset({"rules/deployment.py", "rules/holdings.py"})
