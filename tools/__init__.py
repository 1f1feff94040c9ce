"""Developers' tools: contact sheets, screenshots, benchmarks. None of them is a test."""
