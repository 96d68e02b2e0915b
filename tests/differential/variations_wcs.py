# SPDX-License-Identifier: MIT
"""WCS 1.0, 1.1 and 2.0: metadata keys, requests and wrong requests, and how the grid of a coverage follows from them.

Pixels of the files are half a degree wide."""

import itertools

from variations import mapfile
from variations_rasters import RASTER_FILES

FORMATS = """
  OUTPUTFORMAT NAME "tiff" DRIVER "GDAL/GTiff" MIMETYPE "image/tiff" IMAGEMODE BYTE EXTENSION "tif" END
  OUTPUTFORMAT NAME "grid" DRIVER "GDAL/AAIGRID" MIMETYPE "image/x-aaigrid" IMAGEMODE INT16 EXTENSION "grd" FORMATOPTION "FILENAME=result.grd" END
"""
FULL = '"wcs_extent" "0 0 10 10" "wcs_size" "20 20" "wcs_srs" "EPSG:4326 EPSG:3857"'
CAPS = {"SERVICE": "WCS", "REQUEST": "GetCapabilities"}
DESCRIBE = {"SERVICE": "WCS", "REQUEST": "DescribeCoverage"}
GET = {"SERVICE": "WCS", "REQUEST": "GetCoverage"}
NAMES = {"1.0.0": "COVERAGE", "1.1.0": "IDENTIFIER", "1.1.1": "IDENTIFIER", "2.0.1": "COVERAGEID"}
VERSIONS = ("1.0.0", "1.1.0", "1.1.1", "2.0.1")
GET_10 = GET | {"VERSION": "1.0.0", "COVERAGE": "r", "CRS": "EPSG:4326", "BBOX": "0,0,10,10", "WIDTH": "20", "HEIGHT": "20", "FORMAT": "grid"}
GET_11 = GET | {"VERSION": "1.1.0", "IDENTIFIER": "r", "BOUNDINGBOX": "0,0,10,10,urn:ogc:def:crs:EPSG::4326", "FORMAT": "image/x-aaigrid"}
GET_20 = GET | {"VERSION": "2.0.1", "COVERAGEID": "r", "FORMAT": "image/x-aaigrid"}
SERVICE = {"title": "Coverages", "abstract": "An &amp; about", "keywordlist": "one,two", "fees": "none", "accessconstraints": "few", "label": "Label", "name": "Name", "description": "Text", "contactperson": "P",
           "contactorganization": "O", "contactposition": "Q", "contactvoicetelephone": "1", "contactfacsimiletelephone": "2", "address": "A", "city": "C", "stateorprovince": "S", "postcode": "Z", "country": "L",
           "contactelectronicmailaddress": "E", "hoursofservice": "H", "contactinstructions": "I", "role": "R", "service_onlineresource": "http://maps.example/about", "metadatalink_href": "http://maps.example/m",
           "metadatalink_type": "TC211", "updatesequence": "5", "responsibleparty_individualname": "RI", "responsibleparty_organizationname": "RO", "responsibleparty_positionname": "RP"}
COVERAGE = {"title": "Title", "label": "Label", "name": "Name", "description": "Text", "abstract": "Abstract", "keywordlist": "a,b", "metadatalink_href": "http://maps.example/r", "metadatalink_type": "FGDC",
            "rangeset_name": "Range", "rangeset_label": "RLabel", "rangeset_description": "RText", "rangeset_nullvalue": "-9", "rangeset_axes": "bands", "bandcount": "3", "formats": "tiff grid PNG",
            "native_format": "image/tiff", "nativeformat": "GeoTIFF", "imagemode": "FLOAT32", "band_names": "red", "interval": "0 100", "significant_figures": "2", "band_uom": "m", "band_description": "B", "band_interpretation": "I",
            "nilvalues": "-9 -8", "nilvalues_reasons": "none few", "resolution": "0.5 0.5", "size": "20 20", "extent": "0 0 10 10", "srs": "EPSG:3857", "rangeset_semantic": "S", "rangeset_refsys": "F",
            "rangeset_axes_x": "1", "bands_name": "N", "bands_label": "BL", "bands_description": "BD", "bands_values": "1,2", "bands_interval": "1/3/1", "bands_rangeitem": "b", "timeposition": "2020,2021", "timeitem": "t",
            "enable_request": "!GetCoverage", "interpolation": "x"}


