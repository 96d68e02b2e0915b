// SPDX-License-Identifier: MIT
#include "server/app/context_parameter.hpp"

#include "base/error.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

using namespace ms;
using namespace ms::server;

namespace {

/// A folder with a document in it, and another one next to it.
struct Folder {
    Folder()
    {
        std::filesystem::create_directories(root / "maps/sub");
        for (auto const* const name : {"maps/view.xml", "maps/sub/view.xml", "view.xml"}) {
            std::ofstream{root / name} << R"(<ViewContext version="1.1.0" id="seen"><General>
              <BoundingBox SRS="EPSG:4326" minx="1" miny="2" maxx="3" maxy="4"/><Title>Seen</Title>
              </General></ViewContext>)";
        }
        std::ofstream{root / "maps/view.txt"} << "no document";
        std::filesystem::create_symlink(root / "view.xml", root / "maps/view-link.xml");
    }
    ~Folder() { std::filesystem::remove_all(root); }

    std::filesystem::path root =
        std::filesystem::temp_directory_path() /
        ("ms_context_" + std::to_string(std::filesystem::hash_value(__FILE__)));
};

Config config(std::string const& env)
{
    return Config{mapfile::parse_config_file("CONFIG ENV " + env + " END END", "."), {}};
}

} // namespace

TEST_CASE("context: a document beside the mapfile is applied to the map, if the pattern allows it")
{
    Folder const folder;
    auto const map = std::make_shared<mapfile::Map>();
    map->origin.directory = folder.root / "maps";
    auto const allowed = config(R"("MS_CONTEXT_PATTERN" "view")");
    auto const name_with = [&](char const* name, Config const& settings) {
        return with_context(map, {.parameters = {{"CONTEXT", name}}}, settings)->name;
    };
    CHECK(name_with("view.xml", allowed) == "seen");
    CHECK(name_with("sub/view.xml", allowed) == "seen");
    CHECK(with_context(map, {}, allowed) == map);
    CHECK(name_with("view.xml", config("")) == map->name);
    CHECK_THROWS_AS((void)name_with((folder.root / "maps/view.xml").c_str(), allowed), Error);
    for (std::string const name : {"../view.xml", "sub/../../view.xml", "view-link.xml", "view.txt",
                                   "viewless.xml", "http://a.org/view.xml", "other"}) {
        CAPTURE(name);
        CHECK_THROWS_AS((void)name_with(name.c_str(), allowed), Error);
    }
}
