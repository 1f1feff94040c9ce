"""Where is a rulebook read?"""

from django.urls import path

from setup_app.battles.pages import pictures, rulebooks

urlpatterns = [
    path("", rulebooks.index, name="rulebooks"),
    path("<str:rulebook>/", rulebooks.rulebook, name="rulebook"),
    path("<str:rulebook>/<slug:territory>/", rulebooks.territory, name="territory"),
    path(
        "<str:rulebook>/<slug:territory>/picture.png", pictures.territory, name="territory-picture"
    ),
]
