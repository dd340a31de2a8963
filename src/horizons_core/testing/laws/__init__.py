"""The laws that every variant keeps, by subject; `VariantContract` joins them all."""
