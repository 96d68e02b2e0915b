# SPDX-License-Identifier: MIT
"""Scripts as people write them: tutorials' and answers' recipes."""
import mapscript
from scene import DATA, FOLDER, box, capitals, color, lines, points, scene, tried


def _map_from_nothing():
    the_map = mapscript.mapObj()
    the_map.name = "made"
    the_map.setSize(121, 61)
    the_map.setExtent(-180, -90, 180, 90)
    the_map.units = mapscript.MS_DD
    the_map.setProjection("init=epsg:4326")
    the_map.imagecolor.setRGB(200, 220, 255)
    layer = mapscript.layerObj(the_map)
    layer.name = "countries"
    layer.type = mapscript.MS_LAYER_POLYGON
    layer.status = mapscript.MS_DEFAULT
    layer.data = str(DATA / "shapefile" / "countries")
    layer.template = "x"
    kind = mapscript.classObj(layer)
    kind.name = "all"
    style = mapscript.styleObj(kind)
    style.color.setRGB(240, 240, 200)
    style.outlinecolor.setHex("#808080")
    style.width = 0.5
    return the_map


def a_map_is_built_from_nothing():
    the_map = _map_from_nothing()
    return the_map.convertToString(), the_map.numlayers, the_map.getLayer(0).numclasses


def the_map_that_was_built_is_drawn():
    the_map = _map_from_nothing()
    image = the_map.draw()
    return image.width, image.height, image.format.name, image.getBytes()[:8], round(the_map.scaledenom), box(the_map.extent)


def layers_and_classes_are_walked_over():
    the_map = scene()
    seen = []
    for i in range(the_map.numlayers):
        layer = the_map.getLayer(i)
        for j in range(layer.numclasses):
            kind = layer.getClass(j)
            for k in range(kind.numstyles):
                style = kind.getStyle(k)
                seen.append((layer.name, kind.name, kind.getExpressionString(), style.symbolname, style.size, color(style.color)))
    return seen


def layers_are_switched_by_name_and_group():
    the_map = scene()
    for i in range(the_map.numlayers):
        layer = the_map.getLayer(i)
        layer.status = mapscript.MS_ON if layer.group == "land" or layer.name in ("hidden",) else mapscript.MS_OFF
    return [(the_map.getLayer(i).name, the_map.getLayer(i).status, the_map.getLayer(i).isVisible()) for i in range(the_map.numlayers)]


def attributes_of_what_a_point_hits():
    the_map, layer = capitals()
    layer.queryByPoint(the_map, mapscript.pointObj(16.4, 48.2), mapscript.MS_SINGLE, 2)
    layer.open()
    found = []
    for i in range(layer.getNumResults()):
        shape = layer.getShape(layer.getResult(i))
        found.append({layer.getItem(j): shape.getValue(j) for j in range(layer.numitems)})
    layer.close()
    return found


def attributes_of_what_a_polygon_covers():
    the_map, layer = capitals()
    area = mapscript.shapeObj.fromWKT("POLYGON((0 40,20 40,20 55,0 55,0 40))")
    layer.queryByShape(the_map, area)
    layer.open()
    found = sorted(layer.getShape(layer.getResult(i)).getValue(1) for i in range(layer.getNumResults()))
    bounds = layer.getResultsBounds()
    layer.close()
    return found, box(bounds)


def attributes_by_expression():
    seen = []
    for item, text in (("name", "Paris"), ("name", "/^B.*n$/"), ("name", "{Paris,Rome,Oslo}"), (None, "('[name]' ~* '^lon')"), (None, "([gid] < 4)"),
                       (None, "('[name]' IN 'Paris,Bern')"), ("name", "Nowhere")):
        the_map, layer = capitals()
        result = tried(lambda: layer.queryByAttributes(the_map, item, text, mapscript.MS_MULTIPLE))
        layer.open()
        seen.append((text, result, sorted(layer.getShape(layer.getResult(i)).getValue(1) for i in range(layer.getNumResults()))))
        layer.close()
    return seen


