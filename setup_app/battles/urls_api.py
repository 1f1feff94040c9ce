"""API addresses of battles."""

from django.urls import path

from setup_app.battles.api import battles, challenges, messages, moves, seats, tables
from setup_app.battles.stream.api import StreamView

urlpatterns = [
    path("stream/", StreamView.as_view(), name="stream"),
    path("battles/", battles.BattlesView.as_view(), name="battles"),
    path("battles/<str:battle>/", battles.BattleView.as_view(), name="battle"),
    path("battles/<str:battle>/events/", battles.EventsView.as_view(), name="battle-events"),
    path("battles/<str:battle>/proof/", battles.ProofView.as_view(), name="battle-proof"),
    path(
        "battles/<str:battle>/layout.json",
        tables.BattleLayoutJSONView.as_view(),
        name="battle-layout-json",
    ),
    path(
        "battles/<str:battle>/layout.svg",
        tables.BattleLayoutSVGView.as_view(),
        name="battle-layout-svg",
    ),
    path(
        "battles/<str:battle>/layout.png",
        tables.BattleLayoutPNGView.as_view(),
        name="battle-layout-png",
    ),
    path(
        "battles/<str:battle>/layout.pdf",
        tables.BattleLayoutPDFView.as_view(),
        name="battle-layout-pdf",
    ),
    path(
        "battles/<str:battle>/position.json",
        tables.BattlePositionJSONView.as_view(),
        name="battle-position-json",
    ),
    path(
        "battles/<str:battle>/position.svg",
        tables.BattlePositionSVGView.as_view(),
        name="battle-position-svg",
    ),
    path(
        "battles/<str:battle>/position.png",
        tables.BattlePositionPNGView.as_view(),
        name="battle-position-png",
    ),
    path(
        "battles/<str:battle>/position.pdf",
        tables.BattlePositionPDFView.as_view(),
        name="battle-position-pdf",
    ),
    path("battles/<str:battle>/messages/", messages.MessagesView.as_view(), name="battle-messages"),
    path("battles/<str:battle>/moves/", moves.MovesView.as_view(), name="battle-moves"),
    path("battles/<str:battle>/suggest/", moves.SuggestView.as_view(), name="battle-suggest"),
    path("battles/<str:battle>/hints/", moves.HintsView.as_view(), name="battle-hints"),
    path("battles/<str:battle>/zones/", moves.ZonesView.as_view(), name="battle-zones"),
    path("battles/<str:battle>/plan/", moves.PlanView.as_view(), name="battle-plan"),
    path("battles/<str:battle>/undo/", moves.UndoView.as_view(), name="battle-undo"),
    path("battles/<str:battle>/zones/", moves.ZonesView.as_view(), name="battle-zones"),
    path("battles/<str:battle>/proposals/", moves.ProposalsView.as_view(), name="battle-proposals"),
    path(
        "battles/<str:battle>/proposals/<number:proposal>/accept/",
        moves.AcceptProposalView.as_view(),
        name="battle-proposal-accept",
    ),
    path(
        "battles/<str:battle>/proposals/<number:proposal>/decline/",
        moves.DeclineProposalView.as_view(),
        name="battle-proposal-decline",
    ),
    path(
        "battles/<str:battle>/envelopes/<str:envelope>/open/",
        moves.OpenEnvelopeView.as_view(),
        name="battle-open-envelope",
    ),
    path("battles/<str:battle>/close/", moves.CloseView.as_view(), name="battle-close"),
    path("battles/<str:battle>/resign/", moves.ResignView.as_view(), name="battle-resign"),
    path("battles/<str:battle>/rematch/", seats.RematchView.as_view(), name="battle-rematch"),
    path("challenges/", challenges.ChallengesView.as_view(), name="challenges-api"),
    path("challenges/<str:challenge>/", challenges.ChallengeView.as_view(), name="challenge-api"),
    path(
        "challenges/<str:challenge>/accept/",
        challenges.AcceptView.as_view(),
        name="challenge-accept-api",
    ),
    path("battles/<str:battle>/links/", seats.LinksView.as_view(), name="battle-links"),
    path(
        "battles/<str:battle>/seats/<str:seat>/reissue/",
        seats.ReissueView.as_view(),
        name="battle-reissue",
    ),
    path(
        "battles/<str:battle>/seats/<str:seat>/take/",
        seats.TakeView.as_view(),
        name="battle-take",
    ),
    path(
        "battles/<str:battle>/seats/<str:seat>/device/",
        seats.DeviceView.as_view(),
        name="battle-device-link",
    ),
]
