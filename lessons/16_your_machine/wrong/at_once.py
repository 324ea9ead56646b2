"""caught by: test_between_two_requests_it_waits

A busy provider is asked again at once.
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
            if stopped(signal):
                break
            if shown or wait is None:
                return failed_reply(shown, why_it_failed(problem))
        return failed_reply(shown, "Operation aborted", "aborted")
