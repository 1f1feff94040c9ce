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
        "You answered version {expected}, but the battle is at version {version}. Refresh and "
        "answer again."
    ),
    "already_answered": _("This has already been answered. Refresh to see the battle now."),
    "checking": _("An answer to this is being checked. Wait a moment, then refresh."),
    "log_full": _(
        "This battle's log is full ({most} entries; undone moves count too). Concede or reveal "
        "everything, then start a new battle."
    ),
    "prompt_not_open": _("This question is no longer open. Refresh to see the current one."),
    "not_an_option": _("This is not one of the available answers. Choose one of those offered."),
    "wrong_shape": _("The answer has the wrong format at {where}."),
    "not_your_prompt": _("Your opponent has to answer this."),
    "read_only": _(
        "This battle is read-only: replaying it no longer gives the same table ({reason}). "
        "Nothing was lost. Contact the person who runs this server."
    ),
    "replay_mismatch": _("Replaying this log does not give the table it claims."),
    "unknown_rulebook": _("Unknown rulebook: {rulebook}."),
    "until_not_known": _("A battle cannot end at {until}. Choose one of: {known}."),
    "unknown_setting": _("Unknown setting: {name}."),
    "setting_not_allowed": _("This value is not allowed for the setting {name}."),
    "no_such_version": _("There is no version {version}. The latest is {latest}."),
    "battle_over": _("The battle is over."),
    "not_over_yet": _(
        "The battle is not over yet. Revealing everything now would show every hand."
    ),
    "no_such_envelope": _("You have no such sealed secret."),
    "cannot_undo": _(
        "You cannot undo this on your own: something has been revealed, rolled or done since. "
        "Propose an undo instead."
    ),
    "cannot_go_back_there": _(
        "You cannot undo back to entry {to}. Choose an entry after both players joined. Nothing "
        "can be undone once the battle is over."
    ),
    "no_such_proposal": _(
        "This proposal is no longer open. It was answered, or the battle moved on."
    ),
    "not_your_proposal": _("Your opponent has to accept this."),
    "nothing_to_accept": _("This is already legal. Play it as it is."),
    "key_reused": _("This Idempotency-Key was used for a different request. Use a new one."),
    "key_too_short": _(
        "Without an account or a token, and for an answer with a seat, an Idempotency-Key needs at "
        "least 32 characters."
    ),
    "key_unreadable": _("An Idempotency-Key must have 1 to 255 printable characters."),
    "army_not_found": _("Army list {army} does not exist or is not yours. Send the list itself."),
    "map_not_found": _("Map {map} does not exist or is not yours."),
    "bot_needs_server": _("A bot plays only with the server's dice and cards."),
    "places_nothing": _("This question does not ask you to place anything of that kind."),
    "no_deployment": _("No army has been deployed on this table yet."),
    "no_layout": _("There is no table to show yet."),
    "already_accepted": _("Someone else has accepted this challenge. The battle has started."),
    "withdrawn": _("This challenge was withdrawn and can no longer be accepted."),
    "not_this_rulebook": _(
        "This list is for another rulebook ({found}). Bring a list for {wanted}."
    ),
    "points_out_of_range": _("Units total {found} points (allowed: {least} to {most})."),
    "points_not_counted": _(
        "Lists for {rulebook} do not give points for units. Leave the points out."
    ),
    "no_such_link": _(
        "This link does not lead to a list. Its owner may have stopped sharing it. You can "
        "create a link under “Share” on a list’s page."
    ),
    "seat_used_up": _(
        "This seat link has been used or replaced. To add a device, the player in the seat "
        "creates a new link on the battle’s links page."
    ),
    "seat_taken": _(
        "This seat is taken. Its player can give it up, or you can try again once it is their "
        "turn and they have not been seen for some days."
    ),
    "link_used_up": _(
        "This device link was used or has expired (it lasts ten minutes). Create another one "
        "on the device that holds the seat."
    ),
    "nothing_said": _("This message is empty."),
    "said_both": _("Send your own text or a ready-made message, not both."),
    "unknown_word": _("There is no ready-made message {word}. Choose one of: {known}."),
    "not_one_line": _("A message must be a single line without control characters."),
    "message_too_long": _("This message has {length} characters (maximum {most})."),
    "too_many_messages": _("You can send at most {most} messages a minute. Wait a moment."),
    "too_many_battles": _("One stream covers at most {most} battles. Open another for the rest."),
    "too_many_streams": _(
        "You already have the maximum number of streams open. Close one, such as a page "
        "showing a battle, and try again."
    ),
    "no_stream": _(
        "This server was started without live updates. Nothing is lost: fetch the battle again "
        "from time to time."
    ),
    "streams_full": _(
        "This server has reached its limit of live listeners. Nothing is lost: fetch the "
        "battle itself and try again later."
    ),
    "foreign_page": _(
        "Another site's page sent this request in your name, so it was blocked. Use this "
        "server's own page, or make your program send no cookie."
    ),
    "umpire_plays": _(
        "The umpire's link shows both hands, and you are playing in this battle. Give it to "
        "someone who is not playing."
    ),
    "too_many_open": _(
        "You have reached the limit on unfinished battles and open challenges ({most}). Finish, "
        "concede or withdraw one first."
    ),
}

