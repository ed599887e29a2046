"""Views and handlers of web frameworks in either color, called by the framework."""

import asyncio

from django.http import JsonResponse
from django.views import View
from starlette.background import BackgroundTasks
from tornado import gen, web


async def audit(path: str) -> None:
    await asyncio.sleep(0)


def index(request):
    return JsonResponse({"path": request.path})


async def status(request):
    await audit(request.path)
    return JsonResponse({"ok": True})


class Detail(View):
    async def get(self, request):
        await audit(request.path)
        return JsonResponse({})


class Create(View):
    def post(self, request):
        return JsonResponse({})


async def submit(request, background: BackgroundTasks):
    background.add_task(audit, request.path)
    await request.body()
    return JsonResponse({})


class Legacy(web.RequestHandler):
    @gen.coroutine
    def get(self):
        yield gen.sleep(1)
        self.write("ok")
        raise gen.Return(None)

    def on_finish(self):
        self.get()
