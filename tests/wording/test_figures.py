"""Is a figure written as the language of the page writes it?"""

import pytest
from django.utils.translation import override

from setup_app.wording.figures import figure


@pytest.mark.parametrize(
    ("language", "written"), [("en", ["4", "4.5", "-0.25"]), ("eo", ["4", "4,5", "-0,25"])]
)
def test_a_figure_has_its_language_s_own_sign_and_no_nought_at_its_end(language, written):
    with override(language):
        assert [figure(each) for each in (4.0, 4.5, -0.25)] == written
