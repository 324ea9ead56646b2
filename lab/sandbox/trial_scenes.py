"""The one scene of the trials: plays one by name. Sent to a worker beside `trials.py`."""


def trial(harness, lab, name, told):
    """Tries one thing, and says how it went."""
    return {"went": getattr(harness, name)(**told)}


def inside(harness, lab):
    """An honest harness's needs: threads, a loop, the standard library."""
    import asyncio
    import sqlite3
    import ssl
    import threading
    import zoneinfo

    async def both():
        return await asyncio.gather(asyncio.to_thread(threading.active_count), asyncio.sleep(0, 1))

    asyncio.run(both())
    return {"loaded": [one.__name__ for one in (sqlite3, ssl, zoneinfo)]}
