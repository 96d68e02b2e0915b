# SPDX-License-Identifier: MIT
"""Debian's pgbouncer on the loopback, between a program and the PostgreSQL server of the libpq environment."""

import csv
import io
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

PROGRAM = Path("/usr/sbin/pgbouncer")
PATIENCE_S = 10


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Pgbouncer:
    """One pooler with its own folder. It refuses to run as root, so root starts it as nobody."""

    def __init__(self, mode, **settings):
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="ms-bouncer-", dir="/tmp"))
        self.process = None
        self.identity = {}
        if os.geteuid() == 0:
            account = pwd.getpwnam("nobody")
            self.identity = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
            os.chown(self.folder, account.pw_uid, account.pw_gid)
        # "any" admits every user; the server behind trusts every user of this machine as well.
        options = {"listen_addr": "127.0.0.1", "listen_port": self.port, "unix_socket_dir": "", "auth_type": "any",
                   "pool_mode": mode, "logfile": self.folder / "log", "server_login_retry": 1,
                   "default_pool_size": 20} | settings
        target = f"host={os.environ['PGHOST']} port={os.environ['PGPORT']} user={os.environ['PGUSER']}"
        lines = [f"[databases]\n* = {target}\n[pgbouncer]", *(f"{name} = {value}" for name, value in options.items())]
        (self.folder / "pgbouncer.ini").write_text("\n".join(lines) + "\n")
        self.start()

    @property
    def environment(self):
        """The environment that leads libpq here instead of to the server."""
        return {"PGHOST": "127.0.0.1", "PGPORT": str(self.port)}

    def start(self):
        self.process = subprocess.Popen([str(PROGRAM), str(self.folder / "pgbouncer.ini")], stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **self.identity)
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end and self.process.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)
        raise RuntimeError("pgbouncer did not start:\n" + (self.folder / "log").read_text(errors="replace"))

    def kill(self):
        """As the kernel does when memory is out."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def show(self, what):
        """The rows of SHOW ... as dictionaries."""
        done = subprocess.run(["psql", "-X", "--csv", "-d", "pgbouncer", "-c", f"SHOW {what}"], check=True,
                              capture_output=True, text=True, env=os.environ | self.environment)
        return list(csv.DictReader(io.StringIO(done.stdout)))

    def stats(self, database):
        """Counters of SHOW STATS for one database; bytes are those it sent, which are mostly rows to clients."""
        row = next(row for row in self.show("STATS_TOTALS") if row["database"] == database)
        return {"queries": int(row["query_count"]), "transactions": int(row["xact_count"]),
                "bytes": int(row["bytes_sent"])}

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(timeout=PATIENCE_S)
        shutil.rmtree(self.folder, ignore_errors=True)
