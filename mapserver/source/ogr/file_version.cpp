// SPDX-License-Identifier: MIT
#include "source/ogr/file_version.hpp"

#include "base/file_stamp.hpp"
#include "base/string.hpp"

#include <array>
#include <filesystem>

namespace ms::source::ogr {

namespace {

/// MapInfo (.dat to .mid), CSV, GML, shapefiles, and CRSs of several.
constexpr std::array suffixes{".dat", ".map", ".id",  ".ind", ".mid", ".csvt", ".prj",
                              ".gfs", ".xsd", ".dbf", ".shx", ".cpg", ".qix",  ".sbn"};
/// Of SQLite and GeoPackage.
constexpr std::array journals{"-wal", "-journal"};

} // namespace

std::optional<std::string> version_of(ms::ogr::FileLayer const& layer)
{
    std::filesystem::path const path{layer.path};
    std::error_code problem;
    bool const is_sql = layer.layer.find_first_of(" \t\r\n") != std::string::npos;
    if (is_sql || layer.path.starts_with('<') || layer.path.starts_with("/vsi") ||
        !std::filesystem::is_regular_file(path, problem)) {
        return std::nullopt;
    }
    auto text = FileStamp::of(path).to_text();
    for (auto const* const suffix : suffixes) {
        text +=
            '/' + FileStamp::of(std::filesystem::path{path}.replace_extension(suffix)).to_text();
    }
    for (auto const* const journal : journals) {
        text += '/' + FileStamp::of(path.string() + journal).to_text();
    }
    return text;
}

} // namespace ms::source::ogr