def all_layers_of_a_map_are_queried():
    the_map = scene()
    the_map.queryByRect(the_map.extent)
    seen = []
    for i in range(the_map.numlayers):
        layer = the_map.getLayer(i)
        cache = layer.getResults()
        seen.append((layer.name, None if cache is None else cache.numresults, None if cache is None else box(cache.bounds)))
    the_map.freeQuery()
    return seen, [the_map.getLayer(i).getNumResults() for i in range(the_map.numlayers)]


def a_selection_is_drawn_over_the_map():
    the_map = scene()
    the_map.queryByPoint(mapscript.pointObj(5, 5), mapscript.MS_SINGLE, 1)
    the_map.setSize(200, 100)
    image = the_map.drawQuery()
    return image.width, image.height, len(image.getBytes()) > 100


def features_are_copied_into_an_inline_layer():
    the_map, layer = capitals()
    inline = mapscript.layerObj(the_map)
    inline.type, inline.status, inline.template, inline.name = mapscript.MS_LAYER_POINT, mapscript.MS_ON, "x", "copy"
    layer.open()
    layer.whichShapes(mapscript.rectObj(0, 40, 20, 60))
    while True:
        shape = layer.nextShape()
        if shape is None:
            break
        copy = mapscript.shapeObj(shape.type)
        shape.copy(copy)
        copy.text = shape.getValue(1)
        inline.addFeature(copy)
    layer.close()
    return inline.getNumFeatures()


def a_buffer_around_a_feature_selects():
    the_map, layer = capitals()
    here = mapscript.pointObj(2.33, 48.87).toShape()
    layer.queryByShape(the_map, here.buffer(5))
    return layer.getNumResults(), round(here.buffer(5).getArea(), 3)


def icons_of_all_classes():
    the_map = scene()
    seen = []
    for i in range(the_map.numlayers):
        layer = the_map.getLayer(i)
        for j in range(layer.numclasses):
            icon = layer.getClass(j).createLegendIcon(the_map, layer, 24, 16)
            name = str(FOLDER / f"icon{i}{j}.png")
            icon.save(name, the_map)
            with open(name, "rb") as file:
                seen.append((icon.width, icon.height, file.read(4)))
    return seen


def images_of_all_formats():
    the_map = scene()
    seen = []
    for name in ("png", "png24", "png8", "jpeg", "svg", "pdf", "cairopng", "gif", "AGG_Q", "nonsense"):
        chosen = tried(lambda: the_map.selectOutputFormat(name))
        seen.append((name, chosen, the_map.outputformat.name, the_map.outputformat.mimetype, the_map.imagetype,
                     tried(lambda: the_map.draw().getBytes()[:4])))
    return seen


def a_place_is_reprojected():
    wgs, mercator, utm = (mapscript.projectionObj(f"init=epsg:{code}") for code in (4326, 3857, 32633))
    point = mapscript.pointObj(15, 48)
    seen = []
    for source, target in ((wgs, mercator), (mercator, utm), (utm, wgs)):
        seen.append((point.project(source, target), round(point.x, 2), round(point.y, 2)))
    rect = mapscript.rectObj(10, 45, 16, 50)
    rect.project(wgs, utm)
    line = mapscript.lineObj()
    for x, y in ((10, 45), (16, 50)):
        line.add(mapscript.pointObj(x, y))
    line.project(wgs, mercator)
    return seen, [round(side, 1) for side in (rect.minx, rect.miny, rect.maxx, rect.maxy)], [(round(x, 1), round(y, 1)) for x, y in points(line)]


def the_view_follows_a_layer():
    the_map, layer = capitals()
    extent = layer.getExtent()
    the_map.setExtent(extent.minx, extent.miny, extent.maxx, extent.maxy)
    first = box(the_map.extent), round(the_map.scaledenom)
    the_map.setProjection("init=epsg:3857")
    the_map.units = mapscript.MS_METERS
    extent.project(mapscript.projectionObj("init=epsg:4326"), mapscript.projectionObj("init=epsg:3857"))
    the_map.setExtent(extent.minx, extent.miny, extent.maxx, extent.maxy)
    return first, [round(side) for side in box(the_map.extent)], round(the_map.scaledenom)


