# SPDX-License-Identifier: MIT
"""mapserv as FastCGI behind Apache (mod_fcgid) and nginx (spawn-fcgi)."""

import concurrent.futures

import servers
from requests_of_wms import BAD_REQUESTS, CAPABILITIES, get_map


def ask(web_server, query, **more):
    return servers.fetch(f"{web_server.address}?{query}", **more)


def test_a_map_is_a_png(web_server):
    answer = ask(web_server, get_map())
    assert (answer.status, answer.type) == (200, "image/png") and answer.is_png, web_server.log()


def test_one_process_answers_many_requests_the_same(web_server):
    assert len({ask(web_server, get_map()).body for _ in range(20)}) == 1


def test_two_clients_at_once_are_answered(web_server):
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        assert all(answer.is_png for answer in pool.map(lambda _: ask(web_server, get_map()), range(16)))


def test_capabilities_name_the_address_they_were_asked_at(web_server):
    assert f'href="{web_server.address}?' in ask(web_server, CAPABILITIES).text


def test_a_bad_request_keeps_its_status(web_server):
    answer = ask(web_server, BAD_REQUESTS[0][0])
    assert answer.status == 400 and "LayerNotDefined" in answer.text


def test_a_bad_request_leaves_nothing_behind(web_server):
    before = ask(web_server, get_map()).body
    for query, _, _ in BAD_REQUESTS:
        ask(web_server, query)
    assert ask(web_server, get_map()).body == before


def test_a_form_may_be_posted(web_server):
    answer = servers.fetch(web_server.address, data=get_map().encode(),
                           headers={"Content-Type": "application/x-www-form-urlencoded"})
    assert answer.is_png


def test_a_changed_mapfile_is_read_again(web_server):
    mapfile = web_server.folder / "maps/inline.map"
    text = mapfile.read_text()
    before = ask(web_server, get_map()).body
    try:
        mapfile.write_text(text.replace("COLOR 240 232 208", "COLOR 10 20 30"))
        assert ask(web_server, get_map()).body != before
    finally:
        mapfile.write_text(text)
    assert ask(web_server, get_map()).body == before


TEXTS = ["SERVICE=WMS&REQUEST=GetCapabilities", "SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap", "SERVICE=WFS&REQUEST=GetCapabilities",
         "SERVICE=WFS&VERSION=1.1.0&REQUEST=DescribeFeatureType", "SERVICE=WMS&VERSION=1.1.1&REQUEST=GetStyles&LAYERS=countries",
         "SERVICE=WFS&VERSION=2.0.0&REQUEST=GetFeature&TYPENAMES=countries&COUNT=2",
         "SERVICE=WFS&VERSION=2.0.0&REQUEST=GetFeature&TYPENAMES=countries&COUNT=2&OUTPUTFORMAT=geojson", "mode=nonsense"]


# A deployment that cuts the last byte off leaves XML that no parser reads.
def test_a_text_arrives_to_its_last_byte_which_ends_a_line(web_server):
    for query in TEXTS:
        answer = ask(web_server, f"map=wfs&{query}")
        assert answer.body.endswith(b"\n"), query
        assert int(answer.headers.get("content-length", len(answer.body))) == len(answer.body), query
