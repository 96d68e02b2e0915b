# SPDX-License-Identifier: MIT
"""MAP: attributes, layers, view, settings, text."""
import mapscript
from scene import FOLDER, TEXT, box, color, scene, tried


def a_new_map_has_defaults():
    the_map = mapscript.mapObj()
    return (the_map.name, the_map.status, the_map.width, the_map.height, the_map.maxsize, the_map.resolution,
            the_map.defresolution, the_map.units, color(the_map.imagecolor), the_map.imagetype, the_map.numlayers,
            box(the_map.extent), the_map.shapepath, the_map.getProjection(), the_map.getRotation(), the_map.debug,
            the_map.cellsize, the_map.scaledenom, the_map.symbolset.numsymbols, the_map.fontset.numfonts,
            the_map.getLayerOrder(), the_map.refcount, the_map.getNumSymbols(), the_map.outputformat.name)


def a_map_has_what_the_mapfile_says():
    the_map = scene()
    return (the_map.name, the_map.getSize(), the_map.numlayers, color(the_map.imagecolor), the_map.units, the_map.maxsize,
            the_map.imagetype, the_map.getProjection(), the_map.web.template, the_map.web.metadata.get("ows_title"),
            sorted(the_map.web.metadata.keys()), the_map.getConfigOption("on_missing_data"), the_map.symbolset.numsymbols,
            the_map.web.imagepath, the_map.web.imageurl, the_map.web.minscaledenom, the_map.web.maxscaledenom)


def output_formats_of_a_map():
    the_map = scene()
    return the_map.outputformat.name, the_map.getOutputFormatByName("mine").driver, the_map.getOutputFormatByName("none")


def an_image_type_is_chosen():
    the_map = scene()
    the_map.selectOutputFormat("mine")
    seen = [the_map.imagetype, the_map.outputformat.name]
    the_map.setImageType("png")
    return seen, the_map.outputformat.name, tried(lambda: the_map.selectOutputFormat("nonsense"))


def layers_by_name_and_index():
    the_map = scene()
    return (the_map.getLayer(1).name, the_map.getLayerByName("hidden").index, the_map.getLayerByName("none"),
            the_map.getLayer(9), the_map.getLayer(-1), the_map.getLayerByName("FIELDS") is None)


def layers_are_moved():
    the_map = scene()
    seen = the_map.getLayerOrder()
    moved = the_map.moveLayerUp(1), the_map.getLayerOrder(), the_map.moveLayerDown(0), the_map.getLayerOrder()
    return seen, moved, [the_map.getLayer(i).name for i in range(3)]


def layers_that_cannot_be_moved():
    the_map = scene()
    return [tried(lambda: the_map.moveLayerUp(0)), tried(lambda: the_map.moveLayerDown(2)),
            tried(lambda: the_map.moveLayerUp(9)), tried(lambda: the_map.moveLayerDown(-1))]


def an_order_of_layers_is_set():
    the_map = scene()
    return the_map.setLayerOrder((2, 0, 1)), the_map.getLayerOrder(), tried(lambda: the_map.setLayerOrder((0, 1)))


def an_order_is_assigned():
    the_map = scene()
    the_map.layerorder = (1, 2, 0)
    return the_map.layerorder


def layers_are_inserted_and_removed():
    the_map = scene()
    layer = mapscript.layerObj()
    layer.name = "new"
    place = the_map.insertLayer(layer, 0)
    names = [the_map.getLayer(i).name for i in range(the_map.numlayers)]
    gone = the_map.removeLayer(1)
    return place, names, gone.name, the_map.numlayers, gone.map is None, the_map.getLayerOrder()


def indices_of_layers_that_are_none():
    the_map = scene()
    return [tried(lambda: the_map.insertLayer(mapscript.layerObj(), 7)), tried(lambda: the_map.removeLayer(9)),
            tried(lambda: the_map.insertLayer(None)), tried(lambda: the_map.removeLayer(-1))]


def an_extent_is_set():
    the_map = scene()
    done = the_map.setExtent(0, 0, 10, 10)
    return done, box(the_map.extent), round(the_map.cellsize, 6), round(the_map.scaledenom, 3)


def extents_that_are_none():
    the_map = scene()
    return tried(lambda: the_map.setExtent(10, 0, 0, 10)), box(the_map.extent)


def an_extent_is_offset_scaled_and_centred():
    the_map = scene()
    the_map.offsetExtent(1, 2)
    seen = [box(the_map.extent)]
    the_map.scaleExtent(2, 0, 0)
    seen.append(box(the_map.extent))
    the_map.setCenter(mapscript.pointObj(0, 0))
    seen.append(box(the_map.extent))
    return seen


def scaling_within_limits():
    the_map = scene()
    the_map.scaleExtent(0.5, 100, 200)
    return box(the_map.extent)


def a_size_is_set():
    the_map = scene()
    return (the_map.setSize(50, 60), the_map.getSize(), the_map.width, tried(lambda: the_map.setSize(5000, 5)),
            tried(lambda: the_map.setSize(-1, 5)), the_map.getSize())


