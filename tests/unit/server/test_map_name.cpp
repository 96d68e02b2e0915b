// SPDX-License-Identifier: MIT
#include "server/app/map_name.hpp"

#include "base/error.hpp"

#include <doctest/doctest.h>

using namespace ms;
using namespace ms::server;

namespace {

Config config(std::string const& env)
{
    return Config{mapfile::parse_config_file("CONFIG ENV " + env + R"(
      END MAPS "world" "maps/world.map" "abs" "/data/abs.map" END END)",
                                             "/etc/ms"),
                  {}};
}

std::string const pattern = R"("MS_MAP_PATTERN" "^/srv/maps/.*\.map$")";

http::Request request(std::string const& map)
{
    return {.parameters = {{"map", map}}};
}

bool is_refused(http::Request const& request, Config const& settings)
{
    try {
        (void)find_mapfile(request, settings);
        return false;
    } catch (Error const& error) {
        CHECK(error.kind() == ErrorKind::NotFound);
        CHECK(std::string_view{error.what()}.find('/') == std::string_view::npos); // no path
        return true;
    }
}

} // namespace

TEST_CASE("map name: an alias is the file MAPS names, relative to the CONFIG file")
{
    CHECK(find_mapfile(request("world"), config("")) == "/etc/ms/maps/world.map");
    CHECK(find_mapfile(request("WORLD"), config("")) == "/etc/ms/maps/world.map");
    CHECK(find_mapfile(request("abs"), config("")) == "/data/abs.map");
}

TEST_CASE("map name: a path is allowed only where MS_MAP_PATTERN matches")
{
    CHECK(find_mapfile(request("/srv/maps/a.map"), config(pattern)) == "/srv/maps/a.map");
    CHECK(is_refused(request("/srv/maps/a.map"), config("")));
    CHECK(is_refused(request("/srv/other/a.map"), config(pattern)));
    CHECK(is_refused(request("a.map"), config(pattern)));
    // MapServer 8.0.0 matches all three patterns case-sensitively; so do file systems.
    CHECK(is_refused(request("/srv/MAPS/a.map"), config(pattern)));
}

TEST_CASE("map name: MS_MAP_NO_PATH leaves only the aliases")
{
    auto const settings = config(pattern + R"( "MS_MAP_NO_PATH" "ON")");
    CHECK(is_refused(request("/srv/maps/a.map"), settings));
    CHECK(find_mapfile(request("world"), settings) == "/etc/ms/maps/world.map");
}

TEST_CASE("map name: MS_MAP_BAD_PATTERN refuses matching names")
{
    auto const settings = config(pattern + R"( "MS_MAP_BAD_PATTERN" "private")");
    CHECK(is_refused(request("/srv/maps/private/a.map"), settings));
    CHECK_FALSE(is_refused(request("/srv/maps/a,b.map"), settings)); // the default one would
}

TEST_CASE("map name: what has passed is allowed again, and only by the same patterns")
{
    auto const name = request("/srv/maps/passed.map");
    auto const others = config(R"("MS_MAP_PATTERN" "^/srv/others/")");
    auto const strict = config(pattern + R"( "MS_MAP_BAD_PATTERN" "passed")");
    for (int i = 0; i < 3; ++i) {
        CHECK_FALSE(is_refused(name, config(pattern)));
        CHECK(is_refused(name, others));
        CHECK(is_refused(name, strict));
    }
}

TEST_CASE("map name: hostile names are refused, even by a pattern that allows everything")
{
    auto const careless = config(R"("MS_MAP_PATTERN" "." "MS_MAP_BAD_PATTERN" "^$")");
    auto const careful = config(pattern);
    for (std::string const& name : {
             std::string{"/srv/maps/../../etc/passwd.map"},
             std::string{"/srv/maps/./a.map"},
             std::string{"/srv/maps//a.map"},
             std::string{"//srv/maps/a.map"},
             std::string{"../world.map"},
             std::string{".."},
             std::string{"/srv/maps/..\\..\\a.map"},
             std::string{"/srv/maps/a.map\n"},
             std::string{"/srv/maps/a.map\r\nX: y"},
             std::string{"/srv/maps/a\0.map", 16},
             std::string{"/srv/maps/a\x7f.map"},
             std::string{""},
             "/srv/maps/" + std::string(2000, 'a') + ".map",
         }) {
        CAPTURE(name);
        CHECK(is_refused(request(name), careless));
        CHECK(is_refused(request(name), careful));
    }
    CHECK(is_refused(request("/etc/passwd"), careful));
    CHECK(is_refused(request("%2e%2e/%2e%2e/etc/passwd"), careful));
    CHECK(is_refused(request("/srv/maps/a.map,/etc/passwd.map"), careful));
    CHECK(is_refused(request("file:///srv/maps/a.map"), careful));
}

TEST_CASE("map name: only aliases may follow the script's name")
{
    CHECK(find_mapfile({.path_info = "/world"}, config(pattern)) == "/etc/ms/maps/world.map");
    CHECK(find_mapfile({.path_info = "/world/ogcapi"}, config(pattern)) ==
          "/etc/ms/maps/world.map");
    CHECK(is_refused({.path_info = "/srv/maps/a.map"}, config(pattern)));
    CHECK_FALSE(find_mapfile({.path_info = "/"}, config("")));
}

TEST_CASE("map name: the default is MS_MAPFILE, or no map; the first of several counts")
{
    CHECK_FALSE(find_mapfile({}, config("")));
    CHECK(find_mapfile({}, config(R"("MS_MAPFILE" "/x/y.map")")) == "/x/y.map");
    http::Request const two{.parameters = {{"map", "world"}, {"MAP", "/etc/passwd"}}};
    CHECK(find_mapfile(two, config("")) == "/etc/ms/maps/world.map");
}

TEST_CASE("map name: an invalid pattern is the operator's error")
{
    try {
        (void)find_mapfile(request("/a.map"), config(R"("MS_MAP_PATTERN" "(")"));
        FAIL("accepted");
    } catch (Error const& error) {
        CHECK(error.kind() == ErrorKind::BadMapfile);
        CHECK(std::string_view{error.what()}.starts_with("MS_MAP_PATTERN: "));
    }
}

TEST_CASE("map name: the web server's settings of a request, unless the CONFIG file sets them")
{
    http::Request without_map;
    without_map.settings = {{"MS_MAPFILE", "/srv/own.map"}};
    CHECK(find_mapfile(without_map, config("")) == "/srv/own.map");
    CHECK(find_mapfile(without_map, config(R"("MS_MAPFILE" "/srv/all.map")")) == "/srv/all.map");
    auto path = request("/srv/maps/a.map");
    path.settings = {{"MS_MAP_PATTERN", "^/srv/maps/"}};
    CHECK(find_mapfile(path, config("")) == "/srv/maps/a.map");
    path.settings.emplace_back("MS_MAP_NO_PATH", "ON");
    CHECK(is_refused(path, config("")));
}
