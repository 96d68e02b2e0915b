# SPDX-License-Identifier: MIT
"""The configuration files of docs/deploy, started as they are but for their paths and ports."""

import concurrent.futures
import configparser
import os
import re
import shutil
import signal
import socket
import subprocess
import time

import pytest
import servers
from conftest import need, need_no_sanitizer
from requests_of_wms import BAD_REQUESTS, CAPABILITIES, get_map

DEPLOY = servers.SOURCE / "docs/deploy"
BOXES = [f"{x},{y},{x + 300},{y + 200}" for x in range(0, 400, 100) for y in range(0, 400, 100)]


def changed(name, pairs):
    """A file of docs/deploy with other paths; each of them has to be there."""
    text = (DEPLOY / name).read_text()
    for old, new in pairs:
        assert old in text, f"{name} does not say {old}"
        text = text.replace(old, str(new))
    return text


def start_threaded_mapserv(server, program, environment):
    """As mapserv-fcgi.socket and .service do: one process, the listening socket is its standard input."""
    path = server.folder / "mapserv.sock"
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(str(path))
    path.chmod(0o666)
    listening.listen(256)
    log = open(server.folder / "log", "ab")
    server.processes.append(subprocess.Popen([program], stdin=listening, stdout=log, stderr=log, cwd=server.folder,
                                             env={**environment, "MS_THREADS": "4"}, **servers.unprivileged()))
    listening.close()
    log.close()


def start_apache(modules, body, with_mapserv):
    need(servers.APACHE, *(f"{servers.APACHE_MODULES}/mod_{name}.so" for name in modules))
    folder, port = servers.own_folder(), servers.free_port()
    program, environment = servers.install(folder)
    server = servers.Server(f"http://127.0.0.1:{port}/wms", folder)
    if with_mapserv:
        start_threaded_mapserv(server, program, environment)
    (folder / "apache.conf").write_text(servers.apache_head(folder, port, *modules) + body(folder, program, environment))
    server.start([servers.APACHE, "-f", folder / "apache.conf", "-D", "FOREGROUND"])
    return server.wait()


def apache_mod_fcgid():
    def body(folder, program, environment):
        return changed(
            "apache-mod_fcgid.conf", [("/usr/lib/cgi-bin/mapserv", program), ("<Directory /usr/lib/cgi-bin>",
                                      f"<Directory {folder}>"), ("/etc/mapserver.conf", folder / "maps/mapserver.conf")]
        ) + servers.fcgid_head(folder, environment)
    return start_apache(("fcgid",), body, with_mapserv=False)


def apache_mod_proxy_fcgi():
    def body(folder, program, environment):
        return changed("apache-mod_proxy_fcgi.conf", [("/run/mapserv.sock", folder / "mapserv.sock")])
    return start_apache(("proxy", "proxy_fcgi"), body, with_mapserv=True)


def nginx_head(folder):
    kinds = ("client_body", "fastcgi", "proxy", "scgi", "uwsgi")
    temporary = "\n".join(f"  {kind}_temp_path {folder}/{kind};" for kind in kinds)
    return (f"daemon off;\nworker_processes 1;\npid {folder}/nginx.pid;\nerror_log {folder}/log;\n"
            f"events {{ worker_connections 200; }}\nhttp {{\n{temporary}\n  access_log off;\n")


def start_nginx(server, text):
    need("/usr/sbin/nginx")
    (server.folder / "nginx.conf").write_text(nginx_head(server.folder) + text + "}\n")
    server.start(["/usr/sbin/nginx", "-e", server.folder / "log", "-c", server.folder / "nginx.conf"])
    return server.wait()


def nginx_fastcgi():
    folder, port = servers.own_folder(), servers.free_port()
    server = servers.Server(f"http://127.0.0.1:{port}/wms", folder)
    start_threaded_mapserv(server, *servers.install(folder))
    location = changed("nginx-fastcgi.conf", [("/run/mapserv.sock", folder / "mapserv.sock")])
    return start_nginx(server, f"server {{ listen 127.0.0.1:{port}; server_name 127.0.0.1;\n{location}}}\n")


def nginx_http():
    folder, port, inner = servers.own_folder(), servers.free_port(), servers.free_port()
    program, environment = servers.install(folder)
    server = servers.Server(f"http://127.0.0.1:{port}/mapserv", folder)
    server.start([program, "--http", f"127.0.0.1:{inner}"], environment)
    servers.Server(f"http://127.0.0.1:{inner}/", folder, server.processes).wait()
    return start_nginx(server, changed("nginx-http.conf", [("127.0.0.1:8080", f"127.0.0.1:{inner}"),
                                                           ("127.0.0.1:80;", f"127.0.0.1:{port};")]))


@pytest.fixture(scope="module", params=[apache_mod_fcgid, apache_mod_proxy_fcgi, nginx_fastcgi, nginx_http],
                ids=lambda start: start.__name__)
def deployed(request):
    server = request.param()
    yield server
    server.stop()


def ask(server, query, **more):
    return servers.fetch(f"{server.address}?{query}", **more)


