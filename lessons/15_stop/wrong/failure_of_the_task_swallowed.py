"""caught by: test_a_task_that_ends_in_time_was_stopped_cleanly

Whatever the task raises while it is being ended is dropped.
"""


async def stop_run(harness, task, grace=5):
    harness.cancel()
    for _ in range(grace):
        if not task.done():
            await asyncio.sleep(0)
    if task.done():
        return "clean"
    task.cancel()
    await asyncio.wait([task])  # `await task` could not tell its cancellation from our own
    return "hard"
