// SPDX-License-Identifier: MIT
// Writes the spatial index (.qix) of a shapefile; arguments as MapServer's shptree.
#include "base/error.hpp"
#include "base/string.hpp"
#include "source/shapefile/dataset.hpp"
#include "source/shapefile/qix_writer.hpp"

#include <cstdio>
#include <fstream>
#include <iostream>

namespace {

using namespace ms;
using namespace ms::source::shapefile;

constexpr std::string_view usage =
    "usage: shptree SHAPEFILE [DEPTH] [FORMAT]\n"
    "  DEPTH   of the tree, 1 to 24; 0, the default: by the number of shapes\n"
    "  FORMAT  NL (little-endian, the default), NM (big-endian);\n"
    "          N, L, M: the same in the old form without a header\n";

std::optional<QixFormat> format_of(std::string_view name)
{
    if (name == "NL") {
        return QixFormat{ByteOrder::Little, true};
    }
    if (name == "NM") {
        return QixFormat{ByteOrder::Big, true};
    }
    if (name == "L" || name == "N") {
        return QixFormat{ByteOrder::Little, false};
    }
    if (name == "M") {
        return QixFormat{ByteOrder::Big, false};
    }
    return std::nullopt;
}

void write_file(std::filesystem::path const& path, std::vector<std::byte> const& content)
{
    // Written beside the index and renamed: a running map reads the old index or the new one.
    auto const unfinished = path.string() + ".new";
    std::ofstream file{unfinished, std::ios::binary};
    file.write(reinterpret_cast<char const*>(content.data()),
               static_cast<std::streamsize>(content.size()));
    file.close();
    std::error_code error;
    if (file) {
        std::filesystem::rename(unfinished, path, error);
    }
    if (!file || error) {
        std::filesystem::remove(unfinished, error);
        throw Error{ErrorKind::Source, "shptree: cannot write " + path.filename().string()};
    }
}

void index(std::filesystem::path stem, unsigned depth, QixFormat format)
{
    if (equals_ignoring_case(stem.extension().string(), ".shp")) {
        stem.replace_extension();
    }
    auto const boxes = Dataset::open(stem, ErrorContext{"shptree", {}})->read_boxes();
    auto const used_depth = depth == 0 ? default_qix_depth(boxes.size()) : depth;
    write_file(stem.string() + ".qix", encode_qix(boxes, used_depth, format));
}

} // namespace

int main(int argc, char** argv)
{
    std::vector<std::string_view> const arguments(argv + 1, argv + argc);
    auto const depth = arguments.size() > 1 ? parse_int(arguments[1]) : std::optional{0};
    auto const format = format_of(arguments.size() > 2 ? arguments[2] : "NL");
    if (arguments.empty() || arguments.size() > 3 || !depth || *depth < 0 ||
        *depth > static_cast<int>(max_qix_depth) || !format) {
        std::cerr << usage;
        return 1;
    }
    try {
        index(arguments[0], static_cast<unsigned>(*depth), *format);
        return 0;
    } catch (std::exception const& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
