# SPDX-License-Identifier: MIT
"""scripts/poolerlog: numbers out of the log of pgbouncer."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import open_folders
import pytest

SOURCE = Path(__file__).resolve().parents[2]
STUDIES = Path(os.environ.get("MS_STUDIES", "nowhere"))
OLD = "2014-06-06 18:49:44.597 27891 LOG Stats: 852 req/s, in 435114 b/s, out 83424883 b/s,query 7133 us\n"
NEW = "2026-11-28 10:00:00.000 UTC [7] LOG stats: 12 xacts/s, 900 queries/s, in 500000 B/s, out 90000000 B/s, xact 9000 us, query 7000 us, wait 20 us\n"


def poolerlog(log, *options):
    done = subprocess.run([sys.executable, SOURCE / "scripts/poolerlog", *options], input=log, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def numbers(log):
    return [tuple(row[name] for name in ("queries", "bytes_in", "bytes_out", "query_us")) for row in json.loads(poolerlog(log, "--json")[1])]


def test_lines_of_old_and_new_versions_are_read_among_others():
    other = "2014-06-06 18:49:40.000 27891 LOG C-0x1: login attempt: db=maps user=www\n"
    assert numbers(other + OLD + other + NEW) == [(852, 435114, 83424883, 7133), (900, 500000, 90000000, 7000)]


def test_the_table_has_bits_of_the_link_and_bytes_of_a_query():
    code, table, _ = poolerlog(OLD + NEW)
    lines = [re.split(r" {2,}", line) for line in table.splitlines()]
    assert code == 0 and lines[0][-3:] == ["out Mbit/s", "kB/query", "query ms"]
    assert lines[1] == ["2014-06-06 18:49:44.597", "852", "435", "83425", "667", "97.9", "7.13"]
    assert lines[-1] == ["mean of 2", "876", "468", "86712", "694", "99.0", "7.07"]


def test_lines_that_a_mail_has_broken_and_quoted_are_read():
    assert numbers("> " + OLD.replace("out ", "out\n> ")) == [(852, 435114, 83424883, 7133)]


def test_a_second_without_queries_is_no_division_by_zero():
    assert poolerlog(NEW.replace("900 queries", "0 queries"))[0] == 0


def test_a_log_without_stats_is_an_error():
    assert poolerlog("2014-06-06 18:49:40.000 27891 LOG C-0x1: login attempt: db=maps user=www\n")[::2] == (1, "poolerlog: no line with stats of pgbouncer\n")


@pytest.mark.skipif(not STUDIES.is_dir(), reason="no source documents (MS_STUDIES)")
def test_the_lines_of_the_mailing_list_are_read():
    text = "".join(path.read_text(errors="replace") for path in sorted(STUDIES.glob("001_*")))
    assert [row[0] for row in numbers(text)] == [852, 818, 898]


@pytest.mark.skipif(shutil.which("pgbouncer") is None, reason="not installed: pgbouncer (scripts/setup installs it)")
def test_what_the_installed_version_writes_is_read(tmp_path):
    log = tmp_path / "log"
    (tmp_path / "ini").write_text(f"[databases]\n[pgbouncer]\nlisten_port = 0\nlisten_addr =\nunix_socket_dir = {tmp_path}\nauth_type = any\nlogfile = {log}\nstats_period = 1\n")
    if os.geteuid() == 0:
        shutil.chown(tmp_path, "nobody")
        open_folders.let_others_in(tmp_path)
    process = subprocess.Popen(["pgbouncer", "-q", tmp_path / "ini"], **({"user": "nobody"} if os.geteuid() == 0 else {}))
    try:
        end = time.monotonic() + 20
        while not (log.exists() and "stats:" in log.read_text()):
            assert time.monotonic() < end and process.poll() is None
            time.sleep(0.1)
    finally:
        process.terminate()
        process.wait()
    assert numbers(log.read_text()) != []
