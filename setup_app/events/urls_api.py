"""Where does a program find events?"""

from django.urls import path

from setup_app.events.api.entries import EntriesImportView, EntriesView, EntryView
from setup_app.events.api.events import CopyView, EventsView, EventView, JournalView
from setup_app.events.api.roles import ReissueView, RolesView, RoleView

urlpatterns = [
    path("events/", EventsView.as_view(), name="events-api"),
    path("events/<str:event>/", EventView.as_view(), name="event-api"),
    path("events/<str:event>/copy/", CopyView.as_view(), name="event-copy-api"),
    path("events/<str:event>/journal/", JournalView.as_view(), name="event-journal-api"),
    path("events/<str:event>/roles/", RolesView.as_view(), name="event-roles-api"),
    path("events/<str:event>/roles/<int:role>/", RoleView.as_view(), name="event-role-api"),
    path(
        "events/<str:event>/roles/<int:role>/reissue/",
        ReissueView.as_view(),
        name="event-reissue-api",
    ),
    path("events/<str:event>/entries/", EntriesView.as_view(), name="event-entries-api"),
    path(
        "events/<str:event>/entries/import/",
        EntriesImportView.as_view(),
        name="event-entries-import-api",
    ),
    path("events/<str:event>/entries/<int:entry>/", EntryView.as_view(), name="event-entry-api"),
]