def the_view_is_zoomed_and_panned():
    the_map = scene()
    seen = []
    for factor, x, y in ((2, 100, 50), (1, 150, 50), (-2, 100, 50), (3, 0, 0)):
        the_map.zoomPoint(factor, mapscript.pointObj(x, y), the_map.width, the_map.height, the_map.extent, None)
        seen.append((box(the_map.extent), round(the_map.scaledenom, 3)))
    the_map.zoomScale(500, mapscript.pointObj(100, 50), the_map.width, the_map.height, the_map.extent, None)
    seen.append((box(the_map.extent), round(the_map.scaledenom, 3)))
    the_map.setCenter(mapscript.pointObj(10, 5))
    the_map.offsetExtent(1, 1)
    the_map.scaleExtent(2, 0, 0)
    return seen, box(the_map.extent), tried(lambda: [round(n, 6) for n in _xy(the_map.pixelToGeoref(100, 50))])


def _xy(point):
    return point.x, point.y


def a_symbol_set_is_filled():
    the_map = _map_from_nothing()
    before = the_map.getNumSymbols()
    square = mapscript.symbolObj("square")
    square.type = mapscript.MS_SYMBOL_VECTOR
    line = mapscript.lineObj()
    for x, y in ((0, 0), (0, 1), (1, 1), (1, 0), (0, 0)):
        line.add(mapscript.pointObj(x, y))
    square.setPoints(line)
    square.filled = mapscript.MS_TRUE
    where = the_map.symbolset.appendSymbol(square)
    style = the_map.getLayer(0).getClass(0).getStyle(0)
    style.setSymbolByName(the_map, "square")
    style.size = 8
    return before, where, the_map.getNumSymbols(), style.symbolname, style.symbol == where, points(the_map.symbolset.getSymbol(where).getPoints())


def tables_are_filled_and_read():
    the_map = scene()
    table = the_map.web.metadata
    table.set("wms_title", "New")
    table.set("WMS_TITLE", "Newer")
    seen = [table.get("wms_title"), table.get("Wms_Title"), table.get("missing"), table.get("missing", "otherwise"), table.numitems]
    key, keys = None, []
    while True:
        key = table.nextKey(key)
        if key is None:
            break
        keys.append((key, table.get(key)))
    table.remove("wms_title")
    return seen, sorted(keys), table.get("wms_title"), tried(lambda: table.remove("missing"))


def a_clone_goes_its_own_way():
    the_map = scene()
    clone = the_map.clone()
    clone.name = "clone"
    clone.getLayer(0).getClass(0).getStyle(0).color.setRGB(1, 2, 3)
    clone.web.metadata.set("new", "1")
    clone.removeLayer(2)
    layer = the_map.getLayer(0).clone()
    layer.name = "other"
    the_map.insertLayer(layer)
    return (the_map.name, color(the_map.getLayer(0).getClass(0).getStyle(0).color), the_map.web.metadata.get("new"), the_map.numlayers,
            clone.numlayers, the_map.getLayer(3).name, [the_map.getLayer(3).getClass(i).name for i in range(2)])


SLD = """<StyledLayerDescriptor version="1.0.0" xmlns="http://www.opengis.net/sld" xmlns:ogc="http://www.opengis.net/ogc">
<NamedLayer><Name>fields</Name><UserStyle><FeatureTypeStyle>
<Rule><Name>wood</Name><ogc:Filter><ogc:PropertyIsEqualTo><ogc:PropertyName>kind</ogc:PropertyName><ogc:Literal>wood</ogc:Literal>
</ogc:PropertyIsEqualTo></ogc:Filter><PolygonSymbolizer><Fill><CssParameter name="fill">#00ff00</CssParameter></Fill>
<Stroke><CssParameter name="stroke">#102030</CssParameter><CssParameter name="stroke-width">2</CssParameter></Stroke></PolygonSymbolizer></Rule>
<Rule><Name>rest</Name><ElseFilter/><PolygonSymbolizer><Fill><CssParameter name="fill">#ff0000</CssParameter></Fill></PolygonSymbolizer></Rule>
</FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>"""


