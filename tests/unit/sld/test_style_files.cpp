// SPDX-License-Identifier: MIT
#include "sld/style_files.hpp"

#include "mapfile/load.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

using namespace ms;

namespace {

/// A temporary folder with a file of two styles, removed with the test.
class Folder {
public:
    Folder() : m_path(std::filesystem::temp_directory_path() / "ms_test_style_files")
    {
        std::filesystem::create_directories(m_path);
        std::ofstream{m_path / "two.sld"} << R"(<StyledLayerDescriptor version="1.1.0">
<NamedLayer><Name>first</Name><UserStyle><Name>thin</Name><FeatureTypeStyle><Rule><LineSymbolizer>
  <Stroke><SvgParameter name="stroke">#0000ff</SvgParameter></Stroke></LineSymbolizer></Rule>
  </FeatureTypeStyle></UserStyle></NamedLayer>
<NamedLayer><Name>second</Name><UserStyle><Name>thick</Name><FeatureTypeStyle><Rule><LineSymbolizer>
  <Stroke><SvgParameter name="stroke">#00ff00</SvgParameter></Stroke></LineSymbolizer></Rule>
  </FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>)";
    }
    ~Folder() { std::filesystem::remove_all(m_path); }
    Folder(Folder const&) = delete;
    Folder& operator=(Folder const&) = delete;

    [[nodiscard]] std::shared_ptr<mapfile::Map const> styled(std::string const& layer,
                                                             std::vector<std::string>& notes) const
    {
        auto const loaded = mapfile::load_text("MAP LAYER TYPE LINE " + layer + " END END", m_path);
        REQUIRE(loaded.map);
        return sld::with_style_files(loaded.map, notes);
    }

private:
    std::filesystem::path m_path;
};

std::string group_of(std::string const& layer)
{
    Folder const folder;
    std::vector<std::string> notes;
    auto const map = folder.styled(layer, notes);
    CHECK(notes.empty());
    REQUIRE(map->layers.front().classes.size() == 1);
    return map->layers.front().classes.front().group;
}

} // namespace

TEST_CASE("style file: the NamedLayer of the layer's name styles it, else the first")
{
    CHECK(group_of(R"(NAME "second" STYLEITEM "sld://two.sld")") == "thick");
    CHECK(group_of(R"(NAME "other" STYLEITEM "sld://two.sld")") == "thin");
}

TEST_CASE("style file: one that does not fit leaves the CLASSes and a note for the log")
{
    Folder const folder;
    for (
        std::string const layer :
        {R"(NAME "other" STYLEITEM "sld://two.sld" METADATA "SLD_USE_FIRST_NAMEDLAYER" "false" END)",
         R"(NAME "first" STYLEITEM "sld://missing.sld")"}) {
        std::vector<std::string> notes;
        auto const map = folder.styled(layer + " CLASS NAME \"own\" END", notes);
        CHECK(notes.size() == 1);
        CHECK(map->layers.front().classes.front().name == "own");
        CHECK(map->layers.front().style_item.empty());
    }
}

TEST_CASE("style file: it is watched with the mapfile; a map without one is not copied")
{
    Folder const folder;
    std::vector<std::string> notes;
    auto const map = folder.styled(R"(NAME "first" STYLEITEM "sld://two.sld")", notes);
    CHECK(map->origin.files.back().filename() == "two.sld");
    auto const plain = mapfile::load_text("MAP END", ".").map;
    CHECK(sld::with_style_files(plain, notes) == plain);
}
