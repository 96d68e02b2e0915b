# SPDX-License-Identifier: MIT
"""DTDs and XML schemas of OGC and INSPIRE without a network: Debian's python3-mapproxy brings them for its own tests."""

import re
from pathlib import Path

import pytest

FOLDER = Path("/usr/share/python3-mapproxy/test/schemas")


def etree():
    """lxml's etree; skips the test where it or the schemas are missing."""
    if not FOLDER.is_dir():
        pytest.skip("not installed: python3-mapproxy (scripts/setup installs it)")
    return pytest.importorskip("lxml.etree")


def local(url):
    """The local file of a schema URL (schemas.opengis.net and others), or None."""
    place = re.match(r"https?://[^/]+/(?:schemas/)?(.*)", url)
    path = place.group(1) if place else url
    candidates = [FOLDER / path, FOLDER / "inspire" / path, *FOLDER.glob(f"**/{Path(path).name}")]
    return next((file for file in candidates if file.is_file()), None)


def parser(**options):
    xml = etree()

    class Offline(xml.Resolver):
        def resolve(self, url, _, context):
            if Path(url).is_file():
                return None
            file = local(url)
            assert file, f"no schema for {url}"
            return self.resolve_filename(str(file), context)

    made = xml.XMLParser(no_network=True, **options)
    made.resolvers.add(Offline())
    return made


def check_dtd(document):
    """Fails when the document does not keep to the DTD that its DOCTYPE names."""
    etree().fromstring(document, parser(dtd_validation=True, load_dtd=True))


def check_schemas(document, more=""):
    """Fails when the document does not keep to the schemas of WMS 1.3.0.

    more: elements of a schema that import what else is in it
    """
    xml = etree()
    main = f"""<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
      <xs:import namespace="http://www.opengis.net/wms" schemaLocation="{FOLDER}/wms/1.3.0/capabilities_1_3_0.xsd"/>
      <xs:import namespace="http://www.opengis.net/sld" schemaLocation="{FOLDER}/sld/1.1.0/sld_capabilities.xsd"/>
      <xs:import namespace="http://www.opengis.net/ogc" schemaLocation="{FOLDER}/wms/1.3.0/exceptions_1_3_0.xsd"/>
      {more}</xs:schema>"""
    xml.XMLSchema(xml.fromstring(main.encode(), parser())).assertValid(xml.fromstring(document))