def a_style_document_is_applied():
    the_map = scene()
    done = the_map.applySLD(SLD)
    layer = the_map.getLayerByName("fields")
    return done, [(kind.name, kind.getExpressionString(), [(color(kind.getStyle(k).color), color(kind.getStyle(k).outlinecolor), kind.getStyle(k).width)
                                                          for k in range(kind.numstyles)])
                  for kind in (layer.getClass(i) for i in range(layer.numclasses))]


def a_style_document_of_one_layer():
    the_map = scene()
    layer = the_map.getLayer(0)
    return layer.generateSLD() == the_map.getLayerByName("fields").generateSLD(), tried(lambda: layer.applySLD(SLD, "fields")), layer.numclasses


def classes_by_ranges_of_values():
    the_map = _map_from_nothing()
    layer = the_map.getLayer(0)
    layer.removeClass(0)
    for low, high, shade in ((0, 10, 250), (10, 100, 180), (100, 10000, 90)):
        kind = mapscript.classObj(layer)
        kind.name = f"{low} - {high}"
        kind.setExpression(f"([area] >= {low} AND [area] < {high})")
        style = mapscript.styleObj()
        style.color = mapscript.colorObj(shade, shade, 0)
        kind.insertStyle(style)
    layer.open()
    layer.whichShapes(layer.getExtent())
    counts = {}
    while True:
        shape = layer.nextShape()
        if shape is None:
            break
        index = tried(lambda: layer.getClassIndex(the_map, shape))
        counts[index] = counts.get(index, 0) + 1
    layer.close()
    return sorted(counts.items(), key=str), [layer.getClass(i).getExpressionString() for i in range(3)]


def labels_are_made():
    the_map, layer = capitals()
    layer.labelitem = "name"
    kind = mapscript.classObj(layer)
    label = mapscript.labelObj()
    label.size, label.position, label.buffer = 8, mapscript.MS_UR, 2
    label.color.setRGB(0, 0, 0)
    label.outlinecolor = mapscript.colorObj(255, 255, 255)
    where = kind.addLabel(label)
    kind.getLabel(0).setText("([name])")
    return where, kind.numlabels, kind.getLabel(0).getTextString(), kind.convertToString()


def a_map_is_saved_and_loaded():
    the_map = _map_from_nothing()
    name = str(FOLDER / "recipe.map")
    the_map.save(name)
    again = mapscript.mapObj(name)
    return again.name, again.getSize(), box(again.extent), again.getLayer(0).name, again.getProjection(), color(again.imagecolor)


def text_is_drawn_at_a_place():
    the_map = scene()
    image = the_map.prepareImage()
    layer = mapscript.layerObj(the_map)
    layer.type, layer.status = mapscript.MS_LAYER_POINT, mapscript.MS_ON
    kind = mapscript.classObj(layer)
    label = mapscript.labelObj()
    label.size = 10
    label.color.setRGB(0, 0, 0)
    kind.addLabel(label)
    return mapscript.pointObj(10, 5).draw(the_map, layer, image, 0, "here"), image.width


def errors_are_asked_for():
    seen = []
    for action in (lambda: mapscript.mapObj("/nonexistent.map"), lambda: scene().getLayer(0).getClass(0).getStyle(0).setGeomTransform("nonsense("),
                   lambda: mapscript.shapeObj.fromWKT("NONSENSE"), lambda: scene().selectOutputFormat("nonsense"),
                   lambda: scene().getLayerByName("nonsense"), lambda: mapscript.colorObj().setHex("red"),
                   lambda: mapscript.projectionObj("nonsense"), lambda: scene().setExtent(1, 1, 0, 0)):
        result = tried(action)
        seen.append((result if isinstance(result, str) or result is None else type(result).__name__, mapscript.msGetErrorObj().code))
    return seen


