# SPDX-License-Identifier: MIT
"""Rows of another table in pages of queries: JOIN of PostgreSQL tables, of one row and of many."""

import os
import subprocess

import pytest
import servers

MAPFILE = """
MAP SIZE 100 100 EXTENT 0 0 10 10 UNITS METERS
  WEB QUERYFORMAT "text" END
  OUTPUTFORMAT NAME "text" DRIVER "TEMPLATE" MIMETYPE "text/plain" FORMATOPTION "FILE=page.tmpl" END
  LAYER NAME "cities" TYPE POINT STATUS ON TEMPLATE "page.tmpl" PROCESSING "ITEMS=name,code"
    FEATURE POINTS 2 2 END ITEMS "Bern;ch" END
    FEATURE POINTS 5 5 END ITEMS "Rome;it" END
    FEATURE POINTS 8 8 END ITEMS "Nowhere;'; drop table x --" END
    JOIN NAME "country" CONNECTIONTYPE POSTGRESQL CONNECTION "{connection}" TYPE ONE-TO-ONE FROM "code" TO "code"
      TABLE "(VALUES ('ch', 'Switzerland'), ('it', 'Italy')) AS t(code, name)" END
    JOIN NAME "rivers" CONNECTIONTYPE POSTGRESQL CONNECTION "{connection}" TYPE ONE-TO-MANY FROM "code" TO "code"
      TABLE "(VALUES ('ch', 'Aare'), ('ch', 'R<ein'), ('it', 'Tiber')) AS t(code, river)"
      TEMPLATE "river.tmpl" HEADER "head.tmpl" FOOTER "foot.tmpl" END
  END
END
"""
FILES = {"page.tmpl": "[resultset layer=cities][feature][name], [country_name]:[join_rivers];\n[/feature][/resultset]",
         "river.tmpl": " [rivers_river] of [code]", "head.tmpl": " (", "foot.tmpl": " )"}


@pytest.fixture
def ask(tmp_path, cluster):
    (tmp_path / "a.map").write_text(MAPFILE.format(connection=cluster))
    (tmp_path / "ms.conf").write_text('CONFIG MAPS "a" "a.map" END END')
    for name, text in FILES.items():
        (tmp_path / name).write_text(f"<!-- MapServer Template -->\n{text}")

    def page(query, **environment):
        done = subprocess.run([servers.MAPSERV, "-nh", "-conf", tmp_path / "ms.conf", f"QUERY_STRING=map=a&{query}"], capture_output=True,
                              text=True, timeout=60, env=os.environ | environment)
        assert done.returncode == 0, done.stderr
        return done.stdout
    return page


def test_a_feature_has_one_row_of_the_one_table_and_many_of_the_other(ask):
    # The VALUES above; a name with markup is escaped, one with SQL is a value without a row.
    assert ask("mode=nquery&qlayer=cities&mapext=0+0+10+10").splitlines() == [
        "Bern, Switzerland: ( Aare of ch R&lt;ein of ch );", "Rome, Italy: ( Tiber of it );", "Nowhere, :;"]


def test_one_feature_brings_its_rows_only(ask):
    assert ask("mode=query&qlayer=cities&mapxy=5+5").splitlines() == ["Rome, Italy: ( Tiber of it );"]


def test_the_rows_of_one_feature_are_no_more_than_a_page(ask, tmp_path):
    (tmp_path / "river.tmpl").write_text("<!-- MapServer Template -->\n" + "x" * 600_000)  # twice for the rivers of Bern
    assert len(ask("mode=query&qlayer=cities&mapxy=2+2", MS_REQUEST_MEMORY_MB="8")) > 1_200_000
    assert "more time or memory than the server allows" in ask("mode=query&qlayer=cities&mapxy=2+2", MS_REQUEST_MEMORY_MB="1")
