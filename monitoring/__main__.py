"""Ask the bot of this machine whether it lives: `python -m monitoring`, as the container's health check does.

The exit code is 0 if it does, or if `HTTP` (a variable of the environment) is empty, so that nobody can be asked.
"""

from __future__ import annotations

import http.client
import os
import sys
from collections.abc import Sequence
from urllib.parse import urlsplit

TIMEOUT_S = 5.0
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - asked at the address of this machine alone


def main(arguments: Sequence[str] = ()) -> int:
    """Return the exit code; whatever is wrong is a line on stderr."""
    if arguments:
        sys.stderr.write(f"{__doc__}")
        return 0 if "--help" in arguments else 2
    # Settings are read by a library that takes longer than the answer: this is asked twice a minute.
    address = urlsplit(f"//{os.environ.get('HTTP', '')}")
    if not address.hostname:
        return 0
    connection = http.client.HTTPConnection(
        _EVERYWHERE.get(address.hostname, address.hostname), address.port, timeout=TIMEOUT_S
    )
    try:
        connection.request("GET", "/healthz")
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        sys.stderr.write(f"the bot doesn't answer at {address.netloc}: {error}\n")
        return 1
    finally:
        connection.close()
    return 0 if status == http.HTTPStatus.OK else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
