"""caught by: test_a_task_that_ends_in_time_was_stopped_cleanly

The task is cancelled and not waited for, so it is still tidying up when stop_run has answered.
"""


async def stop_run(harness, task, grace=5):
    harness.cancel()
    for _ in range(grace):
        if not task.done():
            await asyncio.sleep(0)
    if task.done():
        return "clean"
    task.cancel()
    return "hard"