def wcs_map(metadata=FULL, text="", service='"wcs_label" "Coverages"', file="grey.png", formats=FORMATS, more=""):
    layer = f"""  LAYER
    NAME "r" TYPE RASTER STATUS ON DATA "{file}" {"" if "PROJECTION" in text else 'PROJECTION "init=epsg:4326" END'} {text}
    METADATA {metadata} END
  END
"""
    return mapfile(formats, metadata=f'"wcs_onlineresource" "http://maps.example/wcs?" {service}', layers=layer + more)


def named(version, request, name="r"):
    key = "IDENTIFIERS" if request is DESCRIBE and version.startswith("1.1") else NAMES[version]
    return request | {"VERSION": version, key: name}


def document_variations():
    for version in VERSIONS:
        caps = CAPS | {"VERSION": version}
        yield f"WCS {version} capabilities", wcs_map(), caps
        yield f"WCS {version} description", wcs_map(), named(version, DESCRIBE)
        for key, value in SERVICE.items():
            for prefix in ("wcs", "ows"):
                yield f"WCS {version} capabilities of {prefix}_{key}", wcs_map(service=f'"{prefix}_{key}" "{value}"'), caps
        for key, value in COVERAGE.items():
            base = "" if key in ("extent", "size", "resolution") else FULL.replace("wcs_srs", "wcs_no") if key == "srs" else FULL
            text = wcs_map(f'{base} "wcs_{key}" "{value}"')
            yield f"WCS {version} capabilities of coverage {key}", text, caps
            yield f"WCS {version} description of {key}", text, named(version, DESCRIBE)
        for file in ("grey.png", "palette.png", "rgb.png", "rgba.png", "deep.png", "float.asc", "two.png"):
            yield f"WCS {version} description of {file}", wcs_map('"wcs_label" "R"', file=file), named(version, DESCRIBE)
        axes = f'{FULL} "wcs_rangeset_name" "R" "wcs_rangeset_label" "L" "wcs_rangeset_axes" "bands" "wcs_bandcount" "3" '
        for keys in ("", '"wcs_rangeset_nullvalue" "7"', '"wcs_bands_name" "N" "wcs_bands_label" "BL" "wcs_bands_values" "1,2"', '"wcs_bands_interval" "1/3/1"', '"wcs_band_names" "red green blue"',
                     '"wcs_band_names" "red green blue" "red_band_uom" "m" "green_band_definition" "D" "blue_interval" "0 9"'):
            yield f"WCS {version} description of bands {keys}", wcs_map(axes + keys, file="rgb.png"), named(version, DESCRIBE)
        for projection in ('PROJECTION "init=epsg:3857" END', "PROJECTION AUTO END", 'PROJECTION "proj=longlat" "datum=WGS84" END', 'PROJECTION "init=epsg:32631" END'):
            for metadata in (FULL, '"wcs_label" "R"', '"wcs_extent" "0 0 10 10" "wcs_resolution" "1 1"', '"wcs_srs" "EPSG:4326"'):
                text = wcs_map(metadata, projection)
                yield f"WCS {version} description {projection} {metadata}", text, named(version, DESCRIBE)
                yield f"WCS {version} capabilities {projection} {metadata}", text, caps
    for section in ("/WCS_Capabilities/Service", "/WCS_Capabilities/Capability", "/WCS_Capabilities/ContentMetadata", "/", "nix"):
        yield f"WCS 1.0.0 SECTION {section}", wcs_map(), CAPS | {"VERSION": "1.0.0", "SECTION": section}
    for version, sections in itertools.product(("1.1.0", "2.0.1"), ("ServiceIdentification", "ServiceProvider", "OperationsMetadata", "Contents", "ServiceMetadata", "All", "Contents,ServiceProvider", "nix", "")):
        yield f"WCS {version} SECTIONS {sections}", wcs_map(), CAPS | {"VERSION": version, "SECTIONS": sections}
    for version, sequence in itertools.product(VERSIONS, ("3", "5", "7", "x", "")):
        yield f"WCS {version} UPDATESEQUENCE {sequence}", wcs_map(service='"wcs_label" "C" "wcs_updatesequence" "5"'), CAPS | {"VERSION": version, "UPDATESEQUENCE": sequence}


