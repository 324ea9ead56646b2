"""caught by: test_a_stopped_harness_is_usable_at_once

It waits until the task is over, however long that takes: a tool that never looks is never ended.
"""


async def stop_run(harness, task, grace=5):
    harness.cancel()
    while not task.done():
        await asyncio.sleep(0)
    return "clean"
