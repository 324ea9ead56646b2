"""The one exception for what a user can mend. It holds no logic and no formatting."""


class LabError(Exception):
    """Something the user can put right, said in one line: what, where, what to do.

    The command line prints it as `lab: <message>` and exits with 2, never with a traceback.
    """