def wrong_requests():
    for version in ("", "0.9", "1.0", "1.0.0", "1.0.8", "1.1", "1.1.0", "1.1.1", "1.1.2", "1.2.0", "2.0", "2.0.0", "2.0.1", "2.1.0", "9", "x", "1.a", "1.1.a", "2.a", "2.0.a", "2.a.a", "3.a.a", "x.1.1"):
        for request in (CAPS, DESCRIBE, GET):
            yield f"WCS VERSION {version} {request['REQUEST']}", wcs_map(), request | ({"VERSION": version} if version else {})
    for accept in ("2.0.1", "1.1.0", "1.1.1,2.0.1", "1.0.0", "9.9.9", "x", "2.0.0", "9.9.9,1.1.1"):
        yield f"WCS ACCEPTVERSIONS {accept}", wcs_map(), CAPS | {"ACCEPTVERSIONS": accept}
    for version in VERSIONS:
        for request in ("", "nix", "GetMap", "getcoverage"):
            yield f"WCS {version} REQUEST {request}", wcs_map(), {"SERVICE": "WCS", "VERSION": version, "REQUEST": request}
        for name in ("nix", "", "r,r", "r,nix", "R"):
            yield f"WCS {version} description of coverage {name}", wcs_map(), named(version, DESCRIBE, name)
            yield f"WCS {version} coverage {name}", wcs_map(), named(version, GET, name) | {"FORMAT": "image/tiff", "CRS": "EPSG:4326", "BBOX": "0,0,10,10", "WIDTH": "10", "HEIGHT": "10",
                                                                                       "BOUNDINGBOX": "0,0,10,10,urn:ogc:def:crs:EPSG::4326"}
        yield f"WCS {version} description without coverage", wcs_map(), DESCRIBE | {"VERSION": version}
        for enabled in ("!*", "* !GetCoverage", "GetCapabilities", "!GetCapabilities *"):
            text = wcs_map().replace('"ows_enable_request" "*"', f'"ows_enable_request" "{enabled}"')
            for request in (CAPS, DESCRIBE, GET):
                yield f"WCS {version} enabled {enabled} {request['REQUEST']}", text, named(version, request)


def window_variations():
    """Windows that do not lie on the pixels of the file, of pixels of any size: which ones NEAREST takes. No position is on the border of two pixels, where MapServer's choice is chance."""
    boxes = ("1.13,2.21,6.43,7.51", "-0.87,-1.33,4.43,3.97", "7.3,6.1,12.6,11.4", "-1.9,-1.7,11.3,11.5", "3.37,3.21,4.43,4.27")
    sizes = ((7, 7), (11, 11), (5, 5), (4, 4), (23, 23), (7, 11), (4, 9), (13, 5))
    for box, (width, height), interpolation in itertools.product(boxes, sizes, (None, "nearest neighbor")):
        request = GET_10 | {"BBOX": box, "WIDTH": width, "HEIGHT": height} | ({"INTERPOLATION": interpolation} if interpolation else {})
        yield f"WCS 1.0.0 window {box} {width} {height} {interpolation}", wcs_map('"wcs_label" "R"'), request
    for box, offsets in itertools.product(("1.13,2.21,6.43,7.51", "-0.87,-1.33,4.43,3.97", "7.3,6.1,12.6,11.4"), ("-0.71,0.71", "-1.37,1.37", "-0.33,0.33", "-1.37,0.71", "-0.71,1.37")):
        south, west, north, east = box.split(",")
        request = GET_11 | {"BOUNDINGBOX": f"{box},urn:ogc:def:crs:EPSG::4326", "GRIDBASECRS": "urn:ogc:def:crs:EPSG::4326", "GRIDOFFSETS": offsets, "GRIDORIGIN": f"{north},{west}"}
        yield f"WCS 1.1.0 window {box} {offsets}", wcs_map('"wcs_label" "R"'), request
    subset = {"SUBSETx": "x(1.13,6.43)", "SUBSETy": "y(2.21,7.51)"}
    for more in ({}, {"SCALESIZE": "x(7),y(7)"}, {"SCALESIZE": "x(4),y(9)"}, {"SIZEx": "x(3)", "SIZEy": "y(5)"}, {"RESOLUTIONx": "x(0.71)", "RESOLUTIONy": "y(1.37)"}, {"RESOLUTION": "x(0.9)"}, {"SCALEFACTOR": "0.77"}, {"SCALEFACTOR": "1.9"},
                 {"SCALEAXES": "x(0.43),y(1.7)"}, {"INTERPOLATION": "NEAREST", "SCALEFACTOR": "0.37"}):
        yield f"WCS 2.0.1 window {more}", wcs_map('"wcs_label" "R"'), GET_20 | subset | more
        yield f"WCS 2.0.1 window over RESAMPLE {more}", wcs_map('"wcs_label" "R"', 'PROCESSING "RESAMPLE=AVERAGE"'), GET_20 | subset | more
    mask = """  LAYER NAME "m" TYPE POLYGON STATUS OFF PROJECTION "init=epsg:4326" END
    FEATURE POINTS 2.1 2.1 7.1 2.1 7.1 8.1 2.1 8.1 2.1 2.1 END END CLASS STYLE COLOR 0 0 0 END END
  END
"""
    for width, height in ((20, 20), (10, 20), (20, 10), (20, 40), (40, 20)):
        yield f"WCS 1.0.0 coverage of {width} x {height} pixels behind a mask", wcs_map(FULL, 'MASK "m"', more=mask), GET_10 | {"WIDTH": width, "HEIGHT": height}


