"""Serves plain views on threads, from where coroutines go back to the loop of the server."""

from django.core.asgi import get_asgi_application

application = get_asgi_application()
