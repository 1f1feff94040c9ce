"""Which address leads where?"""

from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from config.health import healthz
from config.offline import no_connection, worker

handler400 = "config.problems.unreadable"
handler403 = "config.problems.not_allowed"
handler404 = "config.problems.not_found"
handler500 = "config.problems.fault"

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("service-worker.js", worker, name="service-worker"),
    path("offline/", no_connection, name="no-connection"),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path(
        "api/docs/", SpectacularSwaggerSplitView.as_view(template_name="api/docs.html"), name="docs"
    ),
    path("api/v1/", include("setup_app.jobs.urls_api")),
    path("api/v1/", include("setup_app.maps.urls_api")),
    path("api/v1/", include("setup_app.armies.urls_api")),
    path("api/v1/", include("setup_app.layouts.urls_api")),
    path("api/v1/", include("setup_app.battles.urls_api")),
    path("", include("setup_app.maps.urls_pages")),
    path("", include("setup_app.armies.urls_pages")),
    path("", include("setup_app.layouts.urls_pages")),
    path("rulebook/", include("setup_app.battles.urls_rulebooks")),
    path("", include("setup_app.battles.urls_pages")),
]
