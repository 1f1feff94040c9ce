"""Which address leads where?"""

from importlib.util import find_spec

from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from config.health import healthz

handler400 = "config.problems.unreadable"
handler403 = "config.problems.not_allowed"
handler404 = "config.problems.not_found"
handler500 = "config.problems.fault"

# TEMPORARY while the apps are being written: those that have a module are included.
own_api = [
    path("api/v1/", include(f"{app}.urls_api"))
    for app in settings.OWN_APPS
    if find_spec(f"{app}.urls_api")
]
own_pages = [
    path("", include(f"{app}.urls_pages"))
    for app in settings.OWN_APPS
    if find_spec(f"{app}.urls_pages")
]

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path(
        "api/docs/", SpectacularSwaggerSplitView.as_view(template_name="api/docs.html"), name="docs"
    ),
    *own_api,
    *own_pages,
]
