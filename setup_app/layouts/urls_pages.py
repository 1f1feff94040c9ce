"""Page addresses of tables."""

from django.urls import path

from setup_app.layouts.pages import editor, hints, new_table, set_page, table_page

urlpatterns = [
    path("tables/", new_table.new, name="table-new"),
    path("tables/mine/", new_table.mine, name="tables"),
    path("tables/<slug:table_set>/", set_page.table_set, name="table-set"),
    path("tables/<slug:table_set>/state/", set_page.state, name="table-set-state"),
    path("tables/<slug:table_set>/print/", set_page.print_all, name="table-set-print"),
    path("tables/<slug:table_set>/print/<uuid:job>/", set_page.printed, name="table-set-printed"),
    path(
        "tables/<slug:table_set>/print/<uuid:job>/state/",
        set_page.print_state,
        name="table-set-print-state",
    ),
    path("tables/<slug:table_set>/forget/", set_page.forget, name="table-set-forget"),
    path("t/<slug:table>/", table_page.table, name="table"),
    path("t/<slug:table>/state/", table_page.state, name="table-state"),
    path("t/<slug:table>/layout.json", table_page.layout, name="table-layout"),
    path("t/<slug:table>/picture.png", table_page.picture, name="table-picture"),
    path("t/<slug:table>/sheet.pdf", table_page.sheet, name="table-sheet"),
    path("t/<slug:table>/again/", table_page.again, name="table-again"),
    path("t/<slug:table>/once-more/", table_page.once_more, name="table-once-more"),
    path("t/<slug:table>/edit/", editor.edit, name="table-edit"),
    path("t/<slug:table>/edit/hints/", hints.hints, name="table-hints"),
    path("t/<slug:table>/edit/nearest/", hints.nearest, name="table-nearest"),
    path("t/<slug:table>/forget/", new_table.forget, name="table-forget"),
]
