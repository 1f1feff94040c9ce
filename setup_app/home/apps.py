"""How is this app called? It keeps nothing; its tags draw the doors on every page."""

from django.apps import AppConfig


class HomeConfig(AppConfig):
    name = "setup_app.home"
    label = "home"
    verbose_name = "Home"
