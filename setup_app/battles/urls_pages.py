"""Where does a player find battles?"""

from django.urls import path

from setup_app.battles.pages import (
    disclosure,
    hints,
    messages,
    mine,
    moves,
    new_battle,
    pictures,
    place_form,
    print_sheet,
    seat_links,
    visits,
)

urlpatterns = [
    path("battles/", mine.mine, name="battles"),
    path("battles/new/", new_battle.create, name="battle-new"),
    path("battles/try/", new_battle.try_now, name="battle-try"),
    path("b/<slug:battle>/", visits.battle, name="battle"),
    path("b/<slug:battle>/screen/", visits.screen, name="battle-screen"),
    path("b/<slug:battle>/screen/<str:token>/", visits.screen_watched, name="battle-watch-screen"),
    path("b/<slug:battle>/state/", visits.state, name="battle-state"),
    path("b/<slug:battle>/take-up/", visits.take_up, name="battle-take-up"),
    path("b/<slug:battle>/move/", moves.move, name="battle-move"),
    path("b/<slug:battle>/sit-down/", moves.sit_down, name="battle-sit-down"),
    path("b/<slug:battle>/place/", place_form.place, name="battle-place"),
    path("b/<slug:battle>/suggest/", place_form.suggest, name="battle-suggest"),
    path("b/<slug:battle>/hints/", hints.hints, name="battle-hints"),
    path("b/<slug:battle>/nearest/", hints.nearest, name="battle-nearest"),
    path("b/<slug:battle>/table/", hints.table, name="battle-table"),
    path("b/<slug:battle>/table/<str:token>/", hints.table_watched, name="battle-watch-table"),
    path("b/<slug:battle>/say/", messages.say, name="battle-say"),
    path("b/<slug:battle>/said/", messages.said, name="battle-said"),
    path("b/<slug:battle>/undo/", moves.undo, name="battle-undo"),
    path("b/<slug:battle>/back/", moves.back, name="battle-back"),
    path("b/<slug:battle>/reply/", moves.reply, name="battle-reply"),
    path("b/<slug:battle>/close/", moves.close, name="battle-close"),
    path("b/<slug:battle>/resign/", moves.resign, name="battle-resign"),
    path("b/<slug:battle>/rematch/", moves.rematch, name="battle-rematch"),
    path("b/<slug:battle>/give/", seat_links.give, name="battle-give"),
    path("b/<slug:battle>/replace/", seat_links.replace, name="battle-replace"),
    path("b/<slug:battle>/links/", seat_links.links, name="battle-links"),
    path("b/<slug:battle>/seat/<str:token>/", seat_links.take, name="battle-seat"),
    path("b/<slug:battle>/watch/<str:token>/", visits.watch, name="battle-watch"),
    path("b/<slug:battle>/watch/<str:token>/picture.png", pictures.watched, name="battle-picture"),
    path("b/<slug:battle>/forget/", mine.forget, name="battle-forget"),
    path("b/<slug:battle>/proof/", disclosure.proof, name="battle-own-proof"),
    path("b/<slug:battle>/proof/<str:token>/", disclosure.proof_watched, name="battle-watch-proof"),
    path("b/<slug:battle>/print/", print_sheet.print_view, name="battle-print"),
    path(
        "b/<slug:battle>/print/<str:token>/", print_sheet.print_watched, name="battle-watch-print"
    ),
    path("b/<slug:battle>/sheet.pdf", print_sheet.sheet, name="battle-sheet"),
    path(
        "b/<slug:battle>/sheet/<str:token>.pdf",
        print_sheet.sheet_watched,
        name="battle-watch-sheet",
    ),
]