GROUND: Mapping[str, Any] = {
    "invalid_outline": _(
        "{pieces}: the outline is not a simple polygon. Draw one line around the piece."
    ),
    "invalid_outline.self_crossing": _(
        "{pieces}: the outline crosses or touches itself. Draw one line around the piece."
    ),
    "invalid_outline.repeated_point": _(
        "{pieces}: the outline passes through one point twice (points are compared to three "
        "decimals). Remove one."
    ),
    "invalid_outline.too_few_points": _("{pieces}: an outline needs at least three points."),
    "invalid_outline.zero_area": _("{pieces}: the outline has no area."),
    "invalid_outline.hole": _(
        "{pieces}: an outline cannot have holes. Draw one line around the piece."
    ),
    "unknown_type": _("{pieces}: {type} is not a terrain type."),
    "outside_table": _("{pieces}: {measured} BW off the table. Move it onto the table."),
    "overlap": _("{pieces} overlap by {measured} BW. Move them apart."),
    "overlap.unmeasured": _("{pieces} overlap. Move them apart."),
    "overlap.no_ground_of_its_own": _("{pieces}: part of it must be on land of its own."),
    "too_close": _("{pieces}: {measured} of {required} BW apart."),
    "too_close.unmeasured": _("{pieces}: too close."),
    "too_small": _("{pieces}: one side is {measured} BW (minimum {required})."),
    "too_small.exclusive": _(
        "{pieces}: the longer side is {measured} BW (must be more than {required})."
    ),
    "too_large": _("{pieces}: one side is {measured} BW (maximum {required})."),
    "too_thin": _("{pieces}: covers {measured} of the rectangle around it (minimum {required})."),
    "outside_sector": _("{pieces}: {measured} BW outside its sector."),
    "outside_sector.left": _("{pieces}: {measured} BW outside the left flank sector."),
    "outside_sector.centre": _("{pieces}: {measured} BW outside the centre."),
    "outside_sector.right": _("{pieces}: {measured} BW outside the right flank sector."),
    "straddles_sectors": _("{pieces}: must be wholly in one sector ({measured} BW outside)."),
    "wrong_half": _("{pieces}: {measured} BW into the other half of the table."),
    "not_touching_edge": _("{pieces}: must touch a table edge ({measured} BW away)."),
    "not_straight": _("{pieces}: the sides of a band must be straight; one is {measured} BW off."),
    "too_wide": _("{pieces}: {measured} BW wide (maximum {required})."),
    "too_narrow": _("{pieces}: {measured} BW wide (minimum {required})."),
    "not_edge_to_edge": _("{pieces}: its whole end must reach the edge ({measured} BW short)."),
    "too_deep": _("{pieces}: {measured} BW deep (maximum {required})."),
    "too_shallow": _("{pieces}: {measured} BW deep (minimum {required})."),
    "not_in_territory": _("{pieces}: this territory has no {type}."),
    "limit_exceeded": _("{pieces}: {measured} on the table (maximum {required})."),
    "limit_exceeded.per_player": _("{pieces}: {measured} for this player (maximum {required})."),
    "category_not_open": _(
        "{pieces}: no slot is open for another piece of this category ({measured} for {required})."
    ),
    "category_not_open.unmeasured": _("{pieces}: a piece like this cannot be placed here."),
    "category_not_open.turns": _(
        "{pieces}: you asked for {measured} compulsory pieces for a player who chooses {required}."
    ),
    "not_in_box": _("{pieces}: the square does not allow {type} for the secure flank."),
    "die_required": _("{pieces}: needs a placement roll here."),
    "must_not_move": _("{pieces}: cannot be moved or turned."),
    "impassable_not_allowed": _("{pieces}: nothing may be impassable at this density."),
    "dangerous_not_allowed": _("{pieces}: nothing may be dangerous here."),
    "declaration_not_allowed": _("{pieces}: may not be declared {declared} here."),
    "declaration_not_allowed.row": _(
        "{pieces}: this territory does not allow this type to be declared {declared}."
    ),
    "declaration_not_allowed.number": _(
        "{pieces}: {measured} of this type declared {declared} (maximum {required})."
    ),
    "declaration_not_allowed.size": _(
        "{pieces}: {measured} BW; declared {declared}, both sides must be {required} BW."
    ),
    "moved_too_far": _("{pieces}: moved {measured} BW (maximum {required})."),
    "pivot_off_piece": _(
        "The point to turn it around is {measured} BW off {pieces}. Choose one on the piece."
    ),
    "place_exists": _("There is a legal place for {type}. Ask for a suggestion."),
    "nothing_chosen": _("Nothing chosen. Choose one of the options first."),
    "nothing_chosen.place_camp": _("Place your camp on the table first."),
    "nothing_chosen.deploy": _("No units deployed yet. Deploy the number asked for first."),
    "nothing_chosen.hide": _("No units chosen. Choose units to hide, or finish hiding."),
    "nothing_chosen.place_leaders": _("Place your leaders on the table first."),
    "nothing_chosen.pregame_move": _("No unit moved. Move one, or pass."),
    "not_a_garrison": _("The army list does not let {pieces} garrison the settlement."),
    "card_not_held": _("This card is not in your hand."),
    "not_in_pack": _("The deck does not have that many cards of this colour left."),
}

