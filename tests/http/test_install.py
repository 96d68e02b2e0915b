# SPDX-License-Identifier: MIT
"""The installation of `cmake --install --component mapserv` runs, and the units of docs/deploy start it as documented."""

import configparser
import os
import re
import shlex
import shutil
import subprocess

import pytest
import servers
from conftest import need, need_no_sanitizer
from requests_of_wms import get_map

BUILD = servers.MAPSERV.parents[1]
PROGRAMS = ["mapserv", "map2img", "mapcheck", "mapload", "mapseed", "legend", "scalebar", "shptree"]
DEPLOY = servers.SOURCE / "docs/deploy"


@pytest.fixture(scope="module")
def prefix():
    """An installation in a world-readable folder."""
    need_no_sanitizer()  # its builds have mapserv alone
    if not (BUILD / "cmake_install.cmake").exists():
        pytest.skip("mapserv is not in a build folder")
    folder = servers.own_folder()
    done = subprocess.run(["cmake", "--install", BUILD, "--component", "mapserv", "--prefix", folder / "usr"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    shutil.copytree(servers.EXAMPLES, folder / "maps", ignore=shutil.ignore_patterns("*.csv.gz", "viewer"))
    yield folder
    shutil.rmtree(folder)


def environment(folder):
    return {"PATH": os.environ["PATH"], "MAPSERVER_CONFIG_FILE": str(folder / "maps/mapserver.conf")}


def test_programs_files_of_deployment_and_licence_are_there(prefix):
    assert sorted(path.name for path in (prefix / "usr/bin").iterdir() if path.suffix != ".so") == sorted([*PROGRAMS, "maptrace", "poolerlog"])
    assert (prefix / "usr/bin/mapserver-ogr.so").exists() == servers.OGR_MODULE.exists()
    assert {path.name for path in (prefix / "usr/share/mapserver-pg/deploy").iterdir()} == {path.name for path in DEPLOY.iterdir()}
    for name, folder in (("maptrace", "bin"), ("mapserver_lod.sql", "share/mapserver-pg")):
        assert (prefix / "usr" / folder / name).read_bytes() == (servers.SOURCE / "scripts" / name).read_bytes()
    assert os.access(prefix / "usr/bin/maptrace", os.X_OK)
    assert (prefix / "usr/share/doc/mapserver-pg/LICENSE").read_bytes() == (servers.SOURCE / "LICENSE").read_bytes()


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_needs_nothing_of_the_build_folder(prefix, program):
    need("/usr/bin/readelf")
    dynamic = subprocess.run(["readelf", "-d", prefix / "usr/bin" / program], capture_output=True, text=True, check=True).stdout
    assert str(servers.SOURCE) not in dynamic
    missing = subprocess.run(["ldd", prefix / "usr/bin" / program], capture_output=True, text=True, check=True).stdout
    assert "not found" not in missing, missing


def test_a_map_is_drawn_by_the_server_and_by_map2img(prefix):
    answer = subprocess.run([prefix / "usr/bin/mapserv", "-nh", f"QUERY_STRING={get_map()}"], capture_output=True, env=environment(prefix), timeout=60)
    assert answer.stdout.startswith(b"\x89PNG"), answer.stderr
    done = subprocess.run([prefix / "usr/bin/map2img", "-m", prefix / "maps/inline.map", "-o", prefix / "a.png"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and (prefix / "a.png").read_bytes().startswith(b"\x89PNG"), done.stderr


def test_a_link_in_a_web_servers_folder_finds_what_lies_beside_the_program(prefix):
    (prefix / "cgi-bin").mkdir()
    (prefix / "cgi-bin/mapserv").symlink_to(prefix / "usr/bin/mapserv")
    answer = subprocess.run([prefix / "cgi-bin/mapserv"], capture_output=True, timeout=60, env=environment(prefix) | {
        "GATEWAY_INTERFACE": "CGI/1.1", "REQUEST_METHOD": "GET", "QUERY_STRING": get_map()})
    assert b"\x89PNG" in answer.stdout, answer.stderr
    if servers.OGR_MODULE.exists():
        shown = subprocess.run([prefix / "cgi-bin/mapserv", "-v"], capture_output=True, text=True, timeout=60).stdout
        assert shown == subprocess.run([servers.MAPSERV, "-v"], capture_output=True, text=True, timeout=60).stdout and "OGR" in shown


class Unit:
    """A service of docs/deploy."""

    def __init__(self, name):
        self.parser = configparser.RawConfigParser(strict=False)
        self.parser.optionxform = str
        lines = (DEPLOY / name).read_text().splitlines()
        # The parser uses the last of several equal keys.
        self.environment = dict(line.removeprefix("Environment=").split("=", 1) for line in lines if line.startswith("Environment="))
        self.parser.read(DEPLOY / name)

    def of_service(self, key):
        return self.parser.get("Service", key, fallback="")


# As a service manager does it: no folder may be written but for a private one, no new privileges, and no user that owns anything.
SANDBOX = ("mount -o remount,bind,ro / && mount -t tmpfs tmpfs /var/tmp && exec setpriv --reuid {uid} --regid {uid} --clear-groups --no-new-privs {command}")


@pytest.mark.parametrize("name", ["mapserv.service", "mapserv-fcgi.service"])
def test_a_unit_asks_for_a_user_that_it_makes_and_for_a_tree_that_it_may_only_read(name):
    unit = Unit(name)
    assert unit.of_service("DynamicUser") == "yes" and unit.of_service("User") == "mapserver"
    assert (unit.of_service("ProtectSystem"), unit.of_service("ProtectHome"), unit.of_service("PrivateTmp")) == ("strict", "yes", "yes")
    assert unit.environment["MAPSERVER_CONFIG_FILE"] == "/etc/mapserver.conf"
    assert shlex.split(unit.of_service("ExecStart"))[0] == "/usr/lib/cgi-bin/mapserv"  # where docs/running.md puts the link
    assert "ln -s /usr/local/bin/mapserv /usr/lib/cgi-bin/mapserv" in (servers.SOURCE / "docs/running.md").read_text()
    assert int(unit.of_service("TimeoutStopSec")) > 120  # running requests end by MS_REQUEST_TIMEOUT
    assert unit.of_service("ExecReload") == "/bin/kill -HUP $MAINPID" and unit.of_service("KillSignal") == "SIGTERM"


def test_the_listeners_unit_serves_maps_under_its_restrictions(prefix):
    need("/usr/bin/unshare", "/usr/bin/setpriv")
    if os.geteuid() != 0 or subprocess.run(["unshare", "-m", "true"], capture_output=True).returncode != 0:
        pytest.skip("needs root and mount namespaces")
    unit, port = Unit("mapserv.service"), servers.free_port()
    words = shlex.split(unit.of_service("ExecStart"))
    assert words[1:] == ["--http", "127.0.0.1:8080"]
    command = shlex.join([str(prefix / "usr/bin/mapserv"), "--http", f"127.0.0.1:{port}"])
    server = servers.Server(f"http://127.0.0.1:{port}/", servers.own_folder())
    log = open(server.folder / "log", "ab")
    server.processes.append(subprocess.Popen(["unshare", "-m", "--propagation", "private", "sh", "-c", SANDBOX.format(uid=61184, command=command)],
                                             stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=unit.environment | environment(prefix)))
    log.close()
    try:
        server.wait()
        assert servers.fetch(f"{server.address}?{get_map()}").is_png, server.log()
        server.processes[0].send_signal(1)
        assert servers.fetch(f"{server.address}?{get_map()}").is_png
    finally:
        assert server.stop() == [0], server.log()


def test_the_role_of_the_units_reads_and_does_not_write(prefix, cluster):
    commands = re.search(r"sudo -u postgres psql (-c .*)", (DEPLOY / "mapserv.service").read_text())[1]
    assert commands in (DEPLOY / "mapserv-fcgi.service").read_text()
    psql = ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1"]
    subprocess.run([*psql, "-c", "drop role if exists mapserver"], check=True, stderr=subprocess.DEVNULL)
    subprocess.run([*psql, *shlex.split(commands)], check=True)
    try:
        (prefix / "role.map").write_text("""MAP SIZE 100 50 EXTENT -180 -90 180 90 PROJECTION "EPSG:4326" END
          LAYER NAME "cities" TYPE POINT STATUS DEFAULT CONNECTIONTYPE POSTGIS CONNECTION "dbname=demo"
            DATA "geom from demo.cities using unique gid using srid=4326" CLASS STYLE COLOR 200 0 0 SIZE 3 END END END END""")
        postgres = {name: value for name, value in os.environ.items() if name.startswith("PG")} | {"PGUSER": "mapserver"}
        done = subprocess.run([prefix / "usr/bin/map2img", "-m", prefix / "role.map", "-o", prefix / "role.png"], capture_output=True, text=True, env=postgres)
        assert done.returncode == 0, done.stderr
        refused = subprocess.run([*psql, "-c", "delete from demo.cities"], capture_output=True, text=True, env=os.environ | {"PGUSER": "mapserver"})
        assert refused.returncode != 0 and "permission denied" in refused.stderr
    finally:
        subprocess.run([*psql, "-c", "revoke pg_read_all_data from mapserver", "-c", "drop role mapserver"], check=True)
