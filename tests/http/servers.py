# SPDX-License-Identifier: MIT
"""Starts mapserv and web servers with private folders on free loopback ports, and stops them.

When the tests run as root, the servers run as user nobody (Apache refuses anything else), so all their files are
copied to a folder that nobody can read.
"""

import contextlib
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
EXAMPLES = SOURCE / "mapfile-examples"
MAPSERV = Path(os.environ.get("MS_TEST_MAPSERV", SOURCE / "build/dev/bin/mapserv"))
OGR_MODULE = MAPSERV.with_name("mapserver-ogr.so")
PATIENCE_S = 20
# Sanitizers need memory for shadows and freed blocks, and are slower.
IS_SANITIZED = MAPSERV.exists() and re.search(b"__[at]san_init", MAPSERV.read_bytes()) is not None


# Tests compare images byte by byte; test_image_effort.py is about those that are packed as the server's load suggests.
os.environ.setdefault("MS_IMAGE_EFFORT", "FIXED")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def unprivileged():
    """Arguments of subprocess for a child that is not root."""
    if os.geteuid() != 0:
        return {}
    account = pwd.getpwnam("nobody")
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


def give_to_servers(path):
    identity = unprivileged()
    if identity:
        os.chown(path, identity["user"], identity["group"])


def own_folder():
    """A new folder that belongs to the user the servers run as; its path is short enough for sockets."""
    folder = Path(tempfile.mkdtemp(prefix="ms-http-", dir="/tmp"))
    folder.chmod(0o755)
    give_to_servers(folder)
    return folder


def install(folder):
    """Copies mapserv and the examples; returns the program's path and the environment it needs."""
    program = folder / "mapserv"
    shutil.copy(MAPSERV, program)
    if OGR_MODULE.exists():
        shutil.copy(OGR_MODULE, folder)
    shutil.copytree(EXAMPLES, folder / "maps", ignore=shutil.ignore_patterns("*.csv.gz", "viewer"))
    postgres = {name: value for name, value in os.environ.items() if name.startswith("PG")}
    effort = {"MS_IMAGE_EFFORT": os.environ["MS_IMAGE_EFFORT"]}
    return program, {"MAPSERVER_CONFIG_FILE": str(folder / "maps/mapserver.conf")} | effort | postgres


@dataclass
class Answer:
    status: int
    headers: dict
    body: bytes

    @property
    def type(self):
        return self.headers.get("content-type", "").split(";")[0]

    @property
    def text(self):
        return self.body.decode("utf-8", "replace")

    @property
    def is_png(self):
        return self.body.startswith(b"\x89PNG\r\n\x1a\n")


