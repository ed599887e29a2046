"""Whether a Temporal service answers: asked once, without working for it."""

from __future__ import annotations

import asyncio
from typing import Final

from temporalio.api.workflowservice.v1 import DescribeNamespaceRequest, GetSystemInfoRequest
from temporalio.client import Client
from temporalio.service import RPCError, RPCStatusCode

from duotone.errors import BadEngine, EngineDown
from duotone.runtime.engines.temporal.settings import TemporalSettings

__all__ = ["reach"]

_SECONDS: Final = 10.0


async def reach(settings: TemporalSettings) -> str:
    """Return which service answers; raises `EngineDown` if none does, `BadEngine` if it has no such namespace."""
    try:
        async with asyncio.timeout(_SECONDS):
            client = await Client.connect(settings.target, namespace=settings.namespace)
            request = DescribeNamespaceRequest(namespace=settings.namespace)
            await client.workflow_service.describe_namespace(request)
            info = await client.workflow_service.get_system_info(GetSystemInfoRequest())
    except TimeoutError as error:
        raise EngineDown(settings.target, f"no answer within {_SECONDS:g} s") from error
    except RPCError as error:
        if error.status is not RPCStatusCode.NOT_FOUND:
            raise EngineDown(settings.target, str(error)) from error
        remedy = f"it has no namespace {settings.namespace!r}; make it: temporal operator namespace create -n NAME"
        raise BadEngine(settings.address, remedy) from error
    except RuntimeError as error:
        raise EngineDown(settings.target, str(error)) from error
    return f"version {info.server_version} at {settings.target}, namespace {settings.namespace}"
