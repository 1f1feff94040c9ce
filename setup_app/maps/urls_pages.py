"""Page addresses of maps."""

from django.urls import path

from setup_app.maps import pages

urlpatterns = [
    path("maps/", pages.index, name="maps"),
    path("maps/<slug:public_id>/", pages.detail, name="map"),
    path("maps/<slug:public_id>/copy/", pages.copy, name="map-copy"),
    path("maps/<slug:public_id>/edit/", pages.change, name="map-edit"),
    path("maps/<slug:public_id>/drawing/", pages.drawing, name="map-drawing"),
    path("maps/<slug:public_id>/delete/", pages.delete, name="map-delete"),
]