def zooming_to_a_point():
    the_map = scene()
    seen = []
    for factor in (2, -2, 1):
        the_map.zoomPoint(factor, mapscript.pointObj(100, 50), 200, 100, mapscript.rectObj(0, 0, 20, 10), None)
        seen.append(box(the_map.extent))
    return seen


def zooming_within_a_box():
    the_map = scene()
    the_map.zoomPoint(-2, mapscript.pointObj(10, 50), 200, 100, mapscript.rectObj(0, 0, 20, 10), mapscript.rectObj(-10, -10, 30, 20))
    return box(the_map.extent)


def zooming_to_a_rectangle():
    the_map = scene()
    the_map.zoomRectangle(mapscript.rectObj(50, 80, 150, 30, mapscript.MS_TRUE), 200, 100, mapscript.rectObj(0, 0, 20, 10), None)
    return box(the_map.extent)


def zooming_to_a_scale():
    the_map = scene()
    the_map.zoomScale(1000, mapscript.pointObj(100, 50), 200, 100, mapscript.rectObj(0, 0, 20, 10), None)
    return box(the_map.extent)


def zooming_nonsense():
    the_map = scene()
    rect = mapscript.rectObj(0, 0, 20, 10)
    return [tried(lambda: the_map.zoomPoint(0, mapscript.pointObj(1, 1), 200, 100, rect, None)),
            tried(lambda: the_map.zoomPoint(2, mapscript.pointObj(1, 1), -1, 100, rect, None)),
            tried(lambda: the_map.zoomScale(-1, mapscript.pointObj(1, 1), 200, 100, rect, None)),
            tried(lambda: the_map.zoomPoint(2, None, 200, 100, rect, None)),
            tried(lambda: the_map.zoomRectangle(mapscript.rectObj(1, 1, 0, 0, mapscript.MS_TRUE), 200, 100, rect, None))]


def zooming_changes_the_size():
    the_map = scene()
    the_map.zoomPoint(2, mapscript.pointObj(50, 25), 100, 50, mapscript.rectObj(0, 0, 20, 10), None)
    return the_map.getSize(), box(the_map.extent)


def pixels_have_places():
    the_map = scene()
    point = mapscript.pointObj()
    the_map.prepareImage()
    the_map.pixelToGeoref(0, 0, point)
    return round(point.x, 6), round(point.y, 6)


def a_rotation_is_set():
    the_map = scene()
    return the_map.setRotation(30), the_map.getRotation()


def projections_of_a_map():
    the_map = scene()
    seen = []
    for text in ("epsg:4326", "init=epsg:3857", "+proj=utm +zone=33 +datum=WGS84", "EPSG:25832"):
        seen.append((tried(lambda: the_map.setProjection(text)), the_map.getProjection(), the_map.units))
    return seen


def a_projection_that_is_none():
    return tried(lambda: scene().setProjection("+init=epsg:9999999"))


def a_projection_from_well_known_text():
    the_map = scene()
    seen = []
    for text in ("WGS84", "NAD83",
                 'GEOGCS["x",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],'
                 'UNIT["degree",0.0174532925199433]]'):
        the_map.setWKTProjection(text)
        seen.append(the_map.getProjection())
    return seen


def configuration_options():
    the_map = scene()
    the_map.setConfigOption("new", "value")
    the_map.setConfigOption("ON_MISSING_DATA", "FAIL")
    return the_map.getConfigOption("NEW"), the_map.getConfigOption("none"), the_map.getConfigOption("on_missing_data")


def a_clone_of_a_map_is_its_own():
    the_map = scene()
    copy = the_map.clone()
    copy.name = "copy"
    copy.getLayer(0).name = "changed"
    return the_map.name, copy.name, the_map.getLayer(0).name, copy.numlayers, copy.getSize(), copy.refcount


def a_map_is_written_and_read():
    the_map = mapscript.fromstring(scene().convertToString())
    layer = the_map.getLayer(0)
    return (the_map.name, the_map.getSize(), box(the_map.extent), the_map.numlayers, layer.getClass(0).getStyle(1).symbolname,
            the_map.web.metadata.get("ows_title"), layer.getFilterString(), the_map.getConfigOption("ON_MISSING_DATA"))


def a_map_is_saved():
    the_map = scene()
    path = str(FOLDER / "saved.map")
    the_map.save(path)
    again = mapscript.mapObj(path)
    return again.name, again.numlayers, again.getSize(), tried(lambda: the_map.save("/nonexistent/x.map"))


def texts_become_objects():
    return [type(mapscript.fromstring(text)).__name__ for text in (
        "MAP NAME 'x' END", "LAYER NAME 'x' END", "CLASS NAME 'x' END", "STYLE SIZE 3 END", "  map\nend")]


def texts_that_are_no_objects():
    return [tried(lambda: mapscript.fromstring(text)) for text in ("nonsense", "", "MAP LAYER END", "MAPS END")]


def files_that_are_no_maps():
    (FOLDER / "broken.map").write_text("MAP LAYER NONSENSE END END")
    (FOLDER / "scene.txt").write_text(TEXT)
    return [tried(lambda: mapscript.mapObj(str(FOLDER / name))) for name in ("none.map", "broken.map", "scene.txt")]


