"""caught by: test_a_stop_ends_the_stream_within_one_event

The Stop flag is looked at when the stream is over.
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
                if event.type == "message_stop":
                    break
        finally:
            await stream.close()
        return events