def geometry_is_computed():
    a, b = (mapscript.shapeObj.fromWKT(text) for text in ("POLYGON((0 0,4 0,4 4,0 4,0 0))", "POLYGON((2 2,6 2,6 6,2 6,2 2))"))
    seen = [round(shape.getArea(), 6) for shape in (a.Union(b), a.intersection(b), a.difference(b), a.symDifference(b), a.convexHull(), a.buffer(0))]
    return (seen, a.contains(b), a.intersects(b), a.overlaps(b), a.touches(b), a.within(b), a.disjoint(b), a.equals(a.clone()), a.crosses(b),
            round(a.distanceToShape(mapscript.shapeObj.fromWKT("POINT(7 0)")), 6), _xy(a.getCentroid()), lines(a.boundary()),
            round(a.getLength(), 6), a.simplify(1).toWKT(), _xy(a.getLabelPoint()))


def a_layer_of_text_is_inserted():
    the_map = _map_from_nothing()
    layer = mapscript.fromstring("""LAYER NAME "dots" TYPE POINT STATUS ON FEATURE POINTS 10 10 20 20 END TEXT "a" END
      CLASS NAME "c" STYLE SIZE 5 COLOR 255 0 0 END LABEL SIZE 8 COLOR 0 0 0 END END END""")
    where = the_map.insertLayer(layer, 0)
    layer.updateFromString("LAYER COMPOSITE OPACITY 50 END CLASS NAME 'second' STYLE COLOR 0 0 255 END END END")
    layer.getClass(0).updateFromString("CLASS NAME 'first' TITLE 'The first' END")
    return where, the_map.getLayer(0).name, layer.numclasses, layer.getClass(0).name, layer.getClass(0).numstyles, layer.getOpacity(), layer.convertToString()


def a_request_sets_the_map():
    the_map = scene()
    the_map.web.metadata.set("ows_enable_request", "*")
    request = mapscript.OWSRequest()
    for name, value in (("SERVICE", "WMS"), ("VERSION", "1.1.1"), ("REQUEST", "GetMap"), ("LAYERS", "fields"), ("STYLES", ""), ("SRS", "EPSG:3857"),
                        ("BBOX", "0,0,10,5"), ("WIDTH", "100"), ("HEIGHT", "50"), ("FORMAT", "image/png")):
        request.setParameter(name, value)
    done = the_map.loadOWSParameters(request)
    image = the_map.draw()
    return (done, the_map.getSize(), box(the_map.extent), [the_map.getLayer(i).status for i in range(the_map.numlayers)], image.width, image.height,
            the_map.imagetype, request.getValueByName("layers"), request.NumParams)


def shapes_are_written_to_a_file():
    name = str(FOLDER / "written")
    out = mapscript.shapefileObj(name, mapscript.MS_SHAPEFILE_POLYGON)
    for text in ("POLYGON((0 0,0 4,4 4,4 0,0 0))", "POLYGON((5 5,5 6,6 6,5 5))"):
        out.add(mapscript.shapeObj.fromWKT(text))
    del out
    with open(name + ".shp", "rb") as file:
        shp = file.read()
    return len(shp), shp[:4].hex(), shp[36:68].hex()


def styles_follow_attributes():
    the_map = scene()
    style = the_map.getLayer(0).getClass(0).getStyle(0)
    label = the_map.getLayer(0).getClass(0).getLabel(0)
    style.setBinding(mapscript.MS_STYLE_BINDING_WIDTH, "size")
    style.setBinding(mapscript.MS_STYLE_BINDING_COLOR, "kind")
    style.removeBinding(mapscript.MS_STYLE_BINDING_COLOR)
    label.setBinding(mapscript.MS_LABEL_BINDING_SIZE, "size")
    return style.getBinding(mapscript.MS_STYLE_BINDING_WIDTH), style.getBinding(mapscript.MS_STYLE_BINDING_COLOR), style.convertToString(), label.convertToString()


def a_format_is_made_and_set():
    the_map = scene()
    format = mapscript.outputFormatObj("AGG/PNG8", "small")
    format.setOption("QUANTIZE_COLORS", "16")
    format.setOption("QUANTIZE_FORCE", "ON")
    format.setExtension("png")
    format.setMimetype("image/x-small")
    format.imagemode, format.transparent = mapscript.MS_IMAGEMODE_RGBA, mapscript.MS_ON
    done = the_map.appendOutputFormat(format)
    the_map.setOutputFormat(format)
    image = the_map.draw()
    return (done, the_map.outputformat.name, the_map.outputformat.getOption("QUANTIZE_COLORS"), image.format.mimetype, image.getBytes()[:4],
            [the_map.outputformat.getOptionAt(i) for i in range(the_map.outputformat.numformatoptions)],
            the_map.getOutputFormatByName("small").mimetype, format.validate())


