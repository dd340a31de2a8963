"""The table of topics is true: whoever looks a clause up there finds the code that does it."""

from horizons_core.testing import TopicsContract


class TestTopics(TopicsContract):
    variant_name = "campaign2e"
