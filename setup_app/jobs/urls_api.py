"""API addresses of jobs."""

from django.urls import path

from setup_app.jobs.api import JobFileView, JobView

urlpatterns = [
    path("jobs/<uuid:job_id>/", JobView.as_view(), name="job"),
    path("jobs/<uuid:job_id>/file/", JobFileView.as_view(), name="job-file"),
]
