// SPDX-License-Identifier: MIT
#include "sld/document.hpp"

#include "base/deadline.hpp"
#include "base/error.hpp"
#include "unit/sld/styled.hpp"

#include <doctest/doctest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>

using namespace ms;
using namespace ms::sld::test;

TEST_CASE("sld: images that VALIDATION does not allow are left out with a note")
{
    auto const graphic = [](std::string const& href) {
        return apply_rules("point", "<Rule><PointSymbolizer><Graphic><ExternalGraphic>"
                                    "<OnlineResource xlink:href=\"" +
                                        href +
                                        "\"/><Format>image/png</Format></ExternalGraphic></Graphic>"
                                        "</PointSymbolizer></Rule>");
    };
    for (auto const* const href : {"/etc/passwd", "icons/../../etc/passwd", "icons/none.png",
                                   "http://example.org/icons/a.png"}) {
        CAPTURE(href);
        auto const styled = graphic(href);
        CHECK(styled.layer("point").classes.front().styles.empty());
        REQUIRE(styled.notes.size() == 1);
        bool const is_inside = std::string_view{href}.find("icons/none") == 0; // but no file
        bool const is_url = std::string_view{href}.starts_with("http");
        auto const why = is_inside ? "names no file"
                         : is_url  ? "is not fetched: this server does not fetch images"
                                   : "is not matched by VALIDATION \"sld_external_graphic\"";
        CHECK(styled.notes.front() ==
              std::string{"layer \"point\": an ExternalGraphic of the SLD "} + why);
    }
}

TEST_CASE("sld: a file:// URL is allowed what its path is allowed")
{
    namespace fs = std::filesystem;
    auto const folder = fs::temp_directory_path() / ("ms_sld_" + std::to_string(::getpid()));
    fs::create_directory(folder);
    std::ofstream{folder / "a.png"} << "x";
    auto const notes = [&](std::string const& pattern, std::string const& href) {
        auto const loaded = mapfile::load_text(
            "MAP LAYER NAME \"point\" TYPE POINT VALIDATION \"sld_external_graphic\" \"" + pattern +
                "\" END CLASS STYLE COLOR 0 0 0 END END END END",
            MS_SOURCE_DIR);
        REQUIRE(loaded.map);
        std::vector<std::string> found;
        auto const document = sld::parse(
            "<StyledLayerDescriptor><NamedLayer><Name>point</Name><UserStyle><FeatureTypeStyle>"
            "<Rule><PointSymbolizer><Graphic><ExternalGraphic><OnlineResource xlink:href=\"" +
            href +
            "\"/><Format>image/png</Format></ExternalGraphic></Graphic></PointSymbolizer></Rule>"
            "</FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>");
        (void)sld::styled(*loaded.map, document,
                          [](mapfile::Layer const&, std::string_view) { return true; }, found, {});
        return found.size();
    };
    auto const file = (folder / "a.png").string();
    CHECK(notes("png$", file) == 1); // matches anywhere: files of the map's folder only
    CHECK(notes("png$", "file://" + file) == 1);
    CHECK(notes("png$", "FILE://" + file) == 1);
    CHECK(notes("^/.*png$", file) == 0);
    CHECK(notes("^file:///.*png$", "file://" + file) == 0);
    CHECK(notes("^file:///.*png$", "file://" + (folder / "x/../a.png").string()) == 1);
    fs::remove_all(folder);
}

TEST_CASE("sld: a deadline while an image is fetched ends the request")
{
    CHECK_THROWS_AS(
        (void)apply_rules(
            "point",
            "<Rule><PointSymbolizer><Graphic><ExternalGraphic><OnlineResource "
            "xlink:href=\"http://example.org/icons/a.svg\"/><Format>image/svg+xml"
            "</Format></ExternalGraphic></Graphic></PointSymbolizer></Rule>",
            [](std::string const&, std::size_t) -> std::string { throw Interrupted{"late"}; }),
        Interrupted);
}

TEST_CASE("sld: an image of another server is fetched once, and must be one")
{
    std::vector<std::string> urls;
    auto const fetch = [&](std::string const& url, std::size_t) -> std::string {
        urls.push_back(url);
        if (url.find("gone") != std::string::npos) {
            throw Error{ErrorKind::BadRequest, "the answer has status 404"};
        }
        return url.ends_with("a.svg")
                   ? R"(<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>)"
                   : "no image";
    };
    auto const rule = [](std::string const& href) {
        return "<Rule><PointSymbolizer><Graphic><ExternalGraphic><OnlineResource xlink:href=\"" +
               href +
               "\"/><Format>image/png</Format></ExternalGraphic></Graphic></PointSymbolizer></"
               "Rule>";
    };
    std::string rules;
    for (auto const* const name : {"a.svg", "a.svg", "gone", "gone", "b", "icons/../c"}) {
        rules += rule(std::string{"http://example.org/icons/"} + name);
    }
    auto const styled = apply_rules("point", rules, fetch);
    std::vector<std::string> const expected{"http://example.org/icons/a.svg",
                                            "http://example.org/icons/gone",
                                            "http://example.org/icons/b"};
    CHECK(urls == expected);
    auto const& classes = styled.layer("point").classes;
    REQUIRE(classes.size() == 6);
    CHECK(classes[0].styles.size() == 1);
    CHECK(classes[1].styles.size() == 1);
    CHECK(classes[2].styles.empty());
    CHECK(styled.notes.size() == 4);
    auto const& symbol = styled.map->symbols.back();
    CHECK(symbol.type == mapfile::SymbolType::Svg);
    CHECK(symbol.name == "http://example.org/icons/a.svg");
    CHECK(symbol.image.starts_with("data:image/svg+xml;base64,"));
}

TEST_CASE("sld: at most eight images of other servers are fetched")
{
    int requests = 0;
    auto const fetch = [&](std::string const&, std::size_t) -> std::string {
        ++requests;
        throw Error{ErrorKind::BadRequest, "nobody answers there"};
    };
    std::string rules;
    for (int i = 0; i < 20; ++i) {
        rules +=
            "<Rule><PointSymbolizer><Graphic><ExternalGraphic><OnlineResource xlink:href=\""
            "http://example.org/icons/" +
            std::to_string(i) +
            "\"/><Format>image/png</Format></ExternalGraphic></Graphic></PointSymbolizer></Rule>";
    }
    auto const styled = apply_rules("point", rules, fetch);
    CHECK(requests == 8);
    CHECK(styled.notes.size() == 20);
}
