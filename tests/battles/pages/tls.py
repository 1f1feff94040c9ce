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
        try:
            with suppress(OSError):
                await asyncio.gather(_copied(reader, before), _copied(behind, writer))
        except asyncio.CancelledError:
            # One that a browser left open would be collected after the loop has ended.
            for each in (before, writer):
                each.transport.abort()
            raise

    # The browser's driver has a loop in the thread of the test.
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    opening = asyncio.start_server(passed, "127.0.0.1", 0, ssl=inside)
    server = asyncio.run_coroutine_threadsafe(opening, loop).result()
    try:
        yield f"https://localhost:{server.sockets[0].getsockname()[1]}"
    finally:
        asyncio.run_coroutine_threadsafe(_ended(server), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _copied(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
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
    # What was aborted is told of it in the loop's next turn.
    await asyncio.sleep(0)
