"""Do the scripts and sheets of a page do in one file what they do in many?"""

import gzip
import hashlib
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.template import engines
from django.test import Client

from setup_app.web.assets import bundles, modules, sheets
from setup_app.web.assets.source import UnusableAsset, path_of

TEMPLATES = Path(settings.BASE_DIR, "templates")


@pytest.fixture
def folder(tmp_path, settings):
    """An empty `static`, filled by `write`."""
    settings.STATICFILES_DIRS = [tmp_path]
    finders.get_finder.cache_clear()
    yield tmp_path
    finders.get_finder.cache_clear()


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text)


@pytest.mark.parametrize("recipe", bundles.recipes(), ids=lambda each: " ".join(each.files))
def test_everything_that_a_template_names_can_be_put_together(recipe):
    made = bundles.bundle(recipe)

    answer = Client().get(made.url)

    assert answer.content == gzip.decompress(made.compressed)
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert not answer.cookies


def test_no_template_asks_for_a_script_or_a_sheet_by_itself():
    """But for what is drawn when nothing else works, and for a page that is not ours."""
    alone = {
        f"{path.relative_to(TEMPLATES)}"
        for path in TEMPLATES.rglob("*.html")
        if 'rel="stylesheet"' in (text := path.read_text()) or 'type="module"' in text
    }
    assert alone == {"500.html", "503.html", "api/docs.html"}


def test_a_module_stands_after_what_it_imports_and_keeps_its_own_names(folder):
    write(
        folder,
        a_js='import { two as second } from "./b.js";\nimport * as all from "./c.js";\nown();',
        b_js='import { three } from "./c.js";\nconst own = 1;\nexport const two = own + three;',
        c_js="const own = 2;\nexport const three = own;\nexport { own as kept };",
    )

    made = modules.joined(["a.js"])

    assert [line for line in made.splitlines() if line.startswith("//")] == [
        "// c.js",
        "// b.js",
        "// a.js",
    ]
    assert "const { two: second } = $$1;\nconst all = $$0;\nown();" in made
    assert "Object.assign($$0, { three, kept: own });" in made


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('import { gone } from "./gone.js";', "static/gone.js: file not found"),
        ("export default 1;", "export default 1;"),
        ("export let moves = 1;", "export let moves"),
        ("let moves = 1;\nmoves += 1;\nexport { moves };", "moves may change"),
        ("var a = 1, moves = 2;\nmoves++;\nexport { moves as all };", "moves may change"),
        ("let moves;\nexport { moves };", "moves may change"),
        ("let { moves } = two();\nexport { moves };", "moves may change"),
        ('const late = import("./b.js");', "import("),
        ("fetch(import.meta.url);", "import.meta"),
        ('import whole from "./b.js";', "cannot import whole"),
        ('import { a } from "./a.js";', "in a circle: a.js -> a.js"),
    ],
)
def test_a_module_that_cannot_be_put_together_is_refused(folder, text, why):
    write(folder, a_js=text, b_js="export const b = 1;")

    with pytest.raises(UnusableAsset) as refused:
        modules.joined(["a.js"])

    assert why in str(refused.value)


def test_a_sheet_names_its_files_from_the_root_and_holds_what_it_imports(folder):
    (folder / "css").mkdir()
    write(folder, a_woff2="", b_css="b { background: url(a.woff2) }", c_css="c { color: red }")
    (folder / "css" / "a.css").write_text(
        '@import "../b.css";\n@import url("../c.css") print;\n'
        'a { filter: url("#soft"); src: url("../a.woff2#x"); mask: url("data:image/png,1") }'
    )

    made = sheets.joined(["css/a.css"])

    assert made == (
        '/* b.css */\nb { background: url("/static/a.woff2") }\n'
        "@media print {\n/* c.css */\nc { color: red }\n}\n"
        '/* css/a.css */\na { filter: url("#soft"); src: url("/static/a.woff2#x"); '
        'mask: url("data:image/png,1") }'
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a { src: url(gone.woff2) }", "static/gone.woff2: file not found"),
        ('@import "a.css";', "in a circle: a.css -> a.css"),
        ('@import "b.css" layer(base);', 'static/a.css: cannot be put together: @import "b.css"'),
        ('@import "b.css" supports(display: grid) print;', "cannot be put together: @import"),
    ],
)
def test_a_sheet_that_cannot_be_put_together_is_refused(folder, text, why):
    write(folder, a_css=text)

    with pytest.raises(UnusableAsset) as refused:
        sheets.joined(["a.css"])

    assert why in str(refused.value)


def test_the_start_names_a_file_that_cannot_be_put_together(folder):
    bundles._made.cache_clear()
    with pytest.raises(UnusableAsset, match=r"^static/\S+: file not found$"):
        bundles.put_together()


def test_a_page_of_an_older_version_gets_todays_script_and_is_told_not_to_keep_it():
    made = bundles.bundle(bundles.Recipe("script", ("js/links.js",)))

    answer = Client().get(f"/assets/0123456789abcdef/{made.recipe.name}")

    assert (answer.status_code, answer["Cache-Control"]) == (200, "no-cache")
    assert Client().get(f"/assets/{made.mark}/never.js").status_code == 404


def test_it_is_sent_compressed_to_whoever_can_read_that():
    made = bundles.bundle(bundles.Recipe("script", ("js/links.js",)))

    packed = Client().get(made.url, headers={"accept-encoding": "gzip, br"})

    assert packed["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed["Vary"]
    assert gzip.decompress(packed.content) == made.content
    for refused in ("gzip;q=0", "br, gzip; q=0.000", "x-gzip-like", ""):
        plain = Client().get(made.url, headers={"accept-encoding": refused})
        assert ("Content-Encoding" in plain, plain.content) == (False, made.content)


def test_what_others_have_written_is_kept_as_they_published_it():
    """The sum of `dist/idiomorph.esm.js` in the npm package idiomorph 0.7.4."""
    kept = path_of("vendor/idiomorph-0.7.4.esm.js").read_bytes()

    assert hashlib.sha256(kept).hexdigest() == (
        "2b6f0db82e7e2c3a7c727ad508ba851e49a5d19c7af838f4b13e3c9897087208"
    )


def test_while_somebody_edits_the_next_page_has_it(folder, settings):
    tag = engines["django"].from_string('{% load assets %}{% script "a.js" %}')
    settings.DEBUG = True
    write(folder, a_js="one();")
    first = tag.render()

    write(folder, a_js="two();")

    assert tag.render() != first
