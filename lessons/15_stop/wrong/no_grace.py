"""caught by: test_stop_run_gives_a_task_its_grace

The task is cancelled at once, and nobody has the time to stop by themselves.
"""


async def stop_run(harness, task, grace=5):
    harness.cancel()
    if task.done():
        return "clean"
    task.cancel()
    await asyncio.wait([task])
    if not task.cancelled():
        task.result()
    return "hard"
