"""The home page, and the navigation at the top of every page."""