def test_a_map_comes_through(deployed):
    answer = ask(deployed, get_map())
    assert (answer.status, answer.type) == (200, "image/png") and answer.is_png, deployed.log()


def test_capabilities_name_the_address_of_the_web_server(deployed):
    assert f'href="{deployed.address}?' in ask(deployed, CAPABILITIES).text


def test_paths_behind_the_address_name_maps(deployed):
    answer = servers.fetch(f"{deployed.address}/inline?SERVICE=WMS&REQUEST=GetCapabilities")
    assert answer.status == 200 and "<WMS_Capabilities" in answer.text, answer.text[:300]


def test_errors_keep_their_status(deployed):
    assert ask(deployed, BAD_REQUESTS[0][0]).status == 400


def test_many_clients_get_the_images_that_one_gets(deployed):
    queries = [get_map(BBOX=box) for box in BOXES]
    alone = [ask(deployed, query).body for query in queries]
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        together = list(pool.map(lambda query: ask(deployed, query), queries * 4))
    assert [answer.status for answer in together] == [200] * 64
    assert [answer.body for answer in together] == alone * 4


def test_sighup_reads_maps_again_and_goes_on():
    server = servers.start_listener()
    try:
        before = ask(server, get_map()).body
        server.processes[0].send_signal(signal.SIGHUP)
        end = time.monotonic() + servers.PATIENCE_S
        while "reload" not in server.log() and time.monotonic() < end:
            time.sleep(0.05)
        assert server.processes[0].poll() is None
        assert ask(server, get_map()).body == before
        assert "reload" in server.log()
    finally:
        server.stop()


@pytest.mark.parametrize("unit", ["mapserv.service", "mapserv-fcgi.service", "mapserv-fcgi.socket"])
def test_units_name_programs_options_and_each_other_rightly(unit):
    parser = configparser.RawConfigParser(strict=False)
    parser.optionxform = str
    parser.read(DEPLOY / unit)
    for section in parser.sections():
        assert section in ("Unit", "Service", "Socket", "Install")
    if parser.has_option("Service", "ExecStart"):
        words = parser.get("Service", "ExecStart").split()
        usage = subprocess.run([servers.MAPSERV, "--help"], capture_output=True, text=True).stdout
        assert words[0].endswith("/mapserv") and all(word in usage for word in words if word.startswith("--"))
    if required := parser.get("Unit", "Requires", fallback=""):
        assert (DEPLOY / required).exists()


def test_systemd_finds_nothing_wrong_with_the_units(tmp_path):
    need("/usr/bin/systemd-analyze")
    for unit in DEPLOY.glob("mapserv*.s*"):
        (tmp_path / unit.name).write_text(unit.read_text().replace("/usr/lib/cgi-bin/mapserv", str(servers.MAPSERV)))
    done = subprocess.run(["systemd-analyze", "verify", *map(str, sorted(tmp_path.iterdir()))], capture_output=True, text=True)
    ours = [line for line in done.stderr.splitlines() if "mapserv" in line]
    assert not ours, "\n".join(ours)


def test_the_container_installs_by_setup_and_copies_what_is_built():
    text = (DEPLOY / "Dockerfile").read_text()
    assert text.count("setup --minimal") == 1 and text.count("setup --runtime") == 1
    assert not re.search(r"apt-get (-\S+ )*install", text), "packages are listed in scripts/setup only"
    targets = re.search(r"--target ([\w ]+)", text)[1].split()
    copied = [{"mapserver-ogr.so": "ms_ogr_gdal"}.get(file, file) for file in re.findall(r"/src/build/release/bin/([\w.-]+)", text)]
    assert sorted(targets) == sorted(copied)
    for path in re.findall(r"--from=build /src/(\S+) ", text):
        assert (servers.SOURCE / path).exists() or path.startswith("build/"), path


def test_the_container_has_the_libraries_of_its_programs():
    need("/usr/bin/dpkg-query", "/usr/bin/readelf")
    need_no_sanitizer()  # its builds need libraries that others only load
    listed = subprocess.run([servers.SOURCE / "scripts/setup", "--runtime", "--list"], capture_output=True, text=True, check=True).stdout.split()
    folder = servers.MAPSERV.parent
    programs = [folder / name for name in ("mapserv", "mapserver-ogr.so", "map2img", "mapcheck", "mapload") if (folder / name).exists()]
    needed = subprocess.run(["readelf", "-d", *programs], capture_output=True, text=True, check=True).stdout
    for library in sorted(set(re.findall(r"\(NEEDED\).*\[(.*)\]", needed))):
        owners = subprocess.run(["dpkg-query", "-S", f"*/{library}*"], capture_output=True, text=True).stdout
        packages = {line.split(":")[0] for line in owners.splitlines()}
        assert packages & {*listed, "libc6", "libgcc-s1"}, f"{library} is in {packages}"
    assert not [name for name in listed if name.endswith("-dev") or name.startswith(("g++", "postgresql"))]


