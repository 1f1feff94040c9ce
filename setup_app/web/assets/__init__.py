"""Scripts and style sheets in few requests, without a build step.

Files in `static` are edited and served as they are. A template names what its page needs (`{%
script "js/battle.js" %}`, `{% sheet "css/battle.css" "css/play.css" %}`); the server bundles that
once, under an address with a hash of the content, so that browsers may cache it for good.
"""
