// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "base/string.hpp"
#include "base/xml.hpp"
#include "source/ogr/vrt.hpp"

#include <cstdint>
#include <cstdlib>

namespace {

/// Whether all sources are absolute names of files on disk.
bool has_plain_sources(ms::XmlNode const& node)
{
    if (ms::equals_ignoring_case(node.name, "SrcDataSource")) {
        auto const name = node.text();
        return name.starts_with('/') && !name.starts_with("/vsi");
    }
    for (auto const& child : node.children) {
        if (!has_plain_sources(child)) {
            return false;
        }
    }
    return true;
}

} // namespace

// A virtual file of OGR becomes one whose sources are checked, which passes again; or an error.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    using namespace ms;
    namespace ogr = source::ogr;
    source::shapefile::ErrorContext const context{"layer", "", ""};
    ogr::VrtFolders const folders{.of_map = "/usr", .of_vrt = "/usr/lib"};
    std::string checked;
    try {
        checked = ogr::checked_vrt({reinterpret_cast<char const*>(data), size}, folders, context);
    } catch (Error const&) {
        return 0;
    }
    try {
        static_cast<void>(ogr::checked_vrt(checked, folders, context));
        if (!has_plain_sources(parse_xml(checked))) {
            std::abort();
        }
    } catch (Error const&) {
        std::abort();
    }
    return 0;
}
