"""Where are layouts judged and fetched?"""

from django.urls import path

from setup_app.layouts.api import battle_tables, orders, questions

urlpatterns = [
    path("layouts/check/", questions.CheckView.as_view(), name="layout-check"),
    path("layouts/audit/", questions.AuditView.as_view(), name="layout-audit"),
    path("layouts/where/", questions.WhereView.as_view(), name="layout-where"),
    path("layouts/nearest/", questions.NearestView.as_view(), name="layout-nearest"),
    path("layouts/generate/", orders.GenerateView.as_view(), name="layout-generate"),
    path("layouts/print/", orders.PrintView.as_view(), name="layout-print"),
    path("layouts/hints/", questions.LayoutHintsView.as_view(), name="layout-hints"),
    path(
        "battles/<str:battle>/layout.json",
        battle_tables.BattleLayoutJSONView.as_view(),
        name="battle-layout-json",
    ),
    path(
        "battles/<str:battle>/layout.svg",
        battle_tables.BattleLayoutSVGView.as_view(),
        name="battle-layout-svg",
    ),
    path(
        "battles/<str:battle>/layout.png",
        battle_tables.BattleLayoutPNGView.as_view(),
        name="battle-layout-png",
    ),
    path(
        "battles/<str:battle>/layout.pdf",
        battle_tables.BattleLayoutPDFView.as_view(),
        name="battle-layout-pdf",
    ),
]
