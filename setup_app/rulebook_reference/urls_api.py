"""API addresses of the rulebook reference."""

from django.urls import path

from setup_app.rulebook_reference import api

urlpatterns = [
    path("rulebooks/", api.RulebooksView.as_view(), name="rulebooks"),
    path("rulebooks/<str:rulebook>/", api.RulebookView.as_view(), name="rulebook"),
    path(
        "rulebooks/<str:rulebook>/territories/",
        api.TerritoriesView.as_view(),
        name="territories",
    ),
    path(
        "rulebooks/<str:rulebook>/territories/<str:slug>/",
        api.TerritoryView.as_view(),
        name="territory",
    ),
]
