"""How does a command end early? With one sentence that says what is wrong and what would do."""


class Stop(Exception):
    """Ends the command; its text is all that the user sees."""


class Interrupted(BaseException):
    """Ctrl-C or SIGTERM arrived. Not an Exception, so that nothing on the way catches it."""
