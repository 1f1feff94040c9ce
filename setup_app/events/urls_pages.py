"""Where does somebody find events?"""

from django.urls import path

from setup_app.events.pages import (
    acts,
    checking,
    doors,
    ground_page,
    grounds_page,
    kit_page,
    links_page,
    one_ground,
    own_list,
    own_seat,
    packing_page,
    players_page,
    role_page,
    rounds_page,
    slips,
    terms_page,
    wall,
)

ROLE = "e/<slug:event>/r<int:role>/"
GROUND = f"{ROLE}tables/<int:number>/<int:table>/"

urlpatterns = [
    path("events/", doors.index, name="events"),
    path("events/new/", doors.create, name="event-new"),
    path("e/<slug:event>/", role_page.public_page, name="event"),
    path("e/<slug:event>/as/<slug:token>/", doors.come_in, name="event-as"),
    path("e/<slug:event>/screen/", wall.screen, name="event-screen"),
    path(
        "e/<slug:event>/rounds/<int:number>/tables/<int:table>/",
        ground_page.table,
        name="event-table",
    ),
    path(
        "e/<slug:event>/rounds/<int:number>/tables/<int:table>/sheet.pdf",
        ground_page.sheet,
        name="event-table-sheet",
    ),
    path("e/<slug:event>/enter/", doors.enter, name="event-enter"),
    path("e/<slug:event>/event.ics", doors.calendar, name="event-calendar"),
    path("e/<slug:event>/lists/", checking.book, name="event-list-book"),
    path(
        "e/<slug:event>/lists/<int:entry>/<int:version>/sealed.txt",
        checking.sealed_file,
        name="event-sealed",
    ),
    path(f"{ROLE}terms/", terms_page.terms, name="event-terms"),
    path(f"{ROLE}terms/copy/", terms_page.copy, name="event-copy"),
    path(f"{ROLE}terms/delete/", terms_page.delete, name="event-delete"),
    path(f"{ROLE}rounds/", rounds_page.rounds, name="event-rounds"),
    path(f"{ROLE}players/", players_page.players, name="event-players"),
    path(f"{ROLE}players/<int:entry>/", players_page.one_player, name="event-one-player"),
    path(f"{ROLE}door/", players_page.door, name="event-door"),
    path(f"{ROLE}tables/", grounds_page.grounds, name="event-grounds"),
    path(GROUND, one_ground.ground, name="event-ground"),
    path(f"{GROUND}edit/", one_ground.edit, name="event-ground-edit"),
    path(f"{GROUND}edit/hints/", one_ground.hints, name="event-ground-hints"),
    path(f"{GROUND}edit/nearest/", one_ground.nearest, name="event-ground-nearest"),
    path(f"{ROLE}packing/", packing_page.packing, name="event-packing"),
    path(f"{ROLE}kit/", kit_page.kit, name="event-kit"),
    path(f"{ROLE}links/", links_page.links, name="event-links"),
    path(f"{ROLE}slips/", slips.slips, name="event-slips"),
    path(f"{ROLE}seat/", own_seat.sit, name="event-own-seat"),
    path(f"{ROLE}list/", own_list.own_list, name="event-own-list"),
    path(f"{ROLE}list/<slug:what>/", own_list.act, name="event-own-list-act"),
    path(f"{ROLE}lists/", checking.queue, name="event-queue"),
    path(f"{ROLE}lists/publish/", checking.publish, name="event-lists-publish"),
    path(f"{ROLE}lists/reopen/", checking.reopen, name="event-list-reopen"),
    path(f"{ROLE}lists/hand-in/", checking.hand_in, name="event-list-hand-in"),
    path(f"{ROLE}lists/<int:entry>/", checking.one_list, name="event-one-list"),
    path(f"{ROLE}lists/<int:entry>/decide/", checking.decide, name="event-list-decide"),
    path(ROLE, role_page.role_page, name="event-role"),
    path(f"{ROLE}<slug:what>/", acts.act, name="event-act"),
]
