// SPDX-License-Identifier: MIT
#include "server/app/app.hpp"
#include "server/front/http_listener.hpp"

#include "base/error.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

using namespace ms;
using namespace ms::server;

namespace {

Config config(std::string const& env = "")
{
    return Config{mapfile::parse_config_file(R"(CONFIG ENV "MS_ERRORFILE" "/dev/null" )" + env + R"(
      END MAPS "nowhere" "nowhere.map" END END)",
                                             "/nonexistent"),
                  {}};
}

bool has_header(http::Response const& response, std::string_view name)
{
    return std::ranges::any_of(response.headers,
                               [&](auto const& header) { return header.first == name; });
}

} // namespace

TEST_CASE("app: methods that it does not know get 405 with those it does")
{
    App app{config()};
    auto const response = app.answer({.method = http::Method::Other});
    CHECK(response.status == 405);
    CHECK(has_header(response, "Allow"));
    CHECK(app.answer({.method = http::Method::Options}).status == 204);
}

TEST_CASE("app: MS_NO_POST refuses POST")
{
    App app{config(R"("MS_NO_POST" "ON")")};
    CHECK(app.answer({.method = http::Method::Post}).status == 405);
    App open{config()};
    CHECK(open.answer({.method = http::Method::Post}).status == 400); // names no map
}

TEST_CASE("app: a missing map is named as the client named it, never by its path")
{
    App app{config()};
    CHECK(app.answer({}).status == 400);
    auto const unknown = app.answer({.parameters = {{"map", "atlantis"}}});
    auto const missing = app.answer({.parameters = {{"map", "nowhere"}}});
    CHECK(unknown.status == 404);
    CHECK(missing.status == 404);
    CHECK(http::body_text(missing).find("Unable to access file. (nowhere)") !=
          std::string_view::npos);
    CHECK(http::body_text(missing).find("nonexistent") == std::string_view::npos);
}

TEST_CASE(
    "app: a path that is not a mapfile's is refused whether it exists or not, as in MapServer")
{
    App app{config(R"("MS_MAP_PATTERN" ".")")};
    for (auto const* const path : {"/etc/passwd", "/nonexistent/roads.txt"}) {
        auto const refused = app.answer({.parameters = {{"map", path}}});
        CHECK(http::body_text(refused).find("Filename validation failed.") !=
              std::string_view::npos);
    }
}

TEST_CASE("app: a map without a page of its own answers what nothing claims with its landing page")
{
    auto const folder = std::filesystem::temp_directory_path() / "test_app_landing";
    std::filesystem::create_directories(folder);
    std::ofstream{folder / "plain.map"} << "MAP NAME \"plain\" EXTENT 0 0 1 1 SIZE 9 9 END";
    std::ofstream{folder / "page.map"}
        << "MAP NAME \"page\" EXTENT 0 0 1 1 SIZE 9 9 WEB TEMPLATE \"page.html\" END END";
    std::ofstream{folder / "page.html"} << "<!-- MapServer Template -->\nits own page";
    App app{Config{mapfile::parse_config_file(
                       R"(CONFIG ENV "MS_ERRORFILE" "/dev/null" "MS_INDEX" "ON" END
                          MAPS "PLAIN" "plain.map" "PAGE" "page.map" END END)",
                       folder),
                   {}}};
    http::Parameters const parameters{{"request", "GetCapabilities"}, {"service", ""}};
    auto const body_of = [&](std::string const& path) {
        return std::string{
            http::body_text(app.answer({.path_info = path, .parameters = parameters}))};
    };
    CHECK(body_of("/PLAIN/").find("<li><b>Map Name:</b> plain</li>") != std::string::npos);
    CHECK(body_of("/PAGE/").find("its own page") != std::string::npos);
    std::filesystem::remove_all(folder);
}

TEST_CASE("app: an unreadable request gets an answer, too")
{
    App app{config()};
    CHECK(app.complain(Error{ErrorKind::Limit, "too large"}).status == 413);
    CHECK(app.complain(Error{ErrorKind::BadRequest, "no length"}).status == 400);
    CHECK(app.complain(std::runtime_error{"/srv/secret"}).status == 500);
}

TEST_CASE("listener address: host and port in the common spellings")
{
    auto const full = parse_listener_address("0.0.0.0:80");
    CHECK(full.host == "0.0.0.0");
    CHECK(full.port == 80);
    CHECK(parse_listener_address(":8081").host == "127.0.0.1");
    CHECK(parse_listener_address("8081").port == 8081);
    CHECK(parse_listener_address("[::1]:8081").host == "::1");
    CHECK_THROWS_AS((void)parse_listener_address("localhost"), Error);
    CHECK_THROWS_AS((void)parse_listener_address("localhost:99999"), Error);
    CHECK_THROWS_AS((void)parse_listener_address(""), Error);
}

TEST_CASE(
    "app: the index reads maps within the time of the request, and keeps as many as MAPS names")
{
    auto const folder = std::filesystem::temp_directory_path() / "test_app_index";
    std::filesystem::create_directories(folder);
    std::string names;
    constexpr int count = 1005;
    auto const write = [&](std::string const& text) {
        for (int i = 0; i < count; ++i) {
            std::ofstream{folder / (std::to_string(i) + ".map")} << text;
        }
    };
    write("MAP EXTENT 0 0 1 1 SIZE 9 9 END");
    for (int i = 0; i < count; ++i) {
        names += " \"m" + std::to_string(i) + "\" \"" + std::to_string(i) + ".map\"";
    }
    App app{Config{mapfile::parse_config_file(
                       R"(CONFIG ENV "MS_ERRORFILE" "/dev/null" "MS_INDEX" "ON" END MAPS)" + names +
                           " END END",
                       folder),
                   {}}};
    http::Request const request{.path_info = "/", .address = {.script_name = "/"}};
    auto const unreadable = [&] {
        auto const response = app.answer(request);
        REQUIRE(response.status == 200);
        std::string const text{http::body_text(response)};
        std::size_t found = 0;
        for (auto at = text.find("cannot be read"); at != std::string::npos;
             at = text.find("cannot be read", at + 1)) {
            ++found;
        }
        return found;
    };
    auto abandoned = request;
    abandoned.is_abandoned = [] { return true; };
    CHECK(app.answer(abandoned).status != 200);
    CHECK(unreadable() == 0);
    write("MAP nonsense, of which the last good version stays in use");
    CHECK(unreadable() == 0);
    std::filesystem::remove_all(folder);
}
