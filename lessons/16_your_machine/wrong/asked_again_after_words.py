"""caught by: test_what_was_shown_is_not_asked_for_again

A busy provider is asked again, with half an answer on the screen.
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
            if wait is None:
                return failed_reply(shown, why_it_failed(problem))
            await self._pause(wait, signal)
        return failed_reply(shown, "Operation aborted", "aborted")