DEPLOYING: Mapping[str, Any] = {
    "overlap.figures": _("{pieces}: overlaps something else by {measured} BW. Move it off."),
    "outside_zone": _("{pieces}: {measured} BW outside the deployment zone."),
    "unsecure_flank": _(
        "{pieces}: {measured} BW into an unsecure flank sector (not allowed for close-order "
        "foot and artillery)."
    ),
    "works_in_unsecure_flank": _(
        "{pieces}: {measured} BW into an unsecure flank sector (not allowed for works)."
    ),
    "camp_out_of_range": _("Camp: {measured} BW outside its permitted area."),
    "camp_on_terrain": _("Camp: {measured} BW onto terrain. Move it off."),
    "camp_not_in_piece": _("Camp: {measured} BW outside the terrain it must be in."),
    "in_water": _("{pieces}: {measured} BW into deep water."),
    "on_impassable": _("{pieces}: {measured} BW into impassable terrain."),
    "in_settlement": _("{pieces}: {measured} BW into a settlement (garrison only)."),
    "wrong_number": _("The number is {measured}; it must be {required}."),
    "wrong_number.tugs": _("TUGs deployed: {measured} (required: {required})."),
    "wrong_number.tugs_missing": _(
        "TUGs deployed: {measured} (required: {required}). Missing: {missing}."
    ),
    "wrong_number.ambushers": _("A marker must hide at least {required} unit."),
    "wrong_number.markers": _("That would be marker number {measured} (maximum {required})."),
    "wrong_number.marchers": _("Units in this flank march: {measured} (maximum {required})."),
    "wrong_number.no_marchers": _(
        "A flank march needs at least one unit. For a bluff, choose no flank."
    ),
    "wrong_number.bluff": _("A bluffing leader takes no units; this one has {measured}."),
    "wrong_number.leaders": _("Leaders placed: {measured} (required: {required})."),
    "no_such_unit": _("There is no unit number {unit} on the list."),
    "unit_placed_twice": _("{pieces} is used twice."),
    "unit_not_available": _("{pieces} is not available for this."),
    "unit_not_available.down": _("{pieces} is already on the table."),
    "unit_not_available.no_room": _("{pieces} stays off the table: it had no legal place."),
    "unit_not_available.in_garrison": _("{pieces} is in garrison."),
    "unit_not_available.in_ambush": _("{pieces} is hidden in ambush."),
    "unit_not_available.on_march": _("{pieces} is on a flank march."),
    "unit_not_available.in_hand": _("{pieces} has not been deployed."),
    "unit_not_available.moved": _("{pieces} has already made its pre-game move."),
    "works_first": _("{pieces} has no works. Deploy TUGs with works first."),
    "skirmishers_with_last": _(
        "{pieces}: SUGs deploy only once you have no TUGs left, and then all together."
    ),
    "may_not_ambush": _("The army list does not let {pieces} ambush."),
    "may_not_march": _("The army list does not let {pieces} flank march."),
    "must_hide_rest": _(
        "You held TUGs back, so all of them must be hidden. Still in hand: {measured}."
    ),
    "flank_not_open": _("No flank march on this flank: it is deep water."),
    "leader_not_free": _("{pieces} is not available for this."),
    "leader_not_free.no_such_leader": _("There is no leader number {leader} on the list."),
    "leader_not_free.beside_camp": _("{pieces} is already beside the camp."),
    "leader_not_free.commander": _(
        "{pieces} is the army commander, who neither marches nor bluffs here (house rule)."
    ),
    "leader_not_free.last_leader": _(
        "{pieces} is the last leader left to place. One leader must neither march nor bluff."
    ),
    "leader_not_free.marching": _("{pieces} is on a flank march and is not placed."),
    "leader_not_free.named_twice": _("{pieces} is used twice."),
    "nobody_down": _("Deploy at least one TUG."),
    "command_not_whole": _("{pieces} has no commander."),
    "not_its_move": _("The army list gives {pieces} no such pre-game move now."),
    "moved_too_far.kind": _("{pieces}: moved {measured} BW (maximum {required})."),
    "place_exists.camp": _("There is a legal place for the camp. Ask for a suggestion."),
    "place_exists.thing": _("There is a legal place for {pieces}. Ask for a suggestion."),
    "no_tugs": _("{name} has no TUGs and cannot be deployed. End the battle after scouting."),
    "cannot_stop_here": _("This battle cannot be ended at this point."),
}
"""The sentences about the steps and places of a deployment."""