def values_are_put_into_a_map():
    the_map = mapscript.fromstring("""MAP NAME "s" SIZE 10 10 EXTENT 0 0 1 1 WEB VALIDATION "what" "^[a-z]+$" "default_what" "wood" END END
      LAYER NAME "l" TYPE POINT STATUS ON DATA "%what%" CLASS EXPRESSION ("[k]" = "%what%") END END END""")
    other = the_map.clone()
    the_map.applySubstitutions({"what": "meadow"})
    other.applyDefaultSubstitutions()
    return [(each.getLayer(0).data, each.getLayer(0).getClass(0).getExpressionString()) for each in (the_map, other)]


def the_order_of_layers_is_changed():
    the_map = scene()
    seen = [the_map.getLayerOrder()]
    for action in (lambda: the_map.moveLayerUp(1), lambda: the_map.moveLayerDown(0), lambda: the_map.setLayerOrder((2, 1, 0)),
                   lambda: the_map.removeLayer(1).name, lambda: the_map.moveLayerUp(0), lambda: the_map.moveLayerDown(99)):
        seen.append((tried(action), the_map.getLayerOrder()))
    return seen, [the_map.getLayer(i).name for i in range(the_map.numlayers)]


def shapes_are_drawn_one_by_one():
    the_map, layer = capitals()
    mapscript.styleObj(mapscript.classObj(layer)).color.setRGB(255, 0, 0)
    image = the_map.prepareImage()
    layer.open()
    layer.whichShapes(the_map.extent)
    drawn = []
    while True:
        shape = layer.nextShape()
        if shape is None:
            break
        shape.classindex = 0
        drawn.append(shape.draw(the_map, layer, image))
    layer.close()
    return len(drawn), set(drawn), tried(lambda: the_map.drawLabelCache(image)), image.getBytes()[:4]


def a_layer_is_drawn_into_a_image():
    the_map = scene()
    image = the_map.prepareImage()
    return [the_map.getLayer(i).draw(the_map, image) for i in range(the_map.numlayers)], image.width


def settings_of_layers_are_processed():
    layer = scene().getLayer(0)
    layer.setProcessingKey("CLOSE_CONNECTION", "DEFER")
    layer.addProcessing("LABEL_NO_CLIP=1")
    layer.setProcessingKey("LABEL_NO_CLIP", "0")
    seen = [layer.getProcessing(i) for i in range(layer.numprocessing)]
    return seen, layer.getProcessingKey("CLOSE_CONNECTION"), layer.getProcessingKey("missing"), layer.clearProcessing(), layer.numprocessing


def extents_are_put_together():
    rect = mapscript.rectObj(0, 0, 10, 5)
    cell = rect.fit(100, 100)
    polygon = mapscript.rectObj(1, 2, 3, 4).toPolygon()
    return round(cell, 6), box(rect), lines(polygon), _xy(rect.getCenter()), str(mapscript.rectObj(1, 2, 3, 4)), mapscript.pointObj(2, 3) in mapscript.rectObj(1, 2, 3, 4)


def furniture_is_set_up_and_drawn():
    the_map = scene()
    the_map.scalebar.status = mapscript.MS_EMBED
    the_map.scalebar.units = mapscript.MS_METERS
    the_map.scalebar.position = mapscript.MS_LR
    the_map.scalebar.label.color.setRGB(255, 255, 255)
    the_map.legend.status = mapscript.MS_EMBED
    the_map.legend.keysizex, the_map.legend.keysizey = 30, 20
    texts = the_map.scalebar.convertToString(), the_map.legend.convertToString()
    return texts, the_map.drawLegend().width > 0, the_map.drawScalebar().width, the_map.draw().width


