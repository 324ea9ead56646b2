"""caught by: test_a_busy_provider_is_asked_again

What words_in gives is kept for every event, "" too: something seems to have been shown.
"""


class AnthropicModel:
    async def _listen(self, request, shown, signal):
        stream = await self.client.messages.create(
            model=self.model, max_tokens=self.max_tokens, stream=True, **request
        )
        events = []
        try:
            async for event in stream:
                events.append(event)
                shown.append(words_in(event))
                if shown[-1]:
                    self.on_text(shown[-1])
                if event.type == "message_stop" or stopped(signal):
                    break
        finally:
            await stream.close()
        return events
