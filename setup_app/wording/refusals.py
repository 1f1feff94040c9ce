"""Sentences for refusals, by code: what is wrong and what would be right.

`setup_app.wording.sentences` fills in a refusal's parameters; `{pieces}`, `{measured}` and
`{required}` come with every violation.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

REFUSALS: Mapping[str, Any] = {
    "stale_version": _(
        "You answered version {expected}, and the battle is at version {version}."
        " Look again and answer anew."
    ),
    "already_answered": _("This has been answered already. Look again."),
    "checking": _("An answer to this is being checked. Wait for it, then look again."),
    "log_full": _(
        "This server keeps {most} entries of a battle, and the log of this one is full: no answer"
        " and no proposal finds room in it, and what is taken back stays in it. Give the battle up"
        " or close it, and begin another one."
    ),
    "prompt_not_open": _("Nobody is asked this now. Look again at what is asked."),
    "not_an_option": _("This is not among the answers that are open. Choose one that is offered."),
    "wrong_shape": _("The answer has not the shape that was asked for, at {where}."),
    "not_your_prompt": _("This is for the other side to answer."),
    "read_only": _(
        "This battle can be read but not played on: what is stored no longer leads to the table"
        " that was seen ({reason}). Nothing was lost; tell whoever runs this server."
    ),
    "replay_mismatch": _("This log does not lead to the table that it says it does."),
    "unknown_rulebook": _("There is no rulebook {rulebook} here."),
    "until_not_known": _("A battle cannot go until {until}; it goes until one of: {known}."),
    "unknown_setting": _("There is no setting {name}."),
    "setting_not_allowed": _("The setting {name} cannot have this value."),
    "no_such_version": _("There is no version {version}; the latest is {latest}."),
    "battle_over": _("The battle is over."),
    "not_over_yet": _("The battle is not over yet; a close would show every hand."),
    "no_such_envelope": _("There is no such envelope of yours."),
    "cannot_undo": _(
        "This cannot be taken back alone: something was revealed, rolled or done since."
        " Propose to go back instead."
    ),
    "cannot_go_back_there": _(
        "This cannot be taken back as far as number {to}. Choose a number of what was played since"
        " both sat down; after the end nothing is taken back."
    ),
    "no_such_proposal": _(
        "There is no such proposal open. It was answered, or the battle went on."
    ),
    "not_your_proposal": _("This is for the other side to accept."),
    "nothing_to_accept": _("This is legal as it is: play it."),
    "key_reused": _("This Idempotency-Key stood for another request. Use a new one."),
    "key_too_short": _(
        "Without an account or a seat an Idempotency-Key has at least 32 characters."
    ),
    "key_unreadable": _("An Idempotency-Key has 1 to 255 visible characters."),
    "army_not_found": _("There is no army list {army}, or it is not yours. Send the list itself."),
    "map_not_found": _("There is no map {map}, or it is not yours."),
    "bot_needs_server": _("A bot plays only with the server's dice and cards."),
    "places_nothing": _("Nothing of that kind is placed in answer to this."),
    "no_deployment": _("There is no army on this table yet."),
    "no_layout": _("There is no table to be shown yet."),
    "already_accepted": _("Somebody else has accepted this challenge; the battle is under way."),
    "withdrawn": _("Whoever made this challenge has withdrawn it. Nobody can accept it any more."),
    "not_this_rulebook": _(
        "This list is for another rulebook ({found}); here {wanted} is played. Bring a list for"
        " that one."
    ),
    "points_out_of_range": _(
        "The units of this list come to {found} points; from {least} to {most} are wanted."
    ),
    "points_not_counted": _(
        "Lists of {rulebook} state no points for their units: leave the points out."
    ),
    "no_such_link": _(
        "This link leads to no list here. A list’s page makes one under “Share”; its owner may have"
        " taken it back."
    ),
    "seat_used_up": _(
        "This link to the seat was used up: somebody sat down by it, or it was made anew. Whoever"
        " sits there makes a link for another device on the page of the battle’s links."
    ),
    "seat_taken": _(
        "Somebody sits there. He gives the seat up himself; or ask again once he has been asked"
        " something and has not been seen for some days."
    ),
    "link_used_up": _(
        "This link for one more device was used, or its ten minutes are over. Make another one on"
        " the device that holds the seat."
    ),
    "nothing_said": _("There is nothing to read in this message."),
    "said_both": _("Send a line of your own or a ready-made word, not both."),
    "unknown_word": _("There is no ready-made word {word}; there are: {known}."),
    "not_one_line": _("A message is one line, without control characters."),
    "message_too_long": _("This message has {length} characters; the most is {most}."),
    "too_many_messages": _("At most {most} messages go off in a minute. Wait a little."),
    "too_many_battles": _("One stream tells of at most {most} battles. Open another for the rest."),
    "too_many_streams": _(
        "As many streams as one caller or one address may have are open already. Close one, as a"
        " page that shows a battle, and try again."
    ),
    "no_stream": _(
        "This server was started in a way that cannot tell anybody of battles while they go on."
        " Nothing is lost: ask for the battle itself from time to time."
    ),
    "streams_full": _(
        "This server tells as many listeners of their battles as it can. Nothing is lost: ask for"
        " the battle itself, and try again in a while."
    ),
    "foreign_page": _(
        "A page of another site asked for this in your name, so it was not done. Open this"
        " server's own page, or let your program send no cookie."
    ),
    "umpire_plays": _(
        "The umpire's link shows both hands, and you sit at this battle. Give it to somebody who"
        " does not play."
    ),
    "too_many_open": _(
        "Of one player or one address this server keeps as many unfinished battles and open"
        " challenges: {most}. Finish one, give one up or withdraw one, then begin the next."
    ),
}

GROUND: Mapping[str, Any] = {
    "invalid_outline": _("{pieces}: this outline is no simple polygon. Draw one line around it."),
    "invalid_outline.self_crossing": _(
        "{pieces}: the outline crosses or touches itself. Draw one line around the piece."
    ),
    "invalid_outline.repeated_point": _(
        "{pieces}: the outline comes through one point twice (points are told apart to three"
        " decimals). Leave one out."
    ),
    "invalid_outline.too_few_points": _("{pieces}: an outline has at least three points."),
    "invalid_outline.zero_area": _("{pieces}: the outline encloses nothing."),
    "invalid_outline.hole": _("{pieces}: an outline has no holes. Draw one line around the piece."),
    "unknown_type": _("{pieces}: there is no terrain called {type}."),
    "outside_table": _("{pieces} lies {measured} BW off the table. Move it onto the table."),
    "overlap": _("{pieces} overlap by {measured} BW. Move them apart."),
    "overlap.unmeasured": _("{pieces} overlap. Move them apart."),
    "overlap.no_ground_of_its_own": _("{pieces}: some of it must lie on land of its own."),
    "too_close": _("{pieces}: {measured} of {required} BW apart."),
    "too_close.unmeasured": _("{pieces}: too near."),
    "too_small": _("{pieces} measures {measured} BW; at least {required} is needed."),
    "too_small.exclusive": _("{pieces} measures {measured} BW; more than {required} is needed."),
    "too_large": _("{pieces} measures {measured} BW; at most {required} is allowed."),
    "too_thin": _(
        "{pieces} covers {measured} of the rectangle around it; at least {required} is needed."
    ),
    "outside_sector": _("{pieces} sticks {measured} BW out of its sector."),
    "outside_sector.left": _("{pieces} sticks {measured} BW out of the left flank sector."),
    "outside_sector.centre": _("{pieces} sticks {measured} BW out of the centre."),
    "outside_sector.right": _("{pieces} sticks {measured} BW out of the right flank sector."),
    "straddles_sectors": _("{pieces} must lie wholly in one sector; {measured} BW lie outside."),
    "wrong_half": _("{pieces} reaches {measured} BW into the other half of the table."),
    "not_touching_edge": _("{pieces} must touch a table edge; it is {measured} BW away."),
    "not_straight": _("{pieces}: the sides of a band are straight; one is {measured} BW off."),
    "too_wide": _("{pieces} is {measured} BW wide; at most {required} is allowed."),
    "too_narrow": _("{pieces} is {measured} BW wide; at least {required} is needed."),
    "not_edge_to_edge": _(
        "{pieces} must reach the edge along its whole end; {measured} BW are missing."
    ),
    "too_deep": _("{pieces} is {measured} BW deep; at most {required} is allowed."),
    "too_shallow": _("{pieces} is {measured} BW deep; at least {required} is needed."),
    "not_in_territory": _("{pieces}: this territory has no {type}."),
    "limit_exceeded": _(
        "{pieces}: that makes {measured}; at most {required} may lie on the table."
    ),
    "limit_exceeded.per_player": _(
        "{pieces}: that makes {measured} of this player; at most {required} are allowed for each."
    ),
    "category_not_open": _(
        "{pieces}: no place is open for another piece of this category; this makes {measured} for"
        " {required}."
    ),
    "category_not_open.unmeasured": _("{pieces}: no such piece is placed here."),
    "category_not_open.turns": _(
        "{pieces}: {measured} compulsory pieces are wished for a player who selects {required}."
    ),
    "not_in_box": _("{pieces}: the box names no {type} for the secure flank."),
    "die_required": _("{pieces} needs a placement die here."),
    "must_not_move": _("{pieces} cannot be moved or turned."),
    "impassable_not_allowed": _("{pieces}: on this ground nothing may be impassable."),
    "dangerous_not_allowed": _("{pieces}: on this ground nothing may be dangerous."),
    "declaration_not_allowed": _("{pieces} may not be declared {declared} here."),
    "declaration_not_allowed.row": _(
        "{pieces}: the rules of this territory let nobody declare this type {declared}."
    ),
    "declaration_not_allowed.number": _(
        "{pieces}: at most {required} of this type may be declared {declared};"
        " this makes {measured}."
    ),
    "declaration_not_allowed.size": _(
        "{pieces} measures {measured} BW; declared {declared} it measures {required} each way."
    ),
    "moved_too_far": _("{pieces} was moved {measured} BW; at most {required} is allowed."),
    "pivot_off_piece": _(
        "The point to turn about lies {measured} BW off {pieces}; choose one on it."
    ),
    "place_exists": _("There is a legal place for {type}: ask for a suggestion."),
    "nothing_chosen": _("Nothing was chosen. Choose one of what is offered first."),
    "nothing_chosen.place_camp": _("The camp is still in hand. Put it on the table first."),
    "nothing_chosen.deploy": _("No unit is on the table yet. Put down what is asked for first."),
    "nothing_chosen.hide": _("Nobody was chosen. Choose who hides, or say that you hide no more."),
    "nothing_chosen.place_leaders": _("No leader was placed. Put each on the table first."),
    "nothing_chosen.pregame_move": _("No unit was moved. Move one first, or pass."),
    "not_a_garrison": _("Only TUGs of the list can hold the settlement."),
    "card_not_held": _("This card is not in the hand."),
    "not_in_pack": _("The pack has not so many cards of this colour left."),
}

DEPLOYING: Mapping[str, Any] = {
    "overlap.figures": _("{pieces} stands {measured} BW deep on something else. Move it off."),
    "outside_zone": _("{pieces} sticks {measured} BW out of the zone in which it may stand."),
    "unsecure_flank": _(
        "{pieces} sticks {measured} BW into an unsecure flank sector, where close-order foot and"
        " artillery may not stand."
    ),
    "works_in_unsecure_flank": _(
        "{pieces} sticks {measured} BW into an unsecure flank sector, where works may not stand."
    ),
    "camp_out_of_range": _("The camp sticks {measured} BW out of the range in which it may stand."),
    "camp_on_terrain": _("The camp stands on terrain, {measured} BW deep. Move it off."),
    "camp_not_in_piece": _(
        "The camp has to stand wholly in one of {special}; it sticks {measured} BW out."
    ),
    "in_water": _("{pieces} stands {measured} BW deep in deep water."),
    "on_impassable": _("{pieces} stands {measured} BW deep on impassable ground."),
    "in_settlement": _(
        "{pieces} stands {measured} BW deep in a settlement, which holds its garrison alone."
    ),
    "wrong_number": _("It is {measured}; it has to be {required}."),
    "wrong_number.tugs": _("TUGs put down: {measured}. Asked for: {required}."),
    "wrong_number.ambushers": _("A marker hides at least {required} unit."),
    "wrong_number.markers": _("That would be marker number {measured}; {required} are allowed."),
    "wrong_number.marchers": _("Units that march with him: {measured}. It has to be {required}."),
    "wrong_number.bluff": _("Who bluffs takes no unit along; here he takes {measured}."),
    "wrong_number.leaders": _("Leaders named: {measured}. To be placed: {required}."),
    "no_such_unit": _("The list has no unit number {unit}."),
    "unit_placed_twice": _("{pieces} is named twice."),
    "unit_not_available": _("{pieces} is not to be had: it is down, hidden, in garrison or away."),
    "works_first": _("{pieces} has no works; who has works goes down before."),
    "skirmishers_with_last": _(
        "{pieces}: SUGs go down when their owner has no TUG in hand any more, and then all of them."
    ),
    "may_not_ambush": _("{pieces} may not lie in ambush, by its list."),
    "may_not_march": _("{pieces} may not march round a flank, by its list."),
    "must_hide_rest": _(
        "You held TUGs back, so all in hand have to be hidden; {measured} would be left."
    ),
    "flank_not_open": _("Nobody may march round this flank: deep water lies there."),
    "leader_not_free": _("{pieces} is not free for that."),
    "nobody_down": _("At least one TUG has to be put down."),
    "command_not_whole": _("{pieces} is in nobody's command."),
    "not_its_move": _("{pieces} has no such move now, by its list."),
    "moved_too_far.kind": _("{pieces} was moved {measured} BW; at most {required} is allowed."),
    "place_exists.camp": _("The camp has a legal place: ask for a suggestion."),
    "place_exists.thing": _("{pieces} has a legal place: ask for a suggestion."),
    "no_tugs": _("{name} has no TUG, so it cannot be deployed: end the battle with scouting."),
    "cannot_stop_here": _("This battle cannot be ended as it stands now."),
}
"""What is said of the steps and places of a deployment."""

SETTING_UP: Mapping[str, Any] = {
    "table_not_allowed": _("The table's {name} is from {min} to {max} BW."),
    "table_too_narrow": _("The table is {measured} BW wide; at least {required} is needed."),
    "base_width_not_allowed": _("A base width is from {min} to {max} mm."),
    "pack_too_small": _("Both lists ask for {measured} cards; the pack has {required}."),
    "dice_always_tie": _("With these dice both commanders would always roll the same face."),
    "map_not_allowed": _("The map for {territory} is no map of five rows of five boxes."),
    "map_of_another_territory": _("The map {map} is of {found}, not of {territory}."),
}

LAYOUTS: Mapping[str, Any] = {
    "missing_field": _("{path} is missing."),
    "unknown_field": _("{path}: there is no such field."),
    "unknown_field.beside": _("{path} cannot stand beside {beside}: send one of the two."),
    "not_an_option.options": _("{path} must be one of: {options}."),
    "not_an_option.schema": _("{path} must be as this schema says: {schema}."),
    "not_an_option.lowest": _(
        "{path} must be two figures from {lowest} to {highest}, the least first: [least, greatest]."
    ),
    "wrong_shape.expected": _("{path} must be {expected}."),
    "wrong_shape.hole": _("{path}: an outline has no holes. Draw one line around the piece."),
    "wrong_format": _("{path} must be {expected}."),
    "too_long": _("{path} is too long: at most {most}."),
    "too_many_tables": _("At most {most} tables are printed at once."),
    "too_many_pieces": _("A layout has at most {most} pieces; here are {count}."),
    "too_many_points": _("An outline has at most {most} points."),
    "not_finite": _("{path} is no finite number."),
    "out_of_range": _("{path} is out of range: at most {most}."),
    "out_of_range.above": _("{path} is out of range: more than {above}, at most {most}."),
    "out_of_range.least": _("{path} is out of range: from {least} to {most}."),
    "ring_not_closed": _("{path}: the last point of an outline is its first again."),
    "duplicate_id": _("{path}: this id stands twice."),
    "none_inside": _(
        "Twelve more were laid for it, and none of them lies inside. What lay there stays; try "
        "again, or lay it by hand."
    ),
    "set_at_work": _(
        "Tables of this set are being laid just now. Wait until they lie, or call that off."
    ),
    "locked_pieces_illegal": _("What shall stay cannot lie as it does: {pieces}."),
    "selection_not_allowed": _("This cannot be selected: {pieces}."),
    "no_place": _(
        "There was no legal place for {pieces}, placed without a die, on any of the tables that"
        " were tried. Wish for fewer pieces, keep fewer, or take another seed."
    ),
    "no_place.die": _(
        "There was no legal place for {pieces} after a {die}, on any of the tables that were tried."
        " Wish for fewer pieces, keep fewer, or take another seed."
    ),
    "rulebook_has_no_layouts": _("The rulebook {rulebook} says nothing of where terrain may lie."),
}

EXPECTED: Mapping[str, Any] = {
    "Polygon": _("the word Polygon"),
    "[row, col]": _("a row and a column, [row, col]"),
    "a closed ring": _("a list of points that ends where it begins"),
    "a short list": _("a short list"),
    "a short text": _("a short text"),
    "at least one ring": _("a list of at least one ring of points"),
    "boolean": _("true or false"),
    "integer": _("a whole number"),
    "list": _("a list"),
    "list of at least one": _("a list of at least one"),
    "number": _("a number"),
    "object": _("an object with named fields"),
    "a short text or whole number": _("a whole number or a short text"),
    "printable text": _("text without control characters"),
    "text": _("a text"),
    "the name of a type": _("the name of a type of terrain"),
    "two numbers": _("two numbers"),
}
"""What a field must be, in words, by what the reader of a layout calls it."""

ALL: Mapping[str, Any] = {**REFUSALS, **GROUND, **DEPLOYING, **SETTING_UP, **LAYOUTS}
