"""Take the README's picture: `python -m tools.readme_picture` writes docs/images/deploying.png.

It starts a Metator of its own, opens a battle at the deployment of an army, and stops everything
afterwards.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import ViewportSize, sync_playwright

from commands.places import ROOT
from tests.battles.pages.fast import Fast, sit_by
from tests.browser import FLAGS, executable
from tests.house import running_metator
from tools.page_shots import go

PICTURE = ROOT / "docs" / "images" / "deploying.png"
SIZE: ViewportSize = {"width": 1280, "height": 800}


def main() -> None:
    PICTURE.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        with running_metator(home / "home", home / "output") as server, sync_playwright() as play:
            browser = play.chromium.launch(executable_path=executable(), args=FLAGS)
            page = browser.new_page(viewport=SIZE, color_scheme="light", reduced_motion="reduce")
            battle = Fast.asked_for(server, "deploy")
            sit_by(page.context.request, battle.device_link(battle.side))
            go(page, battle.page_url)
            page.wait_for_selector("html[data-ready]", state="attached", timeout=60_000)
            page.screenshot(path=PICTURE)
            browser.close()


if __name__ == "__main__":
    main()
