"""Every entry of the table of topics leads to the code of its clause."""

from horizons_core.testing import TopicsContract


class TestTopics(TopicsContract):
    variant_name = "galaxy_g"
