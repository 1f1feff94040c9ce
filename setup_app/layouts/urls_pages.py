"""Where does somebody find tables?"""

from django.urls import path

from setup_app.layouts.pages import asking, editing, finding, looking

urlpatterns = [
    path("tables/", asking.new, name="table-new"),
    path("tables/mine/", asking.mine, name="tables"),
    path("t/<slug:table>/", looking.table, name="table"),
    path("t/<slug:table>/state/", looking.state, name="table-state"),
    path("t/<slug:table>/layout.json", looking.layout, name="table-layout"),
    path("t/<slug:table>/picture.png", looking.picture, name="table-picture"),
    path("t/<slug:table>/sheet.pdf", looking.sheet, name="table-sheet"),
    path("t/<slug:table>/again/", looking.again, name="table-again"),
    path("t/<slug:table>/once-more/", looking.once_more, name="table-once-more"),
    path("t/<slug:table>/edit/", editing.edit, name="table-edit"),
    path("t/<slug:table>/edit/hints/", finding.hints, name="table-hints"),
    path("t/<slug:table>/edit/nearest/", finding.nearest, name="table-nearest"),
    path("t/<slug:table>/forget/", asking.forget, name="table-forget"),
]
