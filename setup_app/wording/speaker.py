"""Sentences for players, made from codes at the edge.

One gettext catalogue holds the rulebook's texts and the engine's own sentences, which are defined
here. A placeholder is `{name}`, `{name:one}` or `{name:many}` for a word that the rulebook names
(its text `name.<word>.one`), `{name:one or}` for a list of such words joined by "or",
`{name:counted word}` for a number of things that the rulebook names, and `{name:side}` for the
player of a side. If both sides do something together, `<code>.both` is preferred to `<code>`; so is
`<code>.<by>` if the parameters state who did it.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.utils.translation import gettext, gettext_noop

from setup_app.engine.errors import DomainError
from setup_app.engine.rulebook import Rulebook
from setup_app.engine.values import LogMessage
from setup_app.wording.figures import figure
from setup_app.wording.sentences import sentence, sentence_params

log = logging.getLogger(__name__)

ENGINE: Mapping[str, str] = {
    "step.sit_down": gettext_noop("Join"),
    "ask.sit_down": gettext_noop(
        "Check the table, the house rules and the other list. Ready to join?"
    ),
    "why.sit_down": gettext_noop(
        "Both players see the setup before anything is drawn. Any text you add is mixed into "
        "every roll, so no one can have picked the dice in advance."
    ),
    "why.sit_down.umpire": gettext_noop(
        "Both players see the setup before anything is drawn. This battle has an umpire: "
        "anyone with the umpire's link sees both hands and both lists. The person who set up "
        "the battle has that link. Any text you add is mixed into every roll, so no one can "
        "have picked the dice in advance."
    ),
    "ask.enter_roll": gettext_noop("Roll a {die} and enter the result."),
    "why.enter_roll": gettext_noop("This battle uses real dice on the table."),
    "both_sat_down": gettext_noop("Both players have joined."),
    "act.opened": gettext_noop("The battle was set up."),
    "act.back": gettext_noop("{side} undid their last answer."),
    "act.back.agreed": gettext_noop("Both agreed to undo everything after entry {to}."),
    "act.proposed.back": gettext_noop("{side} asks to undo everything after entry {to}."),
    "act.proposed.back.both": gettext_noop("Proposal: undo everything after entry {to}."),
    "act.proposed.accept_as_placed": gettext_noop(
        "{side} asks to allow a piece that breaks a rule. Their opponent decides."
    ),
    "act.proposed.stop": gettext_noop(
        "{side} asks to stop here and play on with real figures. Secrets stay sealed."
    ),
    "act.proposed.stop.both": gettext_noop(
        "Proposal: stop here and play on with real figures. Secrets stay sealed."
    ),
    "act.stopped": gettext_noop(
        "Both agreed to stop here and play on with real figures. Secrets stay sealed."
    ),
    "act.accepted": gettext_noop("{side} accepted."),
    "act.declined": gettext_noop("{side} declined."),
    "act.resigned": gettext_noop("{side} conceded."),
    "act.envelope_opened": gettext_noop("{side} revealed a secret."),
    "act.seat_reissued": gettext_noop("The link to {side}'s seat was replaced."),
    "act.seat_reissued.seat": gettext_noop(
        "The player in {side}'s seat signed out all other devices."
    ),
    "act.seat_reissued.both": gettext_noop("A link to this battle was replaced."),
    "act.seat_taken": gettext_noop("{side}'s seat was opened on a device."),
    "act.seat_freed": gettext_noop("{side}'s seat was given up."),
    "act.seat_freed.creator": gettext_noop(
        "The person who set up the battle freed {side}'s seat: it was {side}'s turn, and they "
        "had not been seen for days."
    ),
    "act.close_asked": gettext_noop("{side} wants to reveal everything."),
    "act.close_asked.both": gettext_noop("Both want to reveal everything."),
    "act.closed": gettext_noop("Everything was revealed."),
    "setting.chance_after_back": gettext_noop(
        "After an undo, the same roll gives the same result, or a new one."
    ),
    "side.first": gettext_noop("Player 1"),
    "side.second": gettext_noop("Player 2"),
    "side.either": gettext_noop("Both"),
    "junction.and": gettext_noop(" and "),
    "junction.or": gettext_noop(" or "),
    "junction.none": gettext_noop("nothing"),
    "junction.apart": gettext_noop("; "),
    "counted": gettext_noop("{number} {things}"),
    "counted.0": gettext_noop("no {things}"),
}

_PLACEHOLDER = re.compile(r"\{(\w+)(?::(\w+)(?: (\w+))?)?\}")
_BEGUN = re.compile(r"[.?] (?=\{)")


class NoSentence(LookupError):
    """A code without a sentence in any catalogue: our mistake, an error in tests."""


@dataclass(frozen=True)
class Speaker:
    """The sentence maker for one rulebook's battles; `players` are the two sides' names."""

    rulebook: Rulebook
    players: tuple[str, str] | None = None

    def __call__(self, told: LogMessage) -> str:
        """Return the sentence of a code with its parameters inserted.

        A code without one is an error in tests; in production it is logged and shown as it is.
        """
        together = told.params.get("side", 0) is None
        template = self._template(f"{told.code}.both") if together else None
        template = template or self._template(f"{told.code}.{told.params.get('by')}")
        template = template or self._template(told.code)
        if template is None:
            if getattr(settings, "TESTING", False):
                raise NoSentence(told.code)
            log.warning("no sentence for the code %s", told.code)
            return told.code
        # The first letter is a capital even for a name in lower case: “the machine” too.
        begun = {found.end() for found in _BEGUN.finditer(template)}

        def put(found: re.Match[str]) -> str:
            words = self._shown(found, told.params)
            return words[:1].upper() + words[1:] if found.start() in begun else words

        sentence = _PLACEHOLDER.sub(put, template)
        return sentence[:1].upper() + sentence[1:]

    def refusal(self, violation: Any) -> str:
        """Return the sentence of a violation, of the script's or the terrain's, its words named."""
        return sentence(violation.code, self.named(sentence_params(violation)))

    def name_words(self, refused: DomainError) -> DomainError:
        """Return the same refusal with its parameters in the rulebook's words."""
        return DomainError(
            refused.code,
            self.named(refused.params),
            violations=tuple(
                replace(each, params=self.named(each.params)) for each in refused.violations
            ),
        )

    def named(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """Return parameters with the rulebook's words for types, declarations and colours.

        A `reason` chooses a sentence and stays as it is, even if the rulebook has such a word.
        """
        return {
            name: value if name == "reason" else self._named(value)
            for name, value in params.items()
        }

    def _named(self, value: Any) -> Any:
        if isinstance(value, str):
            return self._word(value, "one")
        if isinstance(value, float):
            return figure(value)
        return value

    def _template(self, code: str) -> str | None:
        text = self.rulebook.texts.get(code) or ENGINE.get(code)
        if text is None and code.startswith("step."):
            text = self.rulebook.title_of(code.removeprefix("step."))
        return gettext(text) if text else None

    def _shown(self, placeholder: re.Match[str], params: Mapping[str, Any]) -> str:
        name, form, junction = placeholder.groups()
        if name not in params:
            return name
        value = params[name]
        if form == "counted":
            return self._counted(value, junction)
        if form == "side" or (name == "side" and form is None):
            return self.player(value)
        if isinstance(value, (list, tuple)):
            words = [self._word(word, form or "one") for word in value]
            if not words:
                return self._template("junction.none") or ""
            return self._joined(words, self._template(f"junction.{junction or 'and'}") or ", ")
        return self._word(value, form or "one")

    def _counted(self, number: int, word: str) -> str:
        """Return a count in the middle of a sentence: "1 TUG", "no SUGs"."""
        things = self._template(f"name.{word}.{'one' if number == 1 else 'many'}") or word
        template = self._template("counted" if number else "counted.0") or ""
        return template.format(number=number, things=things)

    def _joined(self, words: list[str], join: str) -> str:
        """Return a list as people say it; a word that is itself a pair ("orchards and vineyards")
        apart.
        """
        if any(join in word for word in words):
            return (self._template("junction.apart") or ", ").join(words)
        return join.join([", ".join(words[:-1]), words[-1]] if words[1:] else words)

    def _word(self, value: Any, form: str) -> str:
        if isinstance(value, float):
            return figure(value)
        if isinstance(value, str):
            return self._template(f"name.{value}.{form}") or value
        return str(value)

    def player(self, side: Any) -> str:
        if side not in (0, 1):
            return gettext(ENGINE["side.either"])
        named = self.players[side] if self.players else ""
        return named or gettext(ENGINE["side.second" if side else "side.first"])


def say(told: LogMessage, rulebook: Rulebook) -> str:
    """Return the sentence of one code without knowledge of the players."""
    return Speaker(rulebook)(told)
