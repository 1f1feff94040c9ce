"""`Stop` ends a command with one sentence about what is wrong and what to do."""


class Stop(Exception):
    """An error that ends the command; its text is all that the user sees."""


class Interrupted(BaseException):
    """Ctrl-C or SIGTERM arrived. Not an Exception, so that nothing on the way catches it."""
