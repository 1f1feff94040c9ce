"""Where does a player find battles?"""

from django.urls import path

from setup_app.battles.pages import (
    acting,
    beginning,
    ending,
    home,
    laid_open,
    looking,
    placing,
    seats,
    talking,
)

urlpatterns = [
    path("", home.home, name="home"),
    path("battles/", home.mine, name="battles"),
    path("battles/new/", beginning.create, name="battle-new"),
    path("battles/try/", beginning.try_now, name="battle-try"),
    path("b/<slug:battle>/", looking.battle, name="battle"),
    path("b/<slug:battle>/state/", looking.state, name="battle-state"),
    path("b/<slug:battle>/take-up/", looking.take_up, name="battle-take-up"),
    path("b/<slug:battle>/move/", acting.move, name="battle-move"),
    path("b/<slug:battle>/sit-down/", acting.sit_down, name="battle-sit-down"),
    path("b/<slug:battle>/place/", placing.place, name="battle-place"),
    path("b/<slug:battle>/suggest/", placing.suggest, name="battle-suggest"),
    path("b/<slug:battle>/say/", talking.say, name="battle-say"),
    path("b/<slug:battle>/said/", talking.said, name="battle-said"),
    path("b/<slug:battle>/undo/", acting.undo, name="battle-undo"),
    path("b/<slug:battle>/back/", acting.back, name="battle-back"),
    path("b/<slug:battle>/reply/", acting.reply, name="battle-reply"),
    path("b/<slug:battle>/close/", acting.close, name="battle-close"),
    path("b/<slug:battle>/resign/", acting.resign, name="battle-resign"),
    path("b/<slug:battle>/rematch/", acting.rematch, name="battle-rematch"),
    path("b/<slug:battle>/give/", seats.give, name="battle-give"),
    path("b/<slug:battle>/links/", seats.links, name="battle-links"),
    path("b/<slug:battle>/seat/<str:token>/", seats.take, name="battle-seat"),
    path("b/<slug:battle>/watch/<str:token>/", looking.watch, name="battle-watch"),
    path("b/<slug:battle>/forget/", home.forget, name="battle-forget"),
    path("b/<slug:battle>/proof/", laid_open.proof, name="battle-own-proof"),
    path("b/<slug:battle>/proof/<str:token>/", laid_open.proof_watched, name="battle-watch-proof"),
    path("b/<slug:battle>/print/", ending.print_view, name="battle-print"),
    path("b/<slug:battle>/print/<str:token>/", ending.print_watched, name="battle-watch-print"),
    path("b/<slug:battle>/sheet.pdf", ending.sheet, name="battle-sheet"),
    path("b/<slug:battle>/sheet/<str:token>.pdf", ending.sheet_watched, name="battle-watch-sheet"),
]