SETTING_UP: Mapping[str, Any] = {
    "table_not_allowed": _("Table {name} must be {min} to {max} BW."),
    "table_too_narrow": _("Table width: {measured} BW (minimum {required})."),
    "base_width_not_allowed": _("Base width must be {min} to {max} mm."),
    "pack_too_small": _("The two lists need {measured} cards; the deck has {required}."),
    "dice_always_tie": _("With these dice both commanders always roll the same face."),
    "map_not_allowed": _("The map for {territory} must have five rows of five squares."),
    "map_of_another_territory": _("Map {map} is for {found}, not {territory}."),
}

LAYOUTS: Mapping[str, Any] = {
    "missing_field": _("{path} is missing."),
    "unknown_field": _("{path}: unknown field."),
    "unknown_field.beside": _("{path} cannot be combined with {beside}. Send one of the two."),
    "not_an_option.options": _("{path} must be one of: {options}."),
    "not_an_option.schema": _("{path} must match this schema: {schema}."),
    "not_an_option.lowest": _(
        "{path} must be two numbers from {lowest} to {highest}: [minimum, maximum]."
    ),
    "wrong_shape.expected": _("{path} must be {expected}."),
    "wrong_shape.hole": _("{path}: an outline cannot have holes. Draw one line around the piece."),
    "wrong_format": _("{path} must be {expected}."),
    "too_long": _("{path} is too long (maximum {most})."),
    "too_many_tables": _("You can print at most {most} tables at once."),
    "too_many_pieces": _("A layout can have at most {most} pieces; this one has {count}."),
    "too_many_points": _("An outline can have at most {most} points."),
    "not_finite": _("{path} is not a finite number."),
    "out_of_range": _("{path} is out of range (maximum {most})."),
    "out_of_range.above": _("{path} is out of range (more than {above}, at most {most})."),
    "out_of_range.least": _("{path} is out of range ({least} to {most})."),
    "ring_not_closed": _("{path}: an outline's last point must repeat its first."),
    "duplicate_id": _("{path}: duplicate id."),
    "none_inside": _(
        "None of twelve new tables was typical. The current table stays. Try again, or place "
        "the terrain by hand."
    ),
    "set_at_work": _(
        "Tables in this set are being generated. Wait until they are done, or cancel."
    ),
    "locked_pieces_illegal": _("These locked pieces are not legal where they are: {pieces}."),
    "selection_not_allowed": _("These pieces cannot be chosen: {pieces}."),
    "no_place": _(
        "No table we tried had a legal place for {pieces} without dice. Ask for fewer pieces, "
        "lock fewer, or try another seed."
    ),
    "no_place.die": _(
        "No table we tried had a legal place for {pieces} after a roll of {die}. Ask for fewer "
        "pieces, lock fewer, or try another seed."
    ),
    "rulebook_has_no_layouts": _("The rulebook {rulebook} has no terrain placement rules."),
}

EXPECTED: Mapping[str, Any] = {
    "Polygon": _("the word Polygon"),
    "[row, col]": _("a row and a column, [row, col]"),
    "a closed ring": _("a list of points that ends where it starts"),
    "a short list": _("a short list"),
    "a short text": _("short text"),
    "at least one ring": _("a list with at least one ring of points"),
    "boolean": _("true or false"),
    "integer": _("a whole number"),
    "list": _("a list"),
    "list of at least one": _("a list with at least one entry"),
    "number": _("a number"),
    "object": _("an object with named fields"),
    "a short text or whole number": _("a whole number or short text"),
    "printable text": _("text without control characters"),
    "text": _("text"),
    "true_or_false": _("true or false"),
    "whole_number": _("a whole number"),
    "the name of a type": _("the name of a terrain type"),
    "two numbers": _("two numbers"),
}
"""The expected content of a field, in words, by the name that a reader of layouts or lists uses."""

ALL: Mapping[str, Any] = {**REFUSALS, **GROUND, **DEPLOYING, **SETTING_UP, **LAYOUTS}
