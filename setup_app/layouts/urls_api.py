"""Where are layouts judged and fetched?"""

from django.urls import path

from setup_app.layouts import api

urlpatterns = [
    path("layouts/check/", api.CheckView.as_view(), name="layout-check"),
    path(
        "battles/<str:battle>/layout.json",
        api.BattleLayoutJSONView.as_view(),
        name="battle-layout-json",
    ),
    path(
        "battles/<str:battle>/layout.svg",
        api.BattleLayoutSVGView.as_view(),
        name="battle-layout-svg",
    ),
    path(
        "battles/<str:battle>/layout.png",
        api.BattleLayoutPNGView.as_view(),
        name="battle-layout-png",
    ),
    path(
        "battles/<str:battle>/layout.pdf",
        api.BattleLayoutPDFView.as_view(),
        name="battle-layout-pdf",
    ),
]
