"""caught by: test_a_stop_ends_a_wait

A Stop ends the wait, and the next request goes out.
"""


class AnthropicModel:
    async def acomplete(self, system, messages, tools, signal=None):
        shown, attempts = [], 0
        while True:
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
