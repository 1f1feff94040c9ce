"""Idempotent requests: an `Idempotency-Key` makes a request safe to send again."""
