# SPDX-License-Identifier: MIT
"""Servers for the tests; each is started once per file that uses it and stopped with it."""

import os
import sys

import pytest
import servers

sys.path += [str(servers.SOURCE / "tests/tools"), str(servers.SOURCE / "msautotest")]


@pytest.fixture(scope="module")
def listener():
    server = servers.start_listener()
    yield server
    server.stop()


def need(*paths):
    missing = [path for path in paths if not os.path.exists(path)]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)} (scripts/setup installs it)")


def need_no_sanitizer():
    """For things that a program cannot do, or is not, under a sanitizer."""
    if servers.IS_SANITIZED:
        pytest.skip("mapserv was built with a sanitizer")


@pytest.fixture(scope="module", params=["apache", "nginx"])
def web_server(request):
    """Apache with mod_fcgid, then nginx with spawn-fcgi."""
    if request.param == "apache":
        need("/usr/sbin/apache2", "/usr/lib/apache2/modules/mod_fcgid.so")
        server = servers.start_apache()
    else:
        need("/usr/sbin/nginx", "/usr/bin/spawn-fcgi")
        server = servers.start_nginx()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def cluster():
    """The libpq environment of the private cluster."""
    if "MS_TEST_PG" not in os.environ:
        pytest.skip("no PostGIS cluster (MS_TEST_PG is not set; scripts/test starts one)")
    return os.environ["MS_TEST_PG"]
