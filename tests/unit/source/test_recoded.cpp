// SPDX-License-Identifier: MIT
#include "source/recoded.hpp"

#include "base/error.hpp"
#include "mapfile/load.hpp"
#include "source/postgis/link/databases.hpp"
#include "source/registry.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace ms;

namespace {

/// The values of a layer with one feature: its attribute "name" and its TEXT.
std::pair<std::string, std::string> texts_of(std::string const& layer)
{
    auto const map =
        mapfile::load_text("MAP LAYER NAME \"a\" TYPE POINT PROCESSING \"ITEMS=name\" " + layer +
                               " FEATURE POINTS 1 1 END ITEMS \"Z\xFCrich\" TEXT \"\xE9t\xE9\" END"
                               " CLASS END END END",
                           "/nonexistent", {})
            .map;
    REQUIRE(map);
    Log log;
    source::postgis::Databases databases;
    Deadline const deadline;
    source::Services const services{log, databases, deadline};
    auto const opened = source::open_source(*map, map->layers[0], services);
    source::DataVersions versions;
    CHECK(opened->version(versions).has_value()); // of the features in the mapfile, in any ENCODING
    source::Query query{.kind = geometry::Kind::Point};
    query.fields = {"name"};
    auto const cursor = opened->start(query);
    feature::FeatureBatch batch;
    REQUIRE(cursor->next(batch));
    return {std::string{batch.attributes[0][0]}, std::string{batch.texts[0]}};
}

} // namespace

// ISO/IEC 8859-1: 0xFC is U+00FC, 0xE9 is U+00E9.
TEST_CASE("ENCODING: attributes and texts become UTF-8")
{
    auto const [name, text] = texts_of("ENCODING \"LATIN1\"");
    CHECK(name == "Z\xC3\xBCrich");
    CHECK(text == "\xC3\xA9t\xC3\xA9");
}

TEST_CASE("ENCODING: without one, and with UTF-8, texts stay as they are")
{
    CHECK(texts_of("").first == "Z\xFCrich");
    CHECK(texts_of("ENCODING \"utf-8\"").first == "Z\xFCrich");
}

TEST_CASE("ENCODING: an unknown one is an error with its place")
{
    CHECK_THROWS_WITH_AS((void)texts_of("ENCODING \"klingon\""),
                         doctest::Contains("map:1:5: layer \"a\": ENCODING \"klingon\" is unknown"),
                         Error);
}