def test_the_load_test_of_the_containers_asks_for_maps_that_are_there(cluster, listener):
    yaml = pytest.importorskip("yaml")
    words = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]["load"]["command"]
    words = [word.replace("http://mapserver:8080/", listener.address) for word in words]
    done = subprocess.run([servers.MAPSERV.parent / "mapload", *words, "--zooms", "1", "--clients", "1", "--requests", "2", "--rounds", "1",
                           "--quiet"], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_compose_file_refers_to_files_and_services_that_exist():
    yaml = pytest.importorskip("yaml")
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    assert set(services) == {"database", "pgbouncer", "mapserver", "load"}
    for service in services.values():
        assert set(service.get("depends_on", [])) <= set(services)
        build = service.get("build", {})
        if "dockerfile" in build:
            assert (DEPLOY / build["context"] / build["dockerfile"]).exists()
    assert services["mapserver"]["environment"]["PGHOST"] in services
    pinned = {name: service["cpuset"] for name, service in services.items() if "cpuset" in service}
    assert pinned == {name: f"${{{name.upper()}_CPUS:-}}" for name in ("database", "mapserver", "load")}
    for volume in services["database"]["volumes"]:
        assert (DEPLOY / volume.split(":")[0]).exists()
    assert "/srv/data/load" in (DEPLOY / "load-demo.sh").read_text() and os.access(DEPLOY / "load-demo.sh", os.X_OK)
    words = services["load"]["command"]
    usage = subprocess.run([servers.MAPSERV.parent / "mapload", words[0], "--help"], capture_output=True, text=True).stdout
    usage += subprocess.run([servers.MAPSERV.parent / "mapload", "--help"], capture_output=True, text=True).stdout
    for word in words[1:]:
        assert word.split("=")[0] in usage


def test_pgbouncer_takes_its_file_and_lets_clients_through():
    need("/usr/sbin/pgbouncer")
    folder, port = servers.own_folder(), servers.free_port()
    host, database_port = os.environ.get("PGHOST", ""), os.environ.get("PGPORT", "5432")
    (folder / "pgbouncer.ini").write_text(changed("pgbouncer.ini", [("listen_addr = *", "listen_addr = 127.0.0.1"), ("6432", port),
                                                                    ("host=database port=5432", f"host={host or 'database'} port={database_port}")])
                                          + "unix_socket_dir =\n")
    process = subprocess.Popen(["/usr/sbin/pgbouncer", folder / "pgbouncer.ini"], stderr=subprocess.PIPE, text=True,
                               **servers.unprivileged())
    try:
        for _ in range(100):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        else:
            pytest.fail("pgbouncer does not listen")
        assert process.poll() is None
        if host:  # else there is no database to ask
            asked = subprocess.run(["psql", "-XAt", "-h", "127.0.0.1", "-p", str(port), "-U", "anyone", "-c", "SELECT 1 + 1", os.environ["PGDATABASE"]],
                                   capture_output=True, text=True, check=False)
            assert asked.stdout.strip() == "2", asked.stderr
    finally:
        process.terminate()
        complaints = process.communicate()[1]
        shutil.rmtree(folder)
    assert "ERROR" not in complaints and "WARNING" not in complaints, complaints


def test_mod_fcgid_goes_on_when_its_program_is_touched_or_replaced():
    """Running processes continue with their program; new ones use the new file."""
    server = apache_mod_fcgid()
    try:
        program = server.folder / "mapserv"
        before = ask(server, get_map()).body
        newer = server.folder / "mapserv.new"
        for change in (lambda: os.utime(program), lambda: (shutil.copy(servers.MAPSERV, newer), newer.replace(program))):
            change()
            with concurrent.futures.ThreadPoolExecutor(8) as pool:
                answers = list(pool.map(lambda _: ask(server, get_map()), range(24)))
            assert [answer.status for answer in answers] == [200] * 24, server.log()
            assert {answer.body for answer in answers} == {before}
    finally:
        server.stop()


LISTED = """MAP NAME "listed" EXTENT 0 0 10 10 PROJECTION "epsg:4326" END WEB METADATA "ows_title" "listed" "ows_enable_request" "*" "ows_srs" "EPSG:4326"
  "ows_allowed_ip_list" "198.51.100.7" END END LAYER NAME "a" TYPE POINT STATUS ON FEATURE POINTS 5 5 END END END END"""


def test_neither_address_nor_port_is_the_one_a_client_names():
    """Elsewhere the address that is trusted or not is the client's own, not the web server's."""
    server = nginx_http()
    try:
        text = ask(server, CAPABILITIES, headers={"X-Forwarded-Port": "6666", "X-Forwarded-Prefix": "/evil", "Forwarded": "for=1.2.3.4;host=evil.example",
                                                  "X-Forwarded-Host": "evil.example"}).text
        assert f'href="{server.address}?' in text and ":6666" not in text and "evil" not in text
        (server.folder / "maps/inline.map").write_text(LISTED)
        for header in ({"X-Forwarded-For": "198.51.100.7"}, {"Forwarded": "for=198.51.100.7"}):
            answer = ask(server, CAPABILITIES, headers=header)
            assert answer.status >= 400 and "<Name>a</Name>" not in answer.text
    finally:
        server.stop()
