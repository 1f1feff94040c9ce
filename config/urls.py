"""All addresses."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from config.health import healthz
from config.offline import no_connection, worker
from setup_app.identity.admin_login import AdminLogin
from setup_app.web.assets.views import asset
from setup_app.web.docs import DocsView, SchemaView

handler400 = "setup_app.web.problems.unreadable"
handler403 = "setup_app.web.problems.not_allowed"
handler404 = "setup_app.web.problems.not_found"
handler500 = "setup_app.web.problems.fault"

admin.site.login_form = AdminLogin

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("assets/<slug:mark>/<str:name>", asset, name="asset"),
    path("service-worker.js", worker, name="service-worker"),
    path("offline/", no_connection, name="no-connection"),
    *([path("admin/", admin.site.urls)] if settings.ADMIN else ()),
    path("i18n/", include("django.conf.urls.i18n")),
    path("api/schema/", SchemaView.as_view(), name="schema"),
    path("api/docs/", DocsView.as_view(), name="docs"),
    path("api/v1/", include("setup_app.jobs.urls_api")),
    path("api/v1/", include("setup_app.maps.urls_api")),
    path("api/v1/", include("setup_app.armies.urls_api")),
    path("api/v1/", include("setup_app.layouts.urls_api")),
    path("api/v1/", include("setup_app.rulebook_reference.urls_api")),
    path("api/v1/", include("setup_app.battles.urls_api")),
    path("api/v1/", include("setup_app.events.urls_api")),
    path("", include("setup_app.maps.urls_pages")),
    path("", include("setup_app.armies.urls_pages")),
    path("", include("setup_app.layouts.urls_pages")),
    path("rulebook/", include("setup_app.rulebook_reference.urls_pages")),
    path("", include("setup_app.home.urls_pages")),
    path("", include("setup_app.battles.urls_pages")),
    path("", include("setup_app.events.urls_pages")),
]
