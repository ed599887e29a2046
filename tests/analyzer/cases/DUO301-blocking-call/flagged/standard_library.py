"""Calls of the standard library that block the loop while they run."""

import asyncio
import os
import shutil
import socket
import subprocess
import time
import urllib.request
from subprocess import check_output
from time import sleep


async def deploy(url: str, folder: str) -> bytes:
    await asyncio.sleep(0)
    time.sleep(1)  # expect: DUO301
    sleep(1)  # expect: DUO301
    subprocess.run(["git", "pull"], check=True)  # expect: DUO301
    check_output(["git", "log"])  # expect: DUO301
    os.system("make")  # expect: DUO301
    shutil.rmtree(folder)  # may: DUO301
    socket.create_connection(("localhost", 80))  # expect: DUO301
    return urllib.request.urlopen(url).read()  # expect: DUO301
