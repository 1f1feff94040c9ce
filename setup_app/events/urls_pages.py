"""Where does somebody find events?"""

from django.urls import path

from setup_app.events.pages import acts, doors, role_page

urlpatterns = [
    path("events/", doors.index, name="events"),
    path("events/new/", doors.create, name="event-new"),
    path("e/<slug:event>/", role_page.public_page, name="event"),
    path("e/<slug:event>/as/<slug:token>/", doors.come_in, name="event-as"),
    path("e/<slug:event>/r<int:role>/", role_page.role_page, name="event-role"),
    path("e/<slug:event>/r<int:role>/<slug:what>/", acts.act, name="event-act"),
]
