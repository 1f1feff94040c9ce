"""The app that draws the pre-battle system on a battle's pages."""

from django.apps import AppConfig


class PbsPagesConfig(AppConfig):
    name = "setup_app.rulebook_pages.pbs_2023_1"
    label = "pbs_2023_1_pages"
    verbose_name = "Pages of the pre-battle system"

    def ready(self) -> None:
        from setup_app.battles.pages.rulebook_pages import register_pages
        from setup_app.battles.position_sheets import register_position_sheet
        from setup_app.maps.sheets import register_map_sheet
        from setup_app.rulebook_pages.pbs_2023_1.pages import MAP_SHEET, PAGES, RULEBOOK_ID
        from setup_app.rulebook_pages.pbs_2023_1.position_sheet import POSITION_SHEET

        register_pages(RULEBOOK_ID, PAGES)
        register_map_sheet(RULEBOOK_ID, MAP_SHEET)
        register_position_sheet(RULEBOOK_ID, POSITION_SHEET)
