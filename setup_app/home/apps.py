"""The home app. It stores nothing; its tags draw the navigation on every page."""

from django.apps import AppConfig


class HomeConfig(AppConfig):
    name = "setup_app.home"
    label = "home"
    verbose_name = "Home"
