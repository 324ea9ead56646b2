"""caught by: test_a_stop_ends_the_stream_within_one_event

A reply that was stopped says that the stream ended too soon.
"""


class AnthropicModel:
    async def acomplete(self, system, messages, tools, signal=None):
        shown, attempts = [], 0
        while not stopped(signal):
            try:
                request = to_wire(system, messages, tools)
                return from_wire(await self._listen(request, shown, signal))
            except Exception as exc:
                problem = exc
            attempts += 1
            wait = self._wait_after(problem, attempts)
            if shown or wait is None:
                return failed_reply(shown, why_it_failed(problem))
            await self._pause(wait, signal)
        return failed_reply(shown, "Operation aborted", "aborted")
