// SPDX-License-Identifier: MIT
#include "source/shapefile/shp_writer.hpp"

#include "base/error.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <limits>
#include <string>

namespace {

using namespace ms::source::shapefile;
using ms::geometry::Box;
using ms::geometry::GeometryColumn;
using ms::geometry::Kind;
using ms::geometry::Point;
using PartList = std::vector<std::vector<Point>>;

/// A temporary folder for every test.
class Folder {
public:
    Folder()
    {
        auto name = (std::filesystem::temp_directory_path() / "shpXXXXXX").string();
        REQUIRE(::mkdtemp(name.data()) != nullptr);
        m_path = name;
    }
    ~Folder() { std::filesystem::remove_all(m_path); }
    Folder(Folder const&) = delete;
    Folder& operator=(Folder const&) = delete;

    [[nodiscard]] std::filesystem::path stem() const { return m_path / "made"; }
    [[nodiscard]] std::vector<std::byte> bytes_of(std::string const& extension) const
    {
        std::ifstream in{stem().string() + extension, std::ios::binary};
        std::string const text{std::istreambuf_iterator<char>{in}, {}};
        auto const bytes = std::as_bytes(std::span{text});
        return {bytes.begin(), bytes.end()};
    }

private:
    std::filesystem::path m_path;
};

std::string hex(std::vector<std::byte> const& bytes, std::size_t from = 0)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (auto i = from; i < bytes.size(); ++i) {
        auto const value = std::to_integer<unsigned>(bytes[i]);
        text += digits[value >> 4U];
        text += digits[value & 15U];
    }
    return text;
}

} // namespace

// The expected bytes were written by MapServer 8.0.0 (python3-mapscript: shapefileObj.add).

TEST_CASE("shp writer: records of all types are MapServer's")
{
    PartList const point{{{1, 2}}};
    CHECK(hex(encode_record(ShapeType::Point, point)) ==
          "01000000000000000000f03f0000000000000040");
    PartList const lines{{{0, 0}, {1, 1}}, {{2, 2}, {3, 5}, {4, 4}}};
    CHECK(hex(encode_record(ShapeType::PolyLine, lines)) == "03000000"
                                                            "00000000000000000000000000000000"
                                                            "00000000000010400000000000001440"
                                                            "02000000"
                                                            "05000000"
                                                            "00000000"
                                                            "02000000"
                                                            "00000000000000000000000000000000"
                                                            "000000000000f03f000000000000f03f"
                                                            "00000000000000400000000000000040"
                                                            "00000000000008400000000000001440"
                                                            "00000000000010400000000000001040");
    PartList const points{{{1, 2}, {3, 4}}};
    CHECK(hex(encode_record(ShapeType::MultiPoint, points)) == "08000000"
                                                               "000000000000f03f0000000000000040"
                                                               "00000000000008400000000000001040"
                                                               "02000000"
                                                               "000000000000f03f0000000000000040"
                                                               "00000000000008400000000000001040");
}

TEST_CASE("shp writer: the files of two points are MapServer's")
{
    Folder const folder;
    {
        ShpWriter writer{folder.stem(), ShapeType::Point};
        PartList const first{{{1, 2}}};
        PartList const second{{{3, 4}}};
        CHECK(writer.add(first) == 0);
        CHECK(writer.add(second) == 1);
    }
    std::string const of_both = "e803000001000000"
                                "000000000000f03f0000000000000040"
                                "00000000000008400000000000001040";
    auto const shp = hex(folder.bytes_of(".shp"));
    CHECK(shp.substr(48, 8) == "0000004e"); // words
    CHECK(shp.substr(56, of_both.size()) == of_both);
    CHECK(shp.substr(200) == "000000010000000a01000000000000000000f03f0000000000000040"
                             "000000020000000a0100000000000000000008400000000000001040");
    auto const shx = hex(folder.bytes_of(".shx"));
    CHECK(shx.substr(48, 8) == "0000003a");
    CHECK(shx.substr(200) == "000000320000000a000000400000000a");
}

TEST_CASE("shp writer: written shapes are read back")
{
    PartList const rings{{{0, 0}, {0, 4}, {4, 4}, {4, 0}, {0, 0}},
                         {{1, 1}, {2, 1}, {2, 2}, {1, 1}}};
    auto const content = encode_record(ShapeType::Polygon, rings);
    GeometryColumn column;
    CHECK(append_record(ShapeType::Polygon, content, Kind::Polygon, column) == Decoded::Appended);
    REQUIRE(column.ring_ends.size() == 2);
    CHECK(column.ring(1)[2] == Point{2, 2});
    CHECK(box_of_record(ShapeType::Polygon, content) == Box{0, 0, 4, 4});
}

TEST_CASE("shp writer: a file that was closed is added to")
{
    Folder const folder;
    PartList const first{{{5, 6}}};
    PartList const second{{{1, 9}}};
    ShpWriter{folder.stem(), ShapeType::Point}.add(first);
    ShpWriter writer{folder.stem()};
    CHECK(writer.type() == ShapeType::Point);
    CHECK(writer.add(second) == 1);
    CHECK(writer.box() == Box{1, 6, 5, 9});
    CHECK(folder.bytes_of(".shp").size() == 100 + 2 * 28);
    CHECK(parse_header(folder.bytes_of(".shx"))->box == Box{1, 6, 5, 9});
}

TEST_CASE("shp writer: shapes of another type are refused, and nothing is written")
{
    Folder const folder;
    ShpWriter writer{folder.stem(), ShapeType::Point};
    PartList const none;
    PartList const empty{{}};
    PartList const two{{{1, 2}, {3, 4}}};
    PartList const not_finite{{{std::numeric_limits<double>::quiet_NaN(), 0}}};
    for (auto const& parts : {none, empty, two, not_finite}) {
        CHECK_THROWS_AS(writer.add(parts), ms::Error);
    }
    CHECK(folder.bytes_of(".shp").size() == 100);
    CHECK(writer.size() == 0);
}

TEST_CASE("shp writer: files that are missing or no flat shapefiles are not added to")
{
    Folder const folder;
    CHECK_THROWS_AS(ShpWriter{folder.stem()}, ms::Error);
    ShpWriter{folder.stem(), ShapeType::Point};
    std::fstream file{folder.stem().string() + ".shp",
                      std::ios::in | std::ios::out | std::ios::binary};
    file.seekp(32);
    file.put(11); // PointZ
    file.close();
    CHECK_THROWS_AS(ShpWriter{folder.stem()}, ms::Error);
}
