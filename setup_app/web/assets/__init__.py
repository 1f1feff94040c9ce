"""How does a page get its script and its style in few requests, with no build step for who edits?

What lies in `static` is edited and served as it is. A template names what its page needs
(`{% script "js/battle.js" %}`, `{% sheet "css/battle.css" "css/play.css" %}`); the server puts that
together, once, under an address that bears a mark of the content, so that a browser may keep it for
good.
"""