def old_names_of_things_are_gone():
    return [hasattr(mapscript, name) for name in ("msGetErrorString", "pointObj", "imageObj", "msLoadMap", "scaleTokenObj", "labelCacheMemberObj",
                                                  "markerCacheMemberObj", "labelCacheSlotObj", "scaleTokenEntryObj", "MS_GD", "MS_SDE")]


def scale_tokens_are_made():
    token, entry = mapscript.scaleTokenObj(), mapscript.scaleTokenEntryObj()
    entry.minscale, entry.maxscale, entry.value = 0, 1000, "near"
    token.name, token.tokens, token.n_entries = "%table%", entry, 1
    return token.name, token.n_entries, token.tokens.minscale, token.tokens.maxscale, token.tokens.value


def members_of_the_label_cache_are_made():
    member, slot, marker = mapscript.labelCacheMemberObj(), mapscript.labelCacheSlotObj(), mapscript.markerCacheMemberObj()
    return (member.layerindex, member.classindex, member.status, member.markerid, member.numtextsymbols, _xy(member.point), box(member.bbox),
            member.leaderline, member.leaderbbox, slot.numlabels, slot.labels, slot.cachesize, slot.markers, marker.id, box(marker.bounds),
            tried(lambda: setattr(member, "status", 1)), tried(lambda: setattr(slot, "labels", member)))


def _labelled(the_map, kind=mapscript.MS_LAYER_POINT):
    layer = mapscript.layerObj(the_map)
    layer.type, layer.status = kind, mapscript.MS_ON
    label = mapscript.labelObj()
    label.size, label.partials = 10, mapscript.MS_TRUE
    label.color.setRGB(255, 255, 0)
    mapscript.classObj(layer).addLabel(label)
    return layer


def labels_of_layers_drawn_one_by_one_share_the_room():
    seen = []
    for order in ((0, 1), (1, 0), (1,), (2,)):
        the_map = scene()
        image = the_map.prepareImage()
        for i in order:
            the_map.getLayer(i).draw(the_map, image)
        before = image.getBytes()
        counted = the_map.labelcache.num_rendered_members
        the_map.drawLabelCache(image)
        seen.append((counted, the_map.labelcache.num_rendered_members, image.getBytes() != before))
    return seen


def labels_of_shapes_drawn_one_by_one_share_the_room():
    the_map = scene()
    layer = _labelled(the_map)
    image = the_map.prepareImage()
    empty = image.getBytes()
    for x, text in ((5, "one"), (5.1, "beneath it"), (15, "two"), (15, "under that")):
        mapscript.pointObj(x, 5).draw(the_map, layer, image, 0, text)
    waiting = image.getBytes() == empty
    the_map.drawLabelCache(image)
    return waiting, the_map.labelcache.num_rendered_members, image.getBytes() != empty


def labels_that_wait_are_forgotten():
    seen = []
    for forget in (lambda the_map: the_map.labelcache.freeCache(), lambda the_map: the_map.prepareImage(), lambda the_map: None):
        the_map = scene()
        layer = _labelled(the_map)
        image = the_map.prepareImage()
        mapscript.pointObj(5, 5).draw(the_map, layer, image, 0, "one")
        forget(the_map)
        before = image.getBytes()
        the_map.drawLabelCache(image)
        seen.append((the_map.labelcache.num_rendered_members, image.getBytes() != before))
    return seen


def a_later_layer_covers_no_label():
    the_map = scene()
    layer = _labelled(the_map)
    cover = mapscript.layerObj(the_map)
    cover.type, cover.status = mapscript.MS_LAYER_POLYGON, mapscript.MS_ON
    mapscript.styleObj(mapscript.classObj(cover)).color.setRGB(1, 2, 3)
    cover.addFeature(the_map.extent.toPolygon())
    image = the_map.prepareImage()
    mapscript.pointObj(10, 5).draw(the_map, layer, image, 0, "seen")
    cover.draw(the_map, image)
    covered = image.getBytes()
    the_map.drawLabelCache(image)
    return image.getBytes() != covered, the_map.labelcache.num_rendered_members