def fetch(url, headers=None, data=None, method=None):
    """GET (or POST); HTTP errors are answers like others."""
    request = urllib.request.Request(url, headers=headers or {}, data=data, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return Answer(answer.status, {k.lower(): v for k, v in answer.headers.items()}, answer.read())
    except urllib.error.HTTPError as answer:
        with answer:
            return Answer(answer.code, {k.lower(): v for k, v in answer.headers.items()}, answer.read())


def fetch_at_once(server, query, count):
    """The answers, with their heads, to so many equal requests that are sent before the first of them is waited for."""
    host, port = server.address.removeprefix("http://").strip("/").split(":")
    with contextlib.ExitStack() as stack:
        links = [stack.enter_context(socket.create_connection((host, int(port)), timeout=60)) for _ in range(count)]
        for link in links:
            link.sendall(f"GET /?{query} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        return [b"".join(iter(lambda: link.recv(65536), b"")) for link in links]


class Watch:
    """The seconds that a process took, without those for which it had to wait for a processor: others may use the machine, too."""

    def __init__(self, process_id):
        self.process_id, self.begin = process_id, time.monotonic()
        self.before = self.waits_of_threads()

    def waits_of_threads(self):
        """Seconds by thread; none without the counters of the system. proc(5), schedstat: time on the processor, time waiting for one, slices"""
        waits = {}
        for thread in Path(f"/proc/{self.process_id}/task").glob("*"):
            with contextlib.suppress(OSError, IndexError):  # one that has ended
                waits[thread.name] = int((thread / "schedstat").read_text().split()[1]) / 1e9
        return waits

    @property
    def seconds(self):
        """Less what the thread that waited for longest has waited."""
        passed = time.monotonic() - self.begin
        return passed - max((wait - self.before.get(thread, 0) for thread, wait in self.waits_of_threads().items()), default=0)


@dataclass
class Server:
    """A server with its URL and its processes."""

    address: str
    folder: Path
    processes: list = field(default_factory=list)

    def start(self, command, env=None):
        log = open(self.folder / "log", "ab")
        give_to_servers(self.folder / "log")
        self.processes.append(subprocess.Popen([str(word) for word in command], stdout=log, stderr=log, cwd=self.folder,
                                               stdin=subprocess.DEVNULL, env=os.environ | (env or {}), **unprivileged()))
        log.close()

    def wait(self):
        """Until something answers; a process that ends before is an error that shows its log."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end and all(process.poll() is None for process in self.processes):
            try:
                fetch(self.address)
                return self
            except OSError:
                time.sleep(0.05)
        ended = [f"{process.args[0]} ended with {process.returncode}" for process in self.processes
                 if process.poll() is not None]
        log = self.log()
        self.stop()
        raise RuntimeError("\n".join([f"nobody answers at {self.address}", *ended, log]))

    def watch(self):
        return Watch(self.processes[0].pid)

    def cpu_seconds(self):
        """User and system time of its first process."""
        fields = Path(f"/proc/{self.processes[0].pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def log(self):
        return (self.folder / "log").read_text(errors="replace")

    def stop(self):
        """Returns the exit statuses."""
        for process in self.processes:
            process.send_signal(signal.SIGTERM)
        statuses = []
        for process in self.processes:
            try:
                statuses.append(process.wait(timeout=30))  # a sanitizer searches for leaks, while other tests run
            except subprocess.TimeoutExpired:
                process.kill()
                statuses.append(process.wait())
        shutil.rmtree(self.folder, ignore_errors=True)
        return statuses


def start_listener(env=None):
    """mapserv --http with the examples and the viewer."""
    folder, port = own_folder(), free_port()
    program, environment = install(folder)
    shutil.copytree(EXAMPLES / "viewer", folder / "static")
    server = Server(f"http://127.0.0.1:{port}/", folder)
    server.start([program, "--http", f"127.0.0.1:{port}", "--static", folder / "static"], environment | (env or {}))
    return server.wait()


def start_listener_of(folder, maps, env=None):
    """mapserv --http with maps of a test's own: their names and files: {"name": text of the mapfile}"""
    names = []
    for name, text in maps.items():
        (folder / f"{name}.map").write_text(text)
        names.append(f'"{name}" "{folder / name}.map"')
    (folder / "mapserver.conf").write_text(f"CONFIG MAPS {' '.join(names)} END END")
    port = free_port()
    program = folder / "mapserv"
    shutil.copy(MAPSERV, program)
    server = Server(f"http://127.0.0.1:{port}", folder)
    server.start([program, "--http", f"127.0.0.1:{port}", "-conf", folder / "mapserver.conf"],
                 {name: value for name, value in os.environ.items() if name.startswith("PG")} | (env or {}))
    return server.wait()


@contextlib.contextmanager
def listener_over_tables(tables, schema, name, mapfile, env):
    """mapserv --http with the viewer, and with one map over tables of a test's own, in a schema that is dropped behind it."""
    subprocess.run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-c", tables], check=True, stderr=subprocess.DEVNULL)
    folder = own_folder()
    (folder / f"{name}.map").write_text(mapfile)
    (folder / "mapserver.conf").write_text(f'CONFIG MAPS "{name}" "{folder}/{name}.map" END END')
    started = start_listener(env | {"MAPSERVER_CONFIG_FILE": str(folder / "mapserver.conf")})
    yield started
    assert started.stop() == [0]
    shutil.rmtree(folder)
    subprocess.run(["psql", "-X", "-q", "-c", f"drop schema {schema} cascade"], check=True, stderr=subprocess.DEVNULL)


APACHE = "/usr/sbin/apache2"
APACHE_MODULES = "/usr/lib/apache2/modules"


def apache_head(folder, port, *modules):
    """The prerequisites of Apache: its own folder, a loopback port, modules."""
    loads = "\n".join(f"LoadModule {name}_module {APACHE_MODULES}/mod_{name}.so"
                      for name in ("mpm_event", "authz_core", "alias", *modules))
    return f"""
ServerRoot {folder}
ServerName 127.0.0.1
Listen 127.0.0.1:{port}
PidFile {folder}/apache.pid
DefaultRuntimeDir {folder}
ErrorLog {folder}/log
Mutex file:{folder} default
{loads}
"""


def fcgid_head(folder, environment):
    """The folder and the environment of programs under mod_fcgid."""
    settings = "\n".join(f'FcgidInitialEnv {name} "{value}"' for name, value in environment.items())
    return f"FcgidIPCDir {folder}/fcgid\nFcgidProcessTableFile {folder}/fcgid_table\n{settings}\n"


def start_apache():
    """Apache with mod_fcgid, which starts mapserv itself."""
    folder, port = own_folder(), free_port()
    program, environment = install(folder)
    (folder / "apache.conf").write_text(f"""{apache_head(folder, port, "fcgid")}{fcgid_head(folder, environment)}
FcgidMaxProcessesPerClass 2
ScriptAlias /wms {program}
<Directory {folder}>
  SetHandler fcgid-script
  Options +ExecCGI
  Require all granted
</Directory>
""")
    server = Server(f"http://127.0.0.1:{port}/wms", folder)
    server.start([APACHE, "-f", folder / "apache.conf", "-D", "FOREGROUND"])
    return server.wait()


def start_nginx():
    """nginx that passes requests to a mapserv under spawn-fcgi."""
    folder, port = own_folder(), free_port()
    program, environment = install(folder)
    temporary = "\n".join(f"  {kind}_temp_path {folder}/{kind};"
                          for kind in ("client_body", "fastcgi", "proxy", "scgi", "uwsgi"))
    (folder / "nginx.conf").write_text(f"""
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/log;
events {{ worker_connections 64; }}
http {{
{temporary}
  access_log off;
  server {{
    listen 127.0.0.1:{port};
    server_name 127.0.0.1;
    location /wms {{
      include /etc/nginx/fastcgi_params;
      fastcgi_pass unix:{folder}/mapserv.sock;
    }}
  }}
}}
""")
    server = Server(f"http://127.0.0.1:{port}/wms", folder)
    server.start(["/usr/bin/spawn-fcgi", "-n", "-s", folder / "mapserv.sock", "--", program], environment)
    server.start(["/usr/sbin/nginx", "-e", folder / "log", "-c", folder / "nginx.conf"])
    return server.wait()
