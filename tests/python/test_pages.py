# SPDX-License-Identifier: MIT
"""Templates of maps and of query results, and results as GML."""
import mapscript
import pytest

MAP = """
MAP
  NAME "towns" SIZE 100 100 EXTENT 0 0 100 100
  WEB TEMPLATE "page.html" IMAGEPATH "%(folder)s/" IMAGEURL "/images/" HEADER "header.html" END
  LAYER NAME "points" TYPE POINT STATUS ON TEMPLATE "feature.html" TOLERANCE 3
    PROCESSING "ITEMS=name,size"
    METADATA "gml_include_items" "all" END
    FEATURE POINTS 10 10 END ITEMS "a <b>;1" END
    FEATURE POINTS 50 50 END ITEMS "b;2" END
    CLASS STYLE COLOR 255 0 0 SIZE 5 END END
  END
END
"""
PAGES = {
    "page.html": "<!-- MapServer Template -->\n[mapwidth]x[mapheight] [mapext] [user] [nr] [img]",
    "header.html": "<!-- MapServer Template -->\n[nr] found:",
    "feature.html": '<!-- MapServer Template -->\n[name] of size [item name="size"], asked by [user];',
}


@pytest.fixture
def map(tmp_path):
    for name, text in PAGES.items():
        (tmp_path / name).write_text(text)
    path = tmp_path / "towns.map"
    path.write_text(MAP % {"folder": tmp_path})
    return mapscript.mapObj(str(path))


def find_all(map):
    map.queryByRect(mapscript.rectObj(0, 0, 100, 100))


def test_a_page_has_values_of_the_map_and_of_the_script(map):
    page = map.processTemplate(0, ["user"], ["Ann & Bob"], 1)
    assert page.startswith("100x100 0.000000 0.000000 100.000000 100.000000 Ann &amp; Bob 0 ")
    assert map.processTemplate(0, {"user": "x"}, None).split()[5:7] == ["x", "0"]
    find_all(map)
    assert map.processTemplate(0, None, None).split()[6] == "2"


def test_images_of_a_page_are_saved_below_imagepath(map, tmp_path):
    address = map.processTemplate(1, None, None).split()[-1]
    assert address.startswith("/images/")
    image = tmp_path / address.removeprefix("/images/")
    assert image.read_bytes() == map.draw().getBytes()


def test_what_a_query_found_becomes_a_page(map):
    assert map.processQueryTemplate(None, None) == ""
    find_all(map)
    assert map.processQueryTemplate({"user": "me"}, None).split("\n") == [
        "2 found:a &lt;b&gt; of size 1, asked by me;b of size 2, asked by me;"]


def test_results_that_were_added_and_loaded_become_the_same_page(map, tmp_path):
    layer = map.getLayer(0)
    layer.queryByIndex(map, -1, 1)
    layer.queryByIndex(map, -1, 0, mapscript.MS_TRUE)
    page = map.processQueryTemplate(["user"], ["me"])
    assert page.startswith("2 found:b of size 2, asked by me;a ")
    map.saveQuery(str(tmp_path / "results"))
    map.freeQuery()
    assert map.processQueryTemplate(None, None) == ""
    map.loadQuery(str(tmp_path / "results"))
    assert map.processQueryTemplate(["user"], ["me"]) == page


def test_results_are_written_as_gml(map, tmp_path):
    find_all(map)
    assert map.saveQueryAsGML(str(tmp_path / "x.gml")) == mapscript.MS_SUCCESS
    text = (tmp_path / "x.gml").read_text()
    assert text.count("<points_feature>") == 2 and "<name>a &lt;b&gt;</name>" in text


def test_gml_is_written_in_the_folder_of_the_map_and_a_query_in_that_of_the_process(map, tmp_path, monkeypatch):
    (tmp_path / "maps").mkdir()
    map.save(str(tmp_path / "maps/m.map"))
    placed = mapscript.mapObj(str(tmp_path / "maps/m.map"))
    monkeypatch.chdir(tmp_path)
    find_all(placed)
    assert placed.saveQueryAsGML("x.gml") == placed.saveQuery("q.txt") == mapscript.MS_SUCCESS
    assert (tmp_path / "maps/x.gml").exists() and (tmp_path / "q.txt").exists()


@pytest.mark.parametrize("misuse,words", [
    (lambda map: map.processTemplate(0, ["a", "b"], ["c"], 2), "as many values"),
    (lambda map: map.processTemplate(0, ["a"], ["c"], 2), "as many values"),
    (lambda map: mapscript.mapObj().processTemplate(0, None, None), "No template specified"),
    (lambda map: map.applySLDURL("http://127.0.0.1:1/x.sld"), "Could not open SLD"),
    (lambda map: map.applySLDURL("file:///etc/hostname"), "Could not open SLD"),
    (lambda map: map.applySLDURL("nonsense"), "Could not open SLD"),
    (lambda map: map.getLayer(0).applySLDURL("http://127.0.0.1:1/x.sld", None), "Could not open SLD"),
    (lambda map: map.getLayer(0).executeWFSGetFeature(map.getLayer(0)), "not supported"),
    (lambda map: map.getLayer(0).getWMSFeatureInfoURL(map, 1, 2, 3, "MIME"), "not supported"),
])
def test_what_cannot_be_raises(map, misuse, words):
    with pytest.raises(mapscript.MapServerError, match=words):
        misuse(map)


def test_a_legend_is_a_page_with_icons_below_imagepath(map, tmp_path):
    assert map.processLegendTemplate(None, None) is None
    (tmp_path / "legend.html").write_text(
        "<!-- MapServer Template -->\n[leg_layer_html][leg_layer_name] [user] [leg_icon width=24 height=12][/leg_layer_html]")
    map.legend.template = "legend.html"
    name, user, address = map.processLegendTemplate({"user": "Ann"}, None).split()
    assert (name, user) == ("points", "Ann")
    icon = tmp_path / address.removeprefix("/images/")
    layer = map.getLayer(0)
    assert icon.read_bytes() == layer.getClass(0).createLegendIcon(map, layer, 24, 12).getBytes()
    layer.status = mapscript.MS_OFF
    assert map.processLegendTemplate(None, None) == ""


def test_a_legend_whose_template_is_missing_raises(map):
    map.legend.template = "none.html"
    with pytest.raises(mapscript.MapServerError, match="unable to access"):
        map.processLegendTemplate(None, None)


def test_names_must_be_texts_in_a_sequence(map):
    for names in ("user", [1], 5):
        with pytest.raises(TypeError):
            map.processTemplate(0, names, ["x"])


def test_a_page_without_the_marker_is_not_shown(map, tmp_path):
    (tmp_path / "page.html").write_text("secret")
    with pytest.raises(mapscript.MapServerError):
        map.processTemplate(0, None, None)
