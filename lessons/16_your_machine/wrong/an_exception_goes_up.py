"""caught by: test_a_refused_request_is_told_and_not_made_twice

What the client raises goes up: the run ends in a traceback.
"""


class AnthropicModel:
    async def acomplete(self, system, messages, tools, signal=None):
        shown, attempts = [], 0
        while not stopped(signal):
            try:
                request = to_wire(system, messages, tools)
                return from_wire(await self._listen(request, shown, signal))
            except NoReply as exc:
                problem = exc
            attempts += 1
            wait = self._wait_after(problem, attempts)
            if stopped(signal):
                break
            if shown or wait is None:
                return failed_reply(shown, why_it_failed(problem))
            await self._pause(wait, signal)
        return failed_reply(shown, "Operation aborted", "aborted")
