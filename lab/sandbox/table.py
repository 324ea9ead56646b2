"""The tiers of this machine as a table: what each of them really denies."""

from rich.table import Table

from lab.sandbox.plan import TIERS
from lab.sandbox.probes import CLAIMED, NAMES, Tier, label, probe


def doctor() -> Table:
    """A table of every trial in every tier, tried here and now."""
    return rendered(probe())


def doctor_data() -> list[dict]:
    """The same as plain data: a dict a tier with name, walls, offered, why and tried."""
    return [
        {**vars(tier), "walls": TIERS[tier.name], "tried": dict(tier.tried)} for tier in probe()
    ]


def rendered(tiers: tuple[Tier, ...]) -> Table:
    """A row a trial, a column a tier; the first row says which tiers are offered."""
    table = Table(title="What a submission that tries is denied on this machine")
    table.add_column("It tries to", ratio=2)
    for tier in tiers:
        table.add_column(f"tier {tier.name}\n{TIERS[tier.name]}", ratio=1)
    table.add_row("(the tier itself)", *map(_offer, tiers), end_section=True)
    for name in NAMES:
        table.add_row(label(name), *(_cell(tier, name) for tier in tiers))
    return table


def _offer(tier: Tier) -> str:
    if tier.offered and tier.name == "C":
        return "[yellow]only with --unsafe-trust-submissions[/]"
    return "[green]offered[/]" if tier.offered else f"[red]not offered[/]: {tier.why}"


def _cell(tier: Tier, name: str) -> str:
    if name not in tier.tried:
        return "not tried"
    if tier.tried[name]:
        return "[green]denied[/]"
    promised = name in CLAIMED[tier.name]
    return "[red]GOT THROUGH[/]" if promised else "[yellow]got through[/]"
