"""API addresses of layouts."""

from django.urls import path

from setup_app.layouts.api import orders, questions

urlpatterns = [
    path("layouts/check/", questions.CheckView.as_view(), name="layout-check"),
    path("layouts/audit/", questions.AuditView.as_view(), name="layout-audit"),
    path("layouts/where/", questions.WhereView.as_view(), name="layout-where"),
    path("layouts/nearest/", questions.NearestView.as_view(), name="layout-nearest"),
    path("layouts/generate/", orders.GenerateView.as_view(), name="layout-generate"),
    path("layouts/print/", orders.PrintView.as_view(), name="layout-print"),
    path("layouts/hints/", questions.LayoutHintsView.as_view(), name="layout-hints"),
]