def values_replace_names():
    the_map = mapscript.fromstring("""MAP NAME "m" LAYER NAME "l" TYPE POINT DATA "%file%" FILTER ([a] = %number%)
        VALIDATION "file" "^[a-z]+$" "default_file" "standard" "number" "^[0-9]+$" "default_number" "7" END END END""")
    the_map.applySubstitutions({"file": "roads"})
    layer = the_map.getLayer(0)
    seen = [layer.data]
    the_map.applyDefaultSubstitutions()
    return seen, layer.data, layer.getFilterString()


def values_that_are_not_valid():
    the_map = mapscript.fromstring("""MAP LAYER NAME "l" TYPE POINT DATA "%file%" VALIDATION "file" "^[a-z]+$" END END END""")
    return tried(lambda: the_map.applySubstitutions({"file": "../x"})), the_map.getLayer(0).data


def a_font_set_is_read():
    (FOLDER / "fonts.txt").write_text("one /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf\n")
    the_map = scene()
    the_map.setFontSet(str(FOLDER / "fonts.txt"))
    return the_map.fontset.numfonts, the_map.fontset.fonts.get("one"), tried(lambda: the_map.setFontSet("/nonexistent"))


def output_formats_are_appended_and_removed():
    the_map = scene()
    before = the_map.numoutputformats
    form = mapscript.outputFormatObj("AGG/PNG", "extra")
    count = the_map.appendOutputFormat(form)
    found = the_map.getOutputFormatByName("extra").driver
    return count - before, found, the_map.removeOutputFormat("extra"), the_map.numoutputformats - before, form.refcount if hasattr(form, "refcount") else None


def an_output_format_has_options():
    form = mapscript.outputFormatObj("AGG/PNG", "extra")
    form.setOption("QUALITY", "5")
    form.setOption("OTHER", "x")
    return (form.getOption("QUALITY"), form.getOption("none", "otherwise"), form.getOptionAt(0), form.numformatoptions, form.mimetype, form.extension,
            form.imagemode, form.transparent, form.driver, form.validate(), form.renderer)


def an_output_format_is_changed():
    form = mapscript.outputFormatObj("AGG/PNG")
    form.setMimetype("image/x")
    form.setExtension("xyz")
    return form.name, form.mimetype, form.extension


def an_output_format_of_no_driver():
    return tried(lambda: mapscript.outputFormatObj("NO/SUCH"))


def drivers_have_types_and_extensions():
    seen = []
    for driver in ("AGG/PNG", "AGG/PNG8", "AGG/JPEG", "CAIRO/PNG", "CAIRO/SVG", "CAIRO/PDF"):
        form = mapscript.outputFormatObj(driver)
        seen.append((form.mimetype, form.extension, form.imagemode, form.transparent, form.renderer))
    return seen


def web_and_query_map():
    the_map = scene()
    web, query = the_map.web, the_map.querymap
    return (web.header, web.footer, web.empty, web.error, web.queryformat, web.legendformat, web.browseformat, web.temppath,
            web.validation.get("kind"), query.width, query.height, query.style, query.status, color(query.color))


def parts_of_a_map_know_it():
    the_map = scene()
    return [part.map is not None for part in (the_map.web, the_map.legend, the_map.querymap, the_map.reference)]


def parts_are_updated_from_text():
    the_map = scene()
    return ([the_map.web.updateFromString("WEB TEMPLATE 'new.html' IMAGEURL '/x/' END"), the_map.web.template, the_map.web.imageurl],
            [the_map.legend.updateFromString("LEGEND KEYSIZE 30 20 STATUS OFF END"), the_map.legend.keysizex, the_map.legend.status],
            [the_map.scalebar.updateFromString("SCALEBAR INTERVALS 9 END"), the_map.scalebar.intervals],
            [the_map.querymap.updateFromString("QUERYMAP STYLE SELECTED END"), the_map.querymap.style],
            [the_map.reference.updateFromString("REFERENCE SIZE 20 30 EXTENT 0 0 1 1 END"), the_map.reference.width])


def the_version_is_that_of_mapserver():
    return (mapscript.msGetVersionInt(), mapscript.msGetVersion().split()[:2], mapscript.MS_VERSION)


def errors_are_forgotten_after_they_were_raised():
    tried(lambda: mapscript.mapObj("/nonexistent.map"))
    return mapscript.msGetErrorObj().code, mapscript.msGetErrorString("\n")


def children_outlive_their_map():
    layer = mapscript.fromstring(TEXT).getLayer(0)
    kind = layer.getClass(0)
    return layer.name, kind.name, kind.layer.name


def wrong_types_of_arguments():
    the_map = scene()
    return [tried(lambda: the_map.setSize("a", 2)), tried(lambda: the_map.getLayer("x")), tried(lambda: the_map.insertLayer(5)),
            tried(lambda: the_map.setExtent(1, 2, 3)), tried(lambda: the_map.setCenter(None)), tried(lambda: mapscript.mapObj(5))]


def images_beyond_maxsize_are_drawn():
    the_map = scene()
    the_map.width, the_map.height = 1500, 5
    return the_map.draw().width, the_map.maxsize
