// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "db/database.hpp"
#include "mapfile/load.hpp"
#include "source/registry.hpp"

#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>

using ms::geometry::Kind;
using test::Rows;

namespace {

struct OpenFixture {
    test::Schema schema;
    ms::source::postgis::Databases databases;
    test::Request request{databases};

    OpenFixture()
    {
        schema.run("CREATE TABLE " + schema("fine") +
                   " AS SELECT 'fine' AS name, ST_Point(1,2,4326) AS geom");
        schema.run("CREATE TABLE " + schema("coarse") +
                   " AS SELECT 'coarse' AS name, ST_Point(1,2,4326) AS geom");
    }

    /// The names in a layer with the mapfile text `lines`.
    Rows read(std::string const& lines, double scale_denominator = 0,
              std::string const& config = "", std::string const& connection = "") const
    {
        auto const loaded = ms::mapfile::load_text(
            "MAP " + config +
                " LAYER NAME \"test\" TYPE POINT CONNECTIONTYPE POSTGIS CONNECTION \"" +
                test::conninfo() + connection + "\"\n" + lines + "\nEND END",
            ".", {});
        REQUIRE(loaded.map);
        auto const source =
            ms::source::open_source(*loaded.map, loaded.map->layers.at(0), request.services);
        auto query = test::everything(Kind::Point, {"name"});
        query.scale_denominator = scale_denominator;
        test::Session session;
        return test::read_all(*source->start(query), session);
    }
};

} // namespace

TEST_CASE_FIXTURE(OpenFixture, "open: a mapfile's layer with BINDVALS and PROCESSING")
{
    CHECK(read("DATA \"geom from " + schema("fine") +
               "\" BINDVALS \"1\" \"fine\" END "
               "PROCESSING \"NATIVE_FILTER=name = $1\" PROCESSING \"GEOMETRY_ENCODING=HEX\"") ==
          Rows{{"fine", "POINT(1 2)"}});
}

TEST_CASE_FIXTURE(OpenFixture, "open: SCALETOKEN chooses the table")
{
    auto const lines = "DATA \"geom from " + schema.name() +
                       ".%table%\"\nSCALETOKEN NAME \"%table%\" VALUES \"0\" \"fine\" "
                       "\"1000\" \"coarse\" END END";
    CHECK(read(lines, 999) == Rows{{"fine", "POINT(1 2)"}});
    CHECK(read(lines, 1000) == Rows{{"coarse", "POINT(1 2)"}});
}

TEST_CASE_FIXTURE(OpenFixture, "open: errors of the mapfile are reported with layer, file and line")
{
    auto const message = [&](std::string const& lines) -> std::string {
        try {
            (void)read(lines);
        } catch (ms::Error const& error) {
            CHECK(error.kind() == ms::ErrorKind::BadMapfile);
            return error.what();
        }
        return "no error";
    };
    CHECK(message("\nDATA \"nonsense\"")
              .starts_with("layer \"test\": DATA: expected \"geometry_column from"));
    CHECK(message("\nDATA \"nonsense\"").find(":3:") != std::string::npos);
    auto const data = "DATA \"geom from " + schema("fine") + "\" ";
    CHECK(message(data + "PROCESSING \"GEOMETRY_ENCODING=WKT\"")
              .find("GEOMETRY_ENCODING must be AUTO, WKB, TWKB or HEX") != std::string::npos);
    CHECK(message(data + "BINDVALS \"2\" \"x\" END")
              .find("BINDVALS must be numbered from \"1\" without a gap") != std::string::npos);
}

TEST_CASE_FIXTURE(OpenFixture,
                  "open: encrypted parts of CONNECTION are read with the key of MS_ENCRYPTION_KEY")
{
    auto const key = std::filesystem::temp_directory_path() / "ms_test_open_key";
    std::ofstream{key} << "07B271C8DFBAA7DDA824F33471EAF3FF\n";
    auto const config = "CONFIG \"MS_ENCRYPTION_KEY\" \"" + key.string() + "\"";
    auto const lines =
        "DATA \"geom from (select current_setting('application_name') as name, geom from " +
        schema("fine") + ") as t\"";
    // "abcdefgh", by MapServer's msencrypt
    CHECK(read(lines, 0, config, " application_name={077DCCBDECE700EB}") ==
          Rows{{"abcdefgh", "POINT(1 2)"}});
    std::filesystem::remove(key);
    try {
        (void)read(lines, 0, config, " application_name={077DCCBDECE700EB}");
        FAIL("read without a key");
    } catch (ms::Error const& error) {
        std::string const message = error.what();
        CHECK(message.find("CONNECTION is encrypted, and MS_ENCRYPTION_KEY names no key file") !=
              std::string::npos);
        CHECK(message.find("ms_test_open_key") == std::string::npos);
    }
}
