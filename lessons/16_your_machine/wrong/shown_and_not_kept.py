"""caught by: test_what_was_shown_is_not_asked_for_again

The words are shown, and nobody remembers that they were.
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
                if words_in(event):
                    self.on_text(words_in(event))
                if event.type == "message_stop" or stopped(signal):
                    break
        finally:
            await stream.close()
        return events
