"""caught by: test_a_stop_run_that_is_stopped_itself

Every CancelledError is taken for the task's, also when stop_run itself is being cancelled.
"""


async def stop_run(harness, task, grace=5):
    harness.cancel()
    for _ in range(grace):
        if not task.done():
            await asyncio.sleep(0)
    if task.done():
        return "clean"
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task
    return "hard"
