# SPDX-License-Identifier: MIT
"""Rows of dBASE and CSV files in pages of queries: JOIN without CONNECTIONTYPE, and of CONNECTIONTYPE CSV."""

import struct
import subprocess

import pytest
import servers

MAPFILE = """
MAP SIZE 100 100 EXTENT 0 0 10 10 UNITS METERS SHAPEPATH "tables"
  WEB QUERYFORMAT "text" END
  OUTPUTFORMAT NAME "text" DRIVER "TEMPLATE" MIMETYPE "text/plain" FORMATOPTION "FILE=page.tmpl" END
  LAYER NAME "cities" TYPE POINT STATUS ON TEMPLATE "page.tmpl" PROCESSING "ITEMS=name,code"
    FEATURE POINTS 2 2 END ITEMS "Bern;1" END
    FEATURE POINTS 5 5 END ITEMS "Rome;2" END
    FEATURE POINTS 8 8 END ITEMS "Nowhere;7" END
    {join}
  END
END
"""
ROWS = [("1", "Aare", "288.20"), ("1", "R<ein", "1233.00"), ("2", "Tiber", "405.00"), ("3", "Po", "")]


def dbase(rows, fields=(("CODE", b"N", 4, 0), ("RIVER", b"C", 10, 0), ("KM", b"N", 8, 2))):
    """A dBASE III table."""
    width = 1 + sum(field[2] for field in fields)
    head = struct.pack("<4BIHH20x", 3, 26, 1, 1, len(rows), 33 + 32 * len(fields), width)
    for name, kind, size, digits in fields:
        head += struct.pack("<11sc4xBB14x", name.encode(), kind, size, digits)
    body = "".join(" " + "".join(value.rjust(field[2]) if field[1] == b"N" else value.ljust(field[2]) for value, field in zip(row, fields))
                   for row in rows)
    return head + b"\r" + body.encode("latin-1") + b"\x1a"


@pytest.fixture
def ask(tmp_path):
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables/rivers.dbf").write_bytes(dbase(ROWS))
    (tmp_path / "rivers.csv").write_text('1,Aare,288\n1,"R""ein, Rhein",1233\r\n2,Tiber\n')
    (tmp_path / "ms.conf").write_text('CONFIG MAPS "a" "a.map" END END')

    def page(join, **templates):
        (tmp_path / "a.map").write_text(MAPFILE.format(join=f"JOIN {join} END"))
        for name, text in templates.items():
            (tmp_path / f"{name}.tmpl").write_text(f"<!-- MapServer Template -->\n{text}")
        done = subprocess.run([servers.MAPSERV, "-nh", "-conf", tmp_path / "ms.conf", "QUERY_STRING=map=a&mode=nquery&qlayer=cities&mapext=0+0+10+10"],
                              capture_output=True, text=True, timeout=60)
        return done.stdout.splitlines(), done.stderr
    return page


def in_page(text):
    return f"[resultset layer=cities][feature]{text}\n[/feature][/resultset]"


# As MapServer 8.0.0 answers; a missing number is 0 in dBASE.
def test_a_feature_has_the_first_row_of_a_dbase_file(ask):
    lines, _ = ask('NAME "r" TABLE "rivers.dbf" FROM "code" TO "code"', page=in_page("[name]: [r_RIVER]|[r_KM]|[r_RIVER_esc]|[r_nothing]"))
    assert lines == ["Bern: Aare|288.20|Aare|[r_nothing]", "Rome: Tiber|405.00|Tiber|[r_nothing]", "Nowhere: |||[r_nothing]"]


def test_a_feature_has_many_rows_of_a_dbase_file_and_its_own_attributes_beside_them(ask):
    lines, _ = ask('NAME "r" TABLE "rivers.dbf" FROM "code" TO "CODE" TYPE ONE-TO-MANY TEMPLATE "row.tmpl" HEADER "head.tmpl" FOOTER "foot.tmpl"',
                   page=in_page("[name]:[join_r];"), row=" [r_RIVER] [r_RIVER_raw] [code] [RIVER]", head=" (", foot=" )")
    assert lines == ["Bern: ( Aare Aare 1 [RIVER] R&lt;ein R<ein 1 [RIVER] );", "Rome: ( Tiber Tiber 2 [RIVER] );", "Nowhere:;"]


def test_columns_of_a_csv_file_are_numbers(ask):
    lines, _ = ask('NAME "r" CONNECTIONTYPE CSV TABLE "rivers.csv" FROM "code" TO "1" TYPE ONE-TO-MANY TEMPLATE "row.tmpl"',
                   page=in_page("[name]:[join_r]"), row=" [r_2] [r_3];")
    assert lines == ["Bern: Aare 288; R&quot;ein, Rhein 1233;", "Rome: Tiber ;", "Nowhere:"]


@pytest.mark.parametrize("join, cause", [
    ('TABLE "rivers.dbf" FROM "code" TO "nothing"', 'its TABLE has no column "nothing"'), ('TABLE "none.dbf" FROM "code" TO "code"', '"none.dbf", cannot be read'),
    ('CONNECTIONTYPE CSV TABLE "rivers.csv" FROM "code" TO "4"', 'its TABLE has no column "4"'), ('CONNECTIONTYPE MYSQL TABLE "t" FROM "code" TO "x"', "POSTGRESQL, CSV or none"),
    ('TABLE "ms.conf" FROM "code" TO "x"', "is no dBASE file")])
def test_what_is_wrong_with_a_join_is_in_the_log_and_not_in_the_page(ask, join, cause):
    lines, log = ask(f'NAME "r" {join}', page=in_page("[r_1]"))
    assert cause in log and cause not in "\n".join(lines) and "Message" in "\n".join(lines)
