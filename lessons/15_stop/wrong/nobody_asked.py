"""caught by: test_a_stopped_harness_is_usable_at_once

The flag is never set: the run gets its grace without knowing, and is then cut off.
"""


async def stop_run(harness, task, grace=5):
    for _ in range(grace):
        if not task.done():
            await asyncio.sleep(0)
    if task.done():
        return "clean"
    task.cancel()
    await asyncio.wait([task])  # `await task` could not tell its cancellation from our own
    if not task.cancelled():
        task.result()  # an exception of the task is not ours to swallow
    return "hard"
