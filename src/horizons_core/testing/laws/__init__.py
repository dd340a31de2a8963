"""The laws that every variant keeps, which `VariantContract` combines."""
