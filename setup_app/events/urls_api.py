"""API addresses of events."""

from django.urls import path

from setup_app.events.api.checking import (
    DecisionsView,
    ListsFileView,
    ListsSheetView,
    LooksView,
    PeersView,
    PeerView,
    PublishListsView,
    ReopenView,
)
from setup_app.events.api.entries import EntriesImportView, EntriesView, EntryView
from setup_app.events.api.event_tables import (
    EventTablesView,
    EventTableView,
    FairnessView,
    LayView,
    PrepareView,
    SeatView,
)
from setup_app.events.api.events import CopyView, EventsView, EventView, JournalView
from setup_app.events.api.kits import KitFileView, KitView, PlanView
from setup_app.events.api.lists import (
    CommitmentsView,
    ListsView,
    ListView,
    SubmitView,
    WithdrawListView,
)
from setup_app.events.api.packing import PackingLineView, PackingView, RoundPlanView
from setup_app.events.api.prints import PrintView
from setup_app.events.api.results import (
    ClockView,
    ResultView,
    StandingsFileView,
    StandingsSheetView,
    StandingsView,
)
from setup_app.events.api.roles import ReissueView, RolesView, RoleView
from setup_app.events.api.rounds import (
    PairingsFileView,
    PairingsView,
    PublishView,
    RoundsView,
    RoundView,
    WithdrawView,
)

ROUND = "events/<str:event>/rounds/<number:number>/"
LIST = "events/<str:event>/entries/<number:entry>/list/"

urlpatterns = [
    path(LIST, ListView.as_view(), name="event-list-api"),
    path(f"{LIST}submit/", SubmitView.as_view(), name="event-list-submit-api"),
    path(f"{LIST}withdraw/", WithdrawListView.as_view(), name="event-list-withdraw-api"),
    path(f"{LIST}decisions/", DecisionsView.as_view(), name="event-decisions-api"),
    path(f"{LIST}reopen/", ReopenView.as_view(), name="event-list-reopen-api"),
    path(
        "events/<str:event>/commitments/", CommitmentsView.as_view(), name="event-commitments-api"
    ),
    path("events/<str:event>/lists/", ListsView.as_view(), name="event-lists-api"),
    path(
        "events/<str:event>/lists/publish/",
        PublishListsView.as_view(),
        name="event-lists-publish-api",
    ),
    path("events/<str:event>/lists.csv", ListsFileView.as_view(), name="event-lists-csv-api"),
    path("events/<str:event>/lists.xlsx", ListsSheetView.as_view(), name="event-lists-xlsx-api"),
    path("events/<str:event>/looks/", LooksView.as_view(), name="event-looks-api"),
    path("events/<str:event>/peers/", PeersView.as_view(), name="event-peers-api"),
    path("events/<str:event>/peers/<number:peer>/", PeerView.as_view(), name="event-peer-api"),
    path("events/<str:event>/prepare/", PrepareView.as_view(), name="event-prepare-api"),
    path("events/<str:event>/fairness/", FairnessView.as_view(), name="event-fairness-api"),
    path(f"{ROUND}tables/", EventTablesView.as_view(), name="event-tables-api"),
    path(f"{ROUND}tables/<number:table>/", EventTableView.as_view(), name="event-table-api"),
    path(f"{ROUND}tables/<number:table>/lay/", LayView.as_view(), name="event-lay-api"),
    path(f"{ROUND}tables/<number:table>/seat/", SeatView.as_view(), name="event-seat-api"),
    path("events/<str:event>/kit/", KitView.as_view(), name="event-kit-api"),
    path("events/<str:event>/kit.csv", KitFileView.as_view(), name="event-kit-csv-api"),
    path("events/<str:event>/kit/plan/", RoundPlanView.as_view(), name="event-kit-plan-api"),
    path(f"{ROUND}packing/", PackingView.as_view(), name="event-packing-api"),
    path(
        f"{ROUND}packing/<number:line>/", PackingLineView.as_view(), name="event-packing-line-api"
    ),
    path("events/<str:event>/print/", PrintView.as_view(), name="event-print-api"),
    path("kits/plan/", PlanView.as_view(), name="kit-plan-api"),
    path("events/", EventsView.as_view(), name="events-api"),
    path("events/<str:event>/", EventView.as_view(), name="event-api"),
    path("events/<str:event>/copy/", CopyView.as_view(), name="event-copy-api"),
    path("events/<str:event>/journal/", JournalView.as_view(), name="event-journal-api"),
    path("events/<str:event>/roles/", RolesView.as_view(), name="event-roles-api"),
    path("events/<str:event>/roles/<number:role>/", RoleView.as_view(), name="event-role-api"),
    path(
        "events/<str:event>/roles/<number:role>/reissue/",
        ReissueView.as_view(),
        name="event-reissue-api",
    ),
    path("events/<str:event>/entries/", EntriesView.as_view(), name="event-entries-api"),
    path(
        "events/<str:event>/entries/import/",
        EntriesImportView.as_view(),
        name="event-entries-import-api",
    ),
    path("events/<str:event>/entries/<number:entry>/", EntryView.as_view(), name="event-entry-api"),
    path("events/<str:event>/rounds/", RoundsView.as_view(), name="event-rounds-api"),
    path(ROUND, RoundView.as_view(), name="event-round-api"),
    path(f"{ROUND}pairings/", PairingsView.as_view(), name="event-pairings-api"),
    path(f"{ROUND}pairings.csv", PairingsFileView.as_view(), name="event-pairings-csv-api"),
    path(f"{ROUND}publish/", PublishView.as_view(), name="event-round-publish-api"),
    path(f"{ROUND}withdraw/", WithdrawView.as_view(), name="event-round-withdraw-api"),
    path(f"{ROUND}tables/<number:table>/result/", ResultView.as_view(), name="event-result-api"),
    path(
        "events/<str:event>/standings.pdf",
        StandingsSheetView.as_view(),
        name="event-standings-pdf-api",
    ),
    path("events/<str:event>/standings/", StandingsView.as_view(), name="event-standings-api"),
    path(
        "events/<str:event>/standings.csv",
        StandingsFileView.as_view(),
        name="event-standings-csv-api",
    ),
    path("events/<str:event>/clock/", ClockView.as_view(), name="event-clock-api"),
]
