"""The laws that every variant keeps, by subject; `VariantContract` combines them."""
