"""API addresses of army lists."""

from django.urls import path

from setup_app.armies.api.lists import ArmiesView, ArmyView, ImportView
from setup_app.armies.api.plans import PlansView, PlanView

urlpatterns = [
    path("armies/", ArmiesView.as_view(), name="api-armies"),
    path("armies/import/", ImportView.as_view(), name="api-armies-import"),
    path("armies/<slug:public_id>/", ArmyView.as_view(), name="api-army"),
    path("armies/<slug:public_id>/plans/", PlansView.as_view(), name="api-army-plans"),
    path("armies/<slug:public_id>/plans/<path:name>/", PlanView.as_view(), name="api-army-plan"),
]
