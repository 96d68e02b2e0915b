# SPDX-License-Identifier: MIT
"""Projections as scripts write them, and shapes that cross the edges of a projection."""
import mapscript
from scene import box, lines, tried

DEGREES = "+proj=longlat +datum=WGS84"
POLAR = "+proj=stere +lat_0=90 +lat_ts=60 +lon_0=270 +datum=WGS84"
GLOBE = "+proj=ortho +lat_0=40 +lon_0=0"


def _moved(text, source, target, digits=6):
    shape = mapscript.shapeObj.fromWKT(text)
    done = shape.project(mapscript.projectionObj(source), mapscript.projectionObj(target))
    return done, [[(round(x, digits), round(y, digits)) for x, y in line] for line in lines(shape)]


def lines_across_the_antimeridian_are_cut():
    return [_moved(text, POLAR, target, digits) for target, digits in ((DEGREES, 6), ("init=epsg:3857", 1)) for text in (
        "LINESTRING(-5554682 -96957,-5554682 96957)", "LINESTRING(-5554682 96957,-5554682 -96957)", "LINESTRING(0 -5000000,1000000 -5000000)")]


def lines_across_a_pole_are_cut():
    return [_moved(text, POLAR, DEGREES) for text in ("LINESTRING(0 -5000000,0 5000000)", "LINESTRING(-100000 -5000000,-100000 5000000)")]


def lines_of_degrees_are_cut_where_they_wrap_at_zero():
    return [_moved("LINESTRING(170 0,190 0)", f"{DEGREES} +lon_wrap={wrap}", DEGREES) for wrap in (0, 180)]


def lines_into_planes_are_not_cut():
    return [_moved("LINESTRING(-5554682 -96957,-5554682 96957)", POLAR, target, 2)
            for target in ("+proj=merc +lon_0=0", "+proj=merc +lon_0=180", "+proj=utm +zone=1 +datum=WGS84")]


def longitudes_of_rings_run_on():
    return [_moved(text, POLAR, DEGREES) for text in (
        "POLYGON((-5554682 -96957,-5554682 96957,-5454682 96957,-5454682 -96957,-5554682 -96957))",
        "POLYGON((-1000000 -1000000,1000000 -1000000,1000000 1000000,-1000000 1000000,-1000000 -1000000))",
        "POLYGON((-1000000 -1000000,-1000000 1000000,1000000 1000000,1000000 -1000000,-1000000 -1000000))")]


def longitudes_beyond_the_edge_of_the_world_run_on():
    return _moved("LINESTRING(-21000000 0,-19000000 100)", "init=epsg:3857", DEGREES), _moved(
        "MULTIPOINT(-5554682 -96957,-5554682 96957)", POLAR, DEGREES)


def lines_end_at_the_horizon():
    return _moved("LINESTRING(0 0,180 0)", DEGREES, GLOBE, 0)


def a_point_behind_the_horizon_is_not_projected():
    point = mapscript.pointObj(180, 0)
    return [tried(lambda: point.project(mapscript.projectionObj(DEGREES), mapscript.projectionObj(GLOBE)))]


def boxes_across_zero_of_a_wrapped_system():
    rect = mapscript.rectObj(-10, -10, 10, 10)
    rect.project(mapscript.projectionObj(DEGREES), mapscript.projectionObj(DEGREES + " +lon_wrap=180"))
    return box(rect)


def one_object_says_from_where_to_where():
    pair = mapscript.reprojectionObj(mapscript.projectionObj("init=epsg:4326"), mapscript.projectionObj("init=epsg:3857"))
    point, shape = mapscript.pointObj(10, 50), mapscript.shapeObj.fromWKT("LINESTRING(1 1,2 2)")
    done = [thing.project(pair) for thing in (point, shape)]
    return done, (round(point.x, 3), round(point.y, 3)), [[(round(x, 3), round(y, 3)) for x, y in one] for one in lines(shape)]


def no_system_is_that_of_degrees():
    there, back = mapscript.pointObj(10, 50), mapscript.pointObj(1113194, 6446275)
    there.project(None, mapscript.projectionObj("init=epsg:3857"))
    back.project(mapscript.projectionObj("init=epsg:3857"), None)
    return round(there.x, 3), round(there.y, 3), round(back.x, 6), round(back.y, 6)


def a_mapfile_may_write_the_plus_signs():
    the_map = mapscript.fromstring('MAP PROJECTION "+proj=longlat" "+datum=WGS84" END END')
    return the_map.getProjection()


def an_empty_projection_is_refused():
    the_map, layer = mapscript.mapObj(), mapscript.layerObj()
    return [tried(lambda: the_map.setProjection("")), the_map.getProjection(), tried(lambda: layer.setProjection("")),
            tried(lambda: layer.setWKTProjection("")), tried(lambda: mapscript.projectionObj(""))]


def projections_that_nobody_knows_are_refused():
    return [tried(lambda: mapscript.projectionObj(text)) for text in ("nonsense", "init=epsg:99999", "+proj=nonsense")]


def well_known_text_of_an_authority_is_given_back_by_its_number():
    wgs84 = ('GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],'
             'PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.01745329251994328,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]]')
    seen = []
    for text in (wgs84, "EPSG:4326", 'ESRI::GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137,298.257223563]],'
                                     'PRIMEM["Greenwich",0],UNIT["Degree",0.017453292519943295]]'):
        layer = mapscript.layerObj()
        layer.setWKTProjection(text)
        seen.append(layer.getProjection())
    return seen
