# SPDX-License-Identifier: MIT
"""A link of limited speed between a program and PostgreSQL: a TCP proxy with a token bucket for the server's bytes."""

import os
import selectors
import socket
import threading
import time

BLOCK = 1 << 16


class Bucket:
    """Limits the total to so many bytes a second, in bursts of at most a hundredth of a second."""

    def __init__(self, bytes_per_second):
        self.rate, self.free, self.lock = bytes_per_second, time.monotonic(), threading.Lock()

    def take(self, count):
        with self.lock:
            now = time.monotonic()
            self.free = max(self.free, now - 0.01) + count / self.rate
            wait = self.free - now
        if wait > 0.001:
            time.sleep(wait)


class SlowLink:
    """Listens on the loopback and leads to the server of the libpq environment."""

    def __init__(self, bits_per_second):
        self.server = os.environ["PGHOST"], os.environ["PGPORT"]  # now: later they may lead here
        self.bucket = Bucket(bits_per_second / 8)
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        self.bytes = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._pass_on, args=(client,), daemon=True).start()

    def _pass_on(self, client):
        host, port = self.server
        if host.startswith("/"):
            server = socket.socket(socket.AF_UNIX)
            server.connect(f"{host}/.s.PGSQL.{port}")
        else:
            server = socket.create_connection((host, int(port)))
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with client, server, selectors.DefaultSelector() as ready:
            ready.register(client, selectors.EVENT_READ, server)
            ready.register(server, selectors.EVENT_READ, client)
            while True:
                for key, _ in ready.select():
                    data = key.fileobj.recv(BLOCK)
                    if not data:
                        return
                    if key.fileobj is server:
                        self.bucket.take(len(data))
                        self.bytes += len(data)
                    try:
                        key.data.sendall(data)
                    except OSError:
                        return

    def stop(self):
        self.listener.close()
