"""caught by: test_a_cancelled_task_goes_up_and_closes_the_stream

The stream is closed behind the loop, which an exception does not come by.
"""


class AnthropicModel:
    async def _listen(self, request, shown, signal):
        stream = await self.client.messages.create(
            model=self.model, max_tokens=self.max_tokens, stream=True, **request
        )
        events = []
        async for event in stream:
            events.append(event)
            if words_in(event):
                shown.append(words_in(event))
                self.on_text(words_in(event))
            if event.type == "message_stop" or stopped(signal):
                break
        await stream.close()
        return events
