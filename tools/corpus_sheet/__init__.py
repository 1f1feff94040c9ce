"""The corpus of layouts on one page."""
