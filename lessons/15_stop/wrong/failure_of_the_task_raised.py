"""caught by: test_a_task_that_ends_in_time_was_stopped_cleanly

A task that failed in time is awaited, and its failure comes out of a clean stop.
"""


async def stop_run(harness, task, grace=5):
    harness.cancel()
    for _ in range(grace):
        if not task.done():
            await asyncio.sleep(0)
    if task.done():
        await task
        return "clean"
    task.cancel()
    await asyncio.wait([task])  # `await task` could not tell its cancellation from our own
    if not task.cancelled():
        task.result()  # an exception of the task is not ours to swallow
    return "hard"
