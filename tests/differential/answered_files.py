# SPDX-License-Identifier: MIT
"""What answers that are files say: archives, GDAL's formats, KML and vector tiles as texts that can be compared."""

import io
import json
import pathlib
import re
import sys
import tempfile
import zipfile

from compare import elements, words
from osgeo import gdal, ogr
from PIL import Image

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
import vector_tiles  # noqa: E402

gdal.PushErrorHandler("CPLQuietErrorHandler")
TEXTS = (".csv", ".csvt", ".json", ".geojsonl", ".gml", ".kml", ".mif", ".mid", ".gpx", ".prj", ".cpg", ".xsd", ".txt", ".dxf")
BINARY = re.compile(rb"^(PK\x03\x04|SQLite format 3|fgb\x03|\x00\x00\x27\x0a)")


def dataset_text(path):
    """Fields and features as GDAL reads them."""
    try:
        data = gdal.OpenEx(str(path), gdal.OF_VECTOR)
        lines = []
        for layer in (data.GetLayer(number) for number in range(data.GetLayerCount())):
            definition = layer.GetLayerDefn()
            system = layer.GetSpatialRef()
            lines.append(f"layer {layer.GetName()} {ogr.GeometryTypeToName(layer.GetGeomType())} {system.GetAuthorityCode(None) or system.GetName() if system else None}")
            fields = [definition.GetFieldDefn(number) for number in range(definition.GetFieldCount())]
            lines += [f"field {field.GetName()} {field.GetTypeName()} {field.GetSubType()} {field.GetWidth()} {field.GetPrecision()}" for field in fields]
            for feature in layer:
                shape = feature.GetGeometryRef()
                values = [None if not feature.IsFieldSetAndNotNull(number) else feature.GetField(number) for number in range(len(fields))]
                lines.append(f"feature {feature.GetFID()} {values} {shape.ExportToIsoWkt() if shape else None}")
        return "\n".join(lines)
    except (RuntimeError, AttributeError, UnicodeDecodeError) as error:
        return f"not read: {type(error).__name__}"


def archive_text(body):
    """Names and contents; what GDAL reads as data is compared as that."""
    lines = []
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(io.BytesIO(body)) as archive:
        for entry in archive.infolist():
            name = pathlib.PurePath(entry.filename).name
            content = archive.read(entry)
            (pathlib.Path(folder) / name).write_bytes(content)
        for path in sorted(pathlib.Path(folder).iterdir()):
            lines.append(f"file {path.name}")
            lines.append(text_of_file(path))
    return "\n".join(lines)


def text_of_file(path):
    if path.suffix == ".kml":
        return str(kml_elements(path.read_bytes()))
    if path.suffix == ".png":
        return f"{Image.open(path).size}"
    if path.suffix in TEXTS:
        return path.read_bytes().decode("utf-8", "replace")
    return dataset_text(path) if path.suffix in (".shp", ".gpkg", ".sqlite", ".fgb") else ""


def kml_elements(body):
    """Without the addresses of symbols and of layers that are images, which MapServer writes to files, without a second styleUrl and an ExtendedData that is empty."""
    found = []
    document = elements(body.decode("utf-8", "replace"))
    for number, (path, attributes, text) in enumerate(document):
        is_second = path.endswith("/Placemark/styleUrl") and found[-1][0].split("/Placemark/")[-1] != "name"
        is_empty = path.endswith("/ExtendedData") and not (number + 1 < len(document) and document[number + 1][0].startswith(path + "/"))
        if not is_second and not is_empty:
            found.append((path, attributes, "" if path.endswith("/Icon/href") else from_smallest(text) if path.endswith("/coordinates") else text))
    return found


def from_smallest(text):
    """The coordinates of a ring from the smallest on: where it was cut does not matter."""
    places = text.split()
    if len(places) < 4 or places[0] != places[-1]:
        return text
    start = places.index(min(places))
    return " ".join(places[start:-1] + places[:start] + [places[start]])


def tile_text(body):
    """Layers, features and their attributes; coordinates as the boxes of shapes."""
    lines = []
    try:
        for layer in vector_tiles.read(body, False):
            lines.append(f"layer {layer.name} {layer.extent}")
            for feature in layer.features:
                places = [place for part in feature.parts for place in part]
                box = [min(x for x, _ in places), min(y for _, y in places), max(x for x, _ in places), max(y for _, y in places)] if places else []
                lines.append(f"{feature.id} {feature.kind} {sorted(map(str, feature.attributes.items()))} {[round(value / 4) for value in box]}")
    except ValueError as error:
        lines.append(f"malformed: {error}")
    return "\n".join(lines)


def file_content(kind, body):
    """(kind, content) of an answer that is a file, or nothing."""
    if kind == "application/vnd.google-earth.kml+xml" and b"<kml" in body[:300]:
        return kind, kml_elements(body)
    if "vector-tile" in kind or "protobuf" in kind:
        return kind, tile_text(body)
    if not BINARY.match(body):
        return None
    if body.startswith(b"PK"):
        return kind, archive_text(body)
    suffix = {b"S": ".gpkg", b"f": ".fgb", b"\x00": ".shp"}[body[:1]]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / f"file{suffix}"
        path.write_bytes(body)
        return kind, dataset_text(path)


def json_lines(value, path=""):
    """A document as elements of compare.py: members in order of their names."""
    if isinstance(value, dict):
        for name in sorted(value):
            yield from json_lines(value[name], f"{path}/{name}")
    elif isinstance(value, list) and path.endswith(("/features", "/bbox")):
        for each in value:
            yield path, (), ""
            yield from json_lines(each, path)
    else:
        yield path, (), words(json.dumps(value))


def api_content(body):
    """What OGC API answers of 8.0.0 and later versions have in common: features, numbers and the description of a collection."""
    try:
        document = json.loads(body)
    except ValueError:
        return body.decode("utf-8", "replace")
    if "code" in document:
        return f"error: {document['code']} {document.get('description', '')}"
    common = {key: document[key] for key in ("id", "title", "description", "itemType", "keywords", "extent", "type", "numberMatched", "numberReturned", "geometry", "properties") if key in document}
    common["features"] = [{key: feature[key] for key in ("id", "geometry", "properties") if key in feature} for feature in document.get("features", [])]
    return list(json_lines(common))
