"""API addresses of maps."""

from django.urls import path

from setup_app.maps.api import CopyView, MapsView, MapView

urlpatterns = [
    path("maps/", MapsView.as_view(), name="api-maps"),
    path("maps/<slug:public_id>/", MapView.as_view(), name="api-map"),
    path("maps/<slug:public_id>/copy/", CopyView.as_view(), name="api-map-copy"),
]
