"""Deployment: sections 10.B to 10.H."""
