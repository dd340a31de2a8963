"""Every entry of the table of topics leads to the code of its clause."""

from horizons_core.testing import TopicsContract
from tests.variants.starcluster.builders import variant


class TestTopics(TopicsContract):
    variant_name = "starcluster"
    variant = property(lambda _self: variant())
