"""caught by: test_words_are_shown_as_they_arrive

The words are shown once the stream is over.
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
                if event.type == "message_stop" or stopped(signal):
                    break
        finally:
            await stream.close()
        shown += filter(None, map(words_in, events))
        for words in shown:
            self.on_text(words)
        return events
