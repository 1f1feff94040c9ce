"""Page addresses of army lists."""

from django.urls import path

from setup_app.armies import pages

urlpatterns = [
    path("armies/", pages.index, name="armies"),
    path("armies/new/", pages.create, name="army-new"),
    path("armies/import/", pages.take_in, name="armies-import"),
    path("armies/import/template.csv", pages.template_csv, name="army-template"),
    path("armies/shared/<slug:link_key>/", pages.shared_list, name="army-shared"),
    path("armies/<slug:public_id>/", pages.detail, name="army"),
    path("armies/<slug:public_id>/edit/", pages.change, name="army-edit"),
    path("armies/<slug:public_id>/share/", pages.share, name="army-share"),
    path("armies/<slug:public_id>/print/", pages.printed, name="army-print"),
    path("armies/<slug:public_id>/delete/", pages.delete, name="army-delete"),
    path("armies/<slug:public_id>/plans/", pages.take_plan_in, name="army-plans"),
    path(
        "armies/<slug:public_id>/plans/<number:plan>/delete/", pages.delete_plan, name="plan-delete"
    ),
    path(
        "armies/<slug:public_id>/plans/<number:plan>/plan.json",
        pages.plan_as_json,
        name="plan-json",
    ),
    path("armies/<slug:public_id>/army.csv", pages.as_csv, name="army-csv"),
    path("armies/<slug:public_id>/army.json", pages.as_json, name="army-json"),
]
