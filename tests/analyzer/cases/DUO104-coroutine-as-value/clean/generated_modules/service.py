"""A message of a module that is yet to be generated has the name of the method which answers with it."""

from schema import messages


class Service:
    async def SessionHistory(self, stream, user=None):
        request = await stream.receive()
        sessions = []
        for session in self.sessions.get(request.user, []):
            sessions.append(messages.SessionHistory(session, user=request.user))
        await stream.send(messages.SessionHistories(sessions=sessions))
        return messages.SessionHistory(request.first).name


async def ask(service: Service, stream) -> None:
    await service.SessionHistory(stream)
