"""Shared parts of HTTP: problems, bodies, schema, throttling, pagination, static bundles."""
