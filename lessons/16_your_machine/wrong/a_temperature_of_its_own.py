"""caught by: test_a_transcript_goes_out_in_the_wires_words

It asks for a temperature, which the provider no longer takes.
"""


class AnthropicModel:
    async def _listen(self, request, shown, signal):
        stream = await self.client.messages.create(
            temperature=0,
            model=self.model,
            max_tokens=self.max_tokens,
            stream=True,
            **request,
        )
        events = []
        try:
            async for event in stream:
                events.append(event)
                words = words_in(event)
                if words:
                    shown.append(words)
                    self.on_text(words)
                if event.type == "message_stop" or stopped(signal):
                    break
        finally:
            await stream.close()
        return events
