"""Addresses of the home page, its picture and the hosting guide."""

from django.urls import path

from setup_app.home import pages

urlpatterns = [
    path("", pages.home, name="home"),
    path("hosting/", pages.hosting, name="hosting"),
    path("picture.png", pages.picture, name="picture"),
]
