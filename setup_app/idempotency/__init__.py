"""What when a request is sent twice? With the same `Idempotency-Key` it is done once."""
