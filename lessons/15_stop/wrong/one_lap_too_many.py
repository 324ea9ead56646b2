"""caught by: test_stop_run_gives_a_task_its_grace

The task gets one lap more than its grace.
"""


async def stop_run(harness, task, grace=5):
    harness.cancel()
    for _ in range(grace + 1):
        if not task.done():
            await asyncio.sleep(0)
    if task.done():
        return "clean"
    task.cancel()
    await asyncio.wait([task])  # `await task` could not tell its cancellation from our own
    if not task.cancelled():
        task.result()  # an exception of the task is not ours to swallow
    return "hard"
