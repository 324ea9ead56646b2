"""caught by: test_message_stop_decides

It reads on after message_stop, until the stream is closed.
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
                    shown.append(words_in(event))
                    self.on_text(words_in(event))
                if stopped(signal):
                    break
        finally:
            await stream.close()
        return events
