"""A provider's wire without a provider: streams that were written down, played to whoever asks.

`events` builds what comes down the wire, an `Exchange` is one request's answer, `ScriptedClient`
plays exchanges to an adapter as the provider's own client would. Standard library only.
"""

from lab.provider import events
from lab.provider.stand_in import Exchange, ScriptedClient

__all__ = ["Exchange", "ScriptedClient", "events"]
