# SPDX-License-Identifier: MIT
"""QGIS's WMS provider without a screen, as a separate program: draws and identifies as a JSON document requests.

    /usr/bin/python3 qgis_client.py '{"url": ..., "layers": [...], ...}'     prints a JSON document

QGIS ends the process in an unusual way, so it runs outside the test's process.
"""

import json
import sys

from qgis.core import (QgsApplication, QgsCoordinateReferenceSystem, QgsDataSourceUri, QgsMapRendererSequentialJob, QgsMapSettings,
                       QgsPointXY, QgsProviderRegistry, QgsRaster, QgsRasterLayer, QgsRectangle)
from qgis.PyQt.QtCore import QByteArray, QBuffer, QEventLoop, QIODevice, QSize


def layer_of(requested):
    source = QgsDataSourceUri()
    for name, value in (("url", requested["url"]), ("crs", requested["crs"]), ("format", requested.get("format", "image/png")),
                        ("dpiMode", str(requested.get("dpi_mode", 7)))):
        source.setParam(name, value)
    for name in requested["layers"]:
        source.setParam("layers", name)
        source.setParam("styles", "")
    if "grid" in requested:  # WMTS
        source.setParam("tileMatrixSet", requested["grid"])
    if "version" in requested:
        source.setParam("version", requested["version"])
    layer = QgsRasterLayer(bytes(source.encodedUri()).decode(), "map", "wms")
    assert layer.isValid(), layer.error().summary()
    return layer


def encoded(image):
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.WriteOnly)
    assert image.save(buffer, "PNG")
    return bytes(data.toBase64()).decode()


def drawn(layer, requested):
    settings = QgsMapSettings()
    settings.setLayers([layer])
    settings.setDestinationCrs(QgsCoordinateReferenceSystem(requested["crs"]))
    settings.setExtent(QgsRectangle(*requested["box"]))
    settings.setOutputSize(QSize(*requested["size"]))
    settings.setOutputDpi(requested["dpi"])
    job = QgsMapRendererSequentialJob(settings)
    done = QEventLoop()
    job.finished.connect(done.quit)
    job.start()
    done.exec()
    assert not job.errors(), [error.message for error in job.errors()]
    return encoded(job.renderedImage())


def legend_of(layer):
    provider = layer.dataProvider()
    assert provider.supportsLegendGraphic()
    fetcher = provider.getLegendGraphicFetcher(None)
    done, images = QEventLoop(), []
    fetcher.finish.connect(lambda image: (images.append(encoded(image)), done.quit()))
    fetcher.error.connect(lambda text: (print(text, file=sys.stderr), done.quit()))
    fetcher.start()
    done.exec()
    return images[0]


def identified(layer, requested):
    provider = layer.dataProvider()
    kind = {"text": QgsRaster.IdentifyFormatText, "feature": QgsRaster.IdentifyFormatFeature}[requested["identify_as"]]
    answer = provider.identify(QgsPointXY(*requested["at"]), kind, QgsRectangle(*requested["box"]), *requested["size"])
    assert answer.isValid(), answer.error().summary()
    if kind == QgsRaster.IdentifyFormatText:
        return {str(layer_number): text for layer_number, text in answer.results().items()}
    return [{"layer": store.params().get("sublayer", ""),
             "features": [dict(zip(store.fields().names(), map(str, feature.attributes()))) for feature in store.features()]}
            for stores in answer.results().values() for store in stores]


def main():
    requested = json.loads(sys.argv[1])
    QgsApplication.setPrefixPath("/usr", True)
    application = QgsApplication([], False)
    application.initQgis()
    assert "wms" in QgsProviderRegistry.instance().providerList(), "qgis-providers is not installed"
    layer = layer_of(requested)
    result = {"capabilities": layer.dataProvider().htmlMetadata(), "extent": layer.extent().toString(6)}
    if "box" in requested:
        result["image"] = drawn(layer, requested)
    if requested.get("legend"):
        result["legend"] = legend_of(layer)
    if "at" in requested:
        result["identified"] = identified(layer, requested)
    print(json.dumps(result), flush=True)
    del layer
    application.exitQgis()


main()
