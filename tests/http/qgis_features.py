# SPDX-License-Identifier: MIT
"""QGIS's WFS and OGC API Features providers without a screen, as a separate program: reads, filters and draws as a JSON document requests.

    /usr/bin/python3 qgis_features.py '{"provider": "WFS", "source": "url='...' typename='...'", ...}'     prints a JSON document
"""

import json
import sys

from qgis.core import (QgsApplication, QgsCoordinateReferenceSystem, QgsFeatureRequest, QgsMapRendererSequentialJob, QgsMapSettings, QgsMarkerSymbol,
                       QgsProviderRegistry, QgsRectangle, QgsSingleSymbolRenderer, QgsVectorLayer)
from qgis.PyQt.QtCore import QBuffer, QByteArray, QEventLoop, QIODevice, QSize


def read(layer, request):
    """Ids, attributes and places of features."""
    return [{"id": feature["gid"], "name": feature["name"], "population": feature["population"],
             "place": [feature.geometry().asPoint().x(), feature.geometry().asPoint().y()]} for feature in layer.getFeatures(request)]


def drawn(layer, requested):
    layer.setRenderer(QgsSingleSymbolRenderer(QgsMarkerSymbol.createSimple({"name": "square", "color": "255,0,0", "outline_style": "no", "size": "3"})))
    settings = QgsMapSettings()
    settings.setLayers([layer])
    settings.setDestinationCrs(QgsCoordinateReferenceSystem("EPSG:4326"))
    settings.setExtent(QgsRectangle(*requested["box"]))
    settings.setOutputSize(QSize(*requested["size"]))
    job = QgsMapRendererSequentialJob(settings)
    done = QEventLoop()
    job.finished.connect(done.quit)
    job.start()
    done.exec()
    assert not job.errors(), [error.message for error in job.errors()]
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.WriteOnly)
    assert job.renderedImage().save(buffer, "PNG")
    return bytes(data.toBase64()).decode()


def main():
    requested = json.loads(sys.argv[1])
    QgsApplication.setPrefixPath("/usr", True)
    application = QgsApplication([], False)
    application.initQgis()
    assert requested["provider"] in QgsProviderRegistry.instance().providerList(), "qgis-providers is not installed"
    layer = QgsVectorLayer(requested["source"], "features", requested["provider"])
    assert layer.isValid(), "QGIS does not take the layer"  # its error() ends the process
    result = {"crs": layer.crs().authid(), "fields": {field.name(): field.typeName() for field in layer.fields()}, "all": read(layer, QgsFeatureRequest()),
              "inside": read(layer, QgsFeatureRequest().setFilterRect(QgsRectangle(*requested["box"]))), "image": drawn(layer, requested)}
    if "expression" in requested:
        result["filtered"] = read(layer, QgsFeatureRequest().setFilterExpression(requested["expression"]))
    print(json.dumps(result), flush=True)
    del layer
    application.exitQgis()


main()
