"""What is generated for a service has plain methods, and servers of both colors take it."""

import asyncio

from greeter_pb2_grpc import GreeterServicer


class Greeter(GreeterServicer):
    async def Greet(self, request, context):
        await asyncio.sleep(0)
        return request.name

    async def Watch(self, request, context):
        yield request.name
        await asyncio.sleep(0)


class PlainGreeter(GreeterServicer):
    def Greet(self, request, context):
        return request.name