def link_variations():
    texts = '"wcs_metadatalink_xml_href" "http://maps.example/x" "wcs_metadatalink_xml_type" "TC211" "wcs_metadatalink_xml_format" "text/xml" "wcs_metadatalink_html_href" "http://maps.example/h" '
    for links in ('"wcs_metadatalink_href" "http://maps.example/r" "wcs_metadatalink_format" "text/xml"', f'"wcs_metadatalink_list" "xml html" {texts}', f'"wcs_metadatalink_list" "html nix" {texts}',
                  f'"ows_metadatalink_list" "xml" {texts}', f'"wcs_metadatalink_list" "xml" "wcs_metadatalink_href" "http://maps.example/r" {texts}', '"wcs_metadatalink_list" "nix"'):
        for version in VERSIONS:
            yield f"WCS {version} capabilities of links {links}", wcs_map(f"{FULL} {links}"), CAPS | {"VERSION": version}
            yield f"WCS {version} description of links {links}", wcs_map(f"{FULL} {links}"), named(version, DESCRIBE)


def coverage_variations():
    for more in ({}, {"FORMAT": "image/x-aaigrid"}, {"FORMAT": "PNG"}, {"FORMAT": "image/png"}, {"FORMAT": "tiff"}, {"FORMAT": "nix"}, {"FORMAT": None}, {"CRS": None}, {"CRS": "EPSG:3857"}, {"CRS": "nix"}, {"BBOX": None},
                 {"BBOX": "1,2,6,8"}, {"BBOX": "1.2,2.3,6.1,7.9"}, {"BBOX": "5,5,15,15"}, {"BBOX": "20,20,30,30"}, {"BBOX": "0,0,10"}, {"BBOX": "10,10,0,0"}, {"BBOX": "x"}, {"WIDTH": None}, {"HEIGHT": None},
                 {"WIDTH": "0"}, {"WIDTH": "-1"}, {"WIDTH": "x"}, {"WIDTH": "100000"}, {"WIDTH": "7", "HEIGHT": "9"}, {"WIDTH": None, "HEIGHT": None}, {"WIDTH": None, "HEIGHT": None, "RESX": "1", "RESY": "1"},
                 {"WIDTH": None, "HEIGHT": None, "RESX": "1", "RESY": "2", "BBOX": "1,1,8,9"}, {"WIDTH": None, "HEIGHT": None, "RESX": "0.3", "RESY": "0.7"}, {"RESX": "1", "RESY": "1"}, {"WIDTH": None, "HEIGHT": None, "RESX": "1"},
                 {"RESPONSE_CRS": "EPSG:3857"}, {"RESPONSE_CRS": "EPSG:4326"}, {"INTERPOLATION": "bilinear"}, {"INTERPOLATION": "average"}, {"INTERPOLATION": "nearest neighbor"}, {"INTERPOLATION": "nix"},
                 {"TIME": "2020"}, {"BAND": "1"}, {"BANDS": "1"}, {"EXCEPTIONS": "nix"}, {"WIDTH": "40", "HEIGHT": "40", "INTERPOLATION": "bilinear"}):
        for metadata in (FULL, '"wcs_label" "R"') if len(more) < 2 else (FULL,):
            yield f"WCS 1.0.0 coverage {more} {metadata}", wcs_map(metadata), {key: value for key, value in (GET_10 | more).items() if value is not None}
    grid = {"GRIDBASECRS": "urn:ogc:def:crs:EPSG::4326", "GRIDTYPE": "urn:ogc:def:method:WCS:1.1:2dSimpleGrid", "GRIDCS": "urn:ogc:def:cs:OGC:0.0:Grid2dSquareCS"}
    for more in ({}, {"FORMAT": "grid"}, {"FORMAT": "image/png"}, {"FORMAT": "nix"}, {"FORMAT": None}, {"BOUNDINGBOX": None}, {"BOUNDINGBOX": "1,2,6,8,urn:ogc:def:crs:EPSG::4326"}, {"BOUNDINGBOX": "1,2,6,8"},
                 {"BOUNDINGBOX": "0,0,10,10,urn:ogc:def:crs:OGC::CRS84"}, {"BOUNDINGBOX": "1,2,6,8,urn:ogc:def:crs:OGC::CRS84"}, {"BOUNDINGBOX": "0,0,19,19,urn:ogc:def:crs:OGC::imageCRS"}, {"BOUNDINGBOX": "3,2,9,12,urn:ogc:def:crs:OGC::imageCRS"},
                 {"BOUNDINGBOX": "0,0,1000000,1000000,urn:ogc:def:crs:EPSG::3857"}, {"BOUNDINGBOX": "0,0,10,urn:ogc:def:crs:EPSG::4326"}, {"BOUNDINGBOX": "0,0,10,10,nix"}, {"BOUNDINGBOX": "50,50,60,60,urn:ogc:def:crs:EPSG::4326"},
                 grid | {"GRIDORIGIN": "9.5,0.5", "GRIDOFFSETS": "-1,1"}, grid | {"GRIDORIGIN": "9.75,0.25", "GRIDOFFSETS": "-0.5,0.5"}, grid | {"GRIDORIGIN": "9.5,0.5", "GRIDOFFSETS": "0,-1,1,0"},
                 {"GRIDOFFSETS": "-2,2"}, {"GRIDOFFSETS": "x"}, {"GRIDORIGIN": "3,4"}, {"GRIDBASECRS": "urn:ogc:def:crs:EPSG::3857"}, {"GRIDTYPE": "nix"}, {"GRIDCS": "nix"}, {"INTERPOLATIONTYPE": "x"},
                 {"RANGESUBSET": "raster:bilinear"}, {"RANGESUBSET": "raster[bands[1]]"}, {"RANGESUBSET": "raster:nearest[bands[1]]"}, {"RANGESUBSET": "nix"}, {"STORE": "true"}, {"STORE": "false"}):
        for metadata in (FULL, '"wcs_label" "R"') if len(more) < 2 else (FULL,):
            yield f"WCS 1.1.0 coverage {more} {metadata}", wcs_map(metadata), {key: value for key, value in (GET_11 | more).items() if value is not None}
    for more in ({}, {"FORMAT": "image/png"}, {"FORMAT": "image/tiff"}, {"FORMAT": "grid"}, {"FORMAT": "nix"}, {"FORMAT": None}, {"SUBSET": "x(2,6)"}, {"SUBSET": "y(2,6)"}, {"SUBSET": "x(2.2,6.7)"}, {"SUBSET": "x(5)"}, {"SUBSET": "x(*,4)"},
                 {"SUBSET": "long(4,*)"}, {"SUBSET": "Lat(1,4)"}, {"SUBSET": "nix(1,2)"}, {"SUBSET": "x(5,2)"}, {"SUBSET": "x(a,b)"}, {"SUBSET": "x"}, {"SUBSET": "x(20,30)"}, {"SUBSET": "x(-5,5)"}, {"SUBSET": "x,EPSG:3857(100000,500000)"},
                 {"SUBSET": "x,http://www.opengis.net/def/crs/EPSG/0/3857(100000,500000)"}, {"SUBSET": "x(3,9)", "SUBSETTINGCRS": "imageCRS"}, {"SUBSETx": "x(3,3)", "SUBSETy": "y(4,4)", "SUBSETTINGCRS": "imageCRS"}, {"SUBSET": "x,imageCRS(3,9)"},
                 {"SUBSETx": "nix"}, {"SIZEx": "nix"}, {"RESOLUTIONx": "nix"}, {"SUBSET": "x(100000,500000)", "SUBSETTINGCRS": "EPSG:3857"},
                 {"SUBSETTINGCRS": "nix"}, {"OUTPUTCRS": "EPSG:3857"}, {"OUTPUTCRS": "http://www.opengis.net/def/crs/EPSG/0/3857"}, {"OUTPUTCRS": "nix"}, {"OUTPUTCRS": "EPSG:3857", "SUBSET": "x(2,6)"}, {"SIZE": "x(10)"}, {"SIZE": "y(7)"},
                 {"RESOLUTION": "x(1)"}, {"RESOLUTION": "y(2.5)"}, {"SIZE": "x(0)"}, {"SIZE": "x(-1)"}, {"SIZE": "x(a)"}, {"SIZE": "nix(4)"}, {"SIZE": "x(5)", "RESOLUTION": "x(1)"}, {"SIZE": "x(5)", "RESOLUTION": "y(1)"}, {"SCALEFACTOR": "0.5"},
                 {"SCALEFACTOR": "2"}, {"SCALEFACTOR": "0"}, {"SCALEFACTOR": "x"}, {"SCALEAXES": "x(0.5),y(2)"}, {"SCALEAXES": "x(0.5)"}, {"SCALESIZE": "x(5),y(7)"}, {"SCALEEXTENT": "x(3:8),y(2:12)"}, {"SCALEFACTOR": "0.5", "SIZE": "x(4)"},
                 {"INTERPOLATION": "NEAREST", "SIZE": "x(7)"}, {"INTERPOLATION": "BILINEAR", "SIZE": "x(7)"}, {"INTERPOLATION": "AVERAGE", "SIZE": "x(7)"}, {"INTERPOLATION": "http://www.opengis.net/def/interpolation/OGC/1/average", "SIZE": "x(10)"},
                 {"INTERPOLATION": "nix"}, {"MEDIATYPE": "multipart/mixed"}, {"MEDIATYPE": "multipart/related"}, {"MEDIATYPE": "nix"}, {"FORMAT": "image/png", "MEDIATYPE": "multipart/mixed"}, {"RANGESUBSET": "1"}, {"RANGESUBSET": "Band1"},
                 {"RANGESUBSET": "2"}, {"RANGESUBSET": "nix"}, {"RANGESUBSET": "1:1"}, {"SUBSET": 'time("2020")'}, {"FORMAT": "image/tiff", "GEOTIFF:COMPRESSION": "LZW"}, {"FORMAT": "image/tiff", "GEOTIFF:COMPRESSION": "nix"},
                 {"FORMAT": "image/tiff", "GEOTIFF:TILING": "true", "GEOTIFF:TILEWIDTH": "16", "GEOTIFF:TILEHEIGHT": "16"}, {"FORMAT": "application/gml+xml"}):
        for metadata in (FULL, '"wcs_label" "R"') if len(more) < 2 else (FULL,):
            yield f"WCS 2.0.1 coverage {more} {metadata}", wcs_map(metadata), {key: value for key, value in (GET_20 | more).items() if value is not None}
    for subset in (("RANGESUBSET", "1,3"), ("RANGESUBSET", "3,1"), ("RANGESUBSET", "Band2"), ("RANGESUBSET", "1:2"), ("RANGESUBSET", "Band3:Band1"), ("RANGESUBSET", "9"), ("RANGESUBSET", "")):
        yield f"WCS 2.0.1 coverage of three bands {subset[1]}", wcs_map('"wcs_label" "R"', file="rgb.png"), GET_20 | {"FORMAT": "image/tiff", subset[0]: subset[1]}
    for bands in ("1", "1,2", "3,2,1", "nix", "9"):
        yield f"WCS 1.0.0 coverage of three bands {bands}", wcs_map(f'{FULL} "wcs_rangeset_axes" "bands" "wcs_bandcount" "3" "wcs_rangeset_name" "N" "wcs_rangeset_label" "L"', file="rgb.png"), GET_10 | {"FORMAT": "tiff", "BANDS": bands}
    for form, mode, transparent in itertools.product(("png", "png24", "png8", "own"), ("RGB", "RGBA"), ("", "TRANSPARENT ON", "TRANSPARENT OFF")):
        own = f'OUTPUTFORMAT NAME "own" DRIVER "AGG/PNG" MIMETYPE "image/png" EXTENSION "png" IMAGEMODE {mode} {transparent} END'
        if form == "own" or (mode, transparent) == ("RGB", ""):
            yield f"WCS 1.0.0 coverage beyond its edge as {form} {mode} {transparent}", wcs_map(formats=own), GET_10 | {"FORMAT": form, "BBOX": "5,5,15,15"}
    for file, form in itertools.product(("grey.png", "palette.png", "rgb.png", "rgba.png", "deep.png", "float.asc", "two.png"), ("image/tiff", "image/x-aaigrid", "image/png")):
        yield f"WCS 2.0.1 coverage of {file} as {form}", wcs_map('"wcs_label" "R"', file=file), GET_20 | {"FORMAT": form}


WCS_FILES = RASTER_FILES


def wcs_variations():
    yield from document_variations()
    yield from wrong_requests()
    yield from window_variations()
    yield from link_variations()
    yield from coverage_variations()
