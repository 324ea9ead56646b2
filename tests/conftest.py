"""What holds for every test of the project."""

import signal


def pytest_configure() -> None:
    """Has Ctrl-C reach what the tests start, also where a shell began them in the background.

    A shell has a command that ends in `&` ignore SIGINT, and so would every process below it: a
    test that stops one politely would wait for ever.
    """
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
