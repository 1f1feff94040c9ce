"""How does a page come over HTTPS in a test? Through a door that ends TLS and passes all on."""

import asyncio
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import trustme

PART = 64 * 1024


@contextmanager
def over_tls(port: int) -> Iterator[str]:
    """The address of such a door before what listens at a port of this machine."""
    inside = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    trustme.CA().issue_cert("localhost").configure_cert(inside)
    loop = asyncio.new_event_loop()

    async def passed(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        behind, before = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(_copied(reader, before), _copied(behind, writer))

    server = loop.run_until_complete(asyncio.start_server(passed, "127.0.0.1", 0, ssl=inside))
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield f"https://localhost:{server.sockets[0].getsockname()[1]}"
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.run_until_complete(_ended(server))
        loop.close()


async def _copied(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(PART):
            writer.write(data)
            await writer.drain()
        writer.close()


async def _ended(server: asyncio.Server) -> None:
    server.close()
    left = [each for each in asyncio.all_tasks() if each is not asyncio.current_task()]
    for each in left:
        each.cancel()
    await asyncio.gather(*left, return_exceptions=True)
