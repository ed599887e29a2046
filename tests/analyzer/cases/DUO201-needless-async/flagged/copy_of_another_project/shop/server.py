"""Takes the handlers of a library."""

from swift_server.failures import Failures

failures = Failures()
