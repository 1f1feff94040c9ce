"""Where does a program find army lists?"""

from django.urls import path

from setup_app.armies.api import ArmiesView, ArmyView, ImportView

urlpatterns = [
    path("armies/", ArmiesView.as_view(), name="api-armies"),
    path("armies/import/", ImportView.as_view(), name="api-armies-import"),
    path("armies/<slug:public_id>/", ArmyView.as_view(), name="api-army"),
]
