// SPDX-License-Identifier: MIT
#include "unit/mapfile/map_of.hpp"

#include "base/error.hpp"
#include "mapfile/config_file.hpp"
#include "mapfile/wrong_file.hpp"

using namespace test;

namespace {

std::string error_in(std::string const& text)
{
    try {
        static_cast<void>(parse_config_file(text, "/etc"));
    } catch (ms::Error const& error) {
        return error.what();
    }
    return "";
}

} // namespace

TEST_CASE("CONFIG: ENV, MAPS and PLUGINS are pairs of texts")
{
    auto const config = parse_config_file("CONFIG\n"
                                          "  ENV # settings\n"
                                          "    MS_MAP_PATTERN \".\"\n"
                                          "    \"MS_DEBUGLEVEL\" \"2\"\n"
                                          "  END\n"
                                          "  MAPS ROADS \"maps/roads.map\" END\n"
                                          "  PLUGINS x '/usr/lib/x.so' END\n"
                                          "END",
                                          "/etc/maps.d");
    CHECK(*config.env.find("ms_map_pattern") == ".");
    CHECK(*config.env.find("MS_DEBUGLEVEL") == "2");
    CHECK(*config.plugins.find("x") == "/usr/lib/x.so");
    CHECK(config.map_path("roads") == "/etc/maps.d/maps/roads.map");
    CHECK_FALSE(config.map_path("none"));
}

TEST_CASE("CONFIG: an empty one is fine, an empty file is not")
{
    CHECK(error_in("CONFIG END").empty());
    CHECK(error_in("") == "map:1:1: " + std::string{not_a_config_file});
}

// The files invalid1.conf and invalid2.conf of MapServer's tests, and what it answers to them.
TEST_CASE("CONFIG: unknown blocks and a missing END are errors, in public those of MapServer")
{
    auto const public_error = [](std::string const& text) -> std::string {
        try {
            static_cast<void>(parse_config_file(text, "/etc"));
        } catch (WrongFile const& error) {
            return std::string{error.plain()};
        }
        return "";
    };
    CHECK(public_error("CONFIG\n  INVALID\n  END\nEND") ==
          "Unknown identifier. Parsing error near (INVALID):(line 2)");
    CHECK(public_error("CONFIG\n  ENV\nEND\n") == "Premature End-of-File.");
    // A secret that strayed is not repeated.
    CHECK(public_error("CONFIG\n  s3cr3t\nEND\n") ==
          "Unknown identifier. Parsing error near ():(line 2)");
    CHECK(error_in("CONFIG\n  INVALID\n  END\nEND") ==
          "map:2:3: INVALID is not a keyword of CONFIG");
    CHECK(error_in("CONFIG\n  ENV\nEND\n") ==
          "map:1:1: CONFIG is not closed: END is missing before the end of the file");
}

TEST_CASE("config file: text that does not begin with CONFIG is a wrong file")
{
    try {
        static_cast<void>(parse_config_file("root:x:0:0 CONFIG END", "/nowhere"));
        FAIL("it was read");
    } catch (WrongFile const& error) {
        CHECK(error.plain() == not_a_config_file);
        CHECK(error.kind() == ms::ErrorKind::BadMapfile);
    }
    CHECK_THROWS_AS(static_cast<void>(parse_config_file("CONFIG NIX END", "/nowhere")), ms::Error);
}
