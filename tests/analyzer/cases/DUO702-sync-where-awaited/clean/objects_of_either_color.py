"""One of several classes of callable objects is awaited, and nobody knows which of them it is."""


class AsyncPrompt:
    async def __call__(self, question: str) -> str:
        return question


class Prompt:
    def __call__(self, question: str) -> str:
        return question


class Prompts:
    def __call__(self, function) -> AsyncPrompt | Prompt:
        return AsyncPrompt() if function.is_async else Prompt()


def prompts(model: str) -> Prompts:
    return Prompts()


@prompts("large")
async def story(question: str) -> str:
    return question


def retried(prompt: AsyncPrompt | Prompt) -> AsyncPrompt | Prompt:
    return prompt


async def told() -> str:
    again = retried(story)
    return await again("a")
