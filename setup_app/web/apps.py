"""The app that registers the path converter of the program's addresses."""

from django.apps import AppConfig
from django.urls import register_converter


class WebConfig(AppConfig):
    name = "setup_app.web"
    label = "web"
    verbose_name = "Web"

    def ready(self) -> None:
        from setup_app.web import number_converter

        register_converter(number_converter.NumberConverter, number_converter.NAME)
