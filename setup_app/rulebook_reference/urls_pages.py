"""Page addresses of the rulebook reference."""

from django.urls import path

from setup_app.rulebook_reference import pages

urlpatterns = [
    path("", pages.index, name="rulebooks"),
    path("<str:rulebook>/", pages.rulebook, name="rulebook"),
    path("<str:rulebook>/<slug:territory>/", pages.territory, name="territory"),
    path(
        "<str:rulebook>/<slug:territory>/picture.png",
        pages.territory_picture,
        name="territory-picture",
    ),
]
