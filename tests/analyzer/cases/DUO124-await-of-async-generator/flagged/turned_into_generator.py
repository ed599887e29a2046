"""One `yield` among the returns has made a generator of the function that its callers still await."""

import asyncio


class Chat:
    async def reply(self, prompt, stream=False):
        await asyncio.sleep(0)
        if stream:
            for word in prompt.split():
                yield word
        else:
            yield prompt


async def answer(chat: Chat, prompt):
    return await chat.reply(prompt)  # expect: DUO124


async def answer_all(chat: Chat, prompts):
    replies = []
    for prompt in prompts:
        replies.append(await chat.reply(prompt, stream=False))  # expect: DUO124
    return replies
