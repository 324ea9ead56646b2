"""`python -m lab.sandbox`: the table of what each tier denies on this machine."""

from rich.console import Console

from lab.sandbox.table import doctor

Console().print(doctor())
