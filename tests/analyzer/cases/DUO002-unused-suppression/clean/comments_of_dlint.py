"""Comments for another linter, whose codes begin alike."""

import hashlib
import ssl


def context() -> ssl.SSLContext:
    made = ssl.create_default_context()
    made.check_hostname = False
    made.verify_mode = ssl.CERT_NONE  # noqa: DUO122
    return made


def digest(text: str) -> str:
    exec(text)  # noqa: S102, DUO105
    return hashlib.md5(text.encode()).hexdigest()  # noqa: DUO130
