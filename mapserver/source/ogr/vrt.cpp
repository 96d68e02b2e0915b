// SPDX-License-Identifier: MIT
#include "source/ogr/vrt.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "base/xml.hpp"
#include "base/xml_writer.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace ms::source::ogr {

namespace {

constexpr std::size_t max_bytes = std::size_t{1} << 20U;

/// Makes the names of sources absolute.
class Check {
public:
    Check(VrtFolders const& folders, shapefile::ErrorContext const& context)
        : m_folders(folders), m_context(context)
    {}

    void prepare(XmlNode& node) const
    {
        if (equals_ignoring_case(node.name, "SrcDataSource")) {
            prepare_source(node);
            return;
        }
        for (auto& child : node.children) {
            prepare(child);
        }
    }

private:
    void prepare_source(XmlNode& node) const
    {
        auto const name = node.text();
        auto const* const relative = node.attribute("relativeToVRT");
        bool const is_beside = relative != nullptr && *relative == "1" && !m_folders.of_vrt.empty();
        auto const path = (is_beside ? m_folders.of_vrt : m_folders.of_map) / name;
        std::error_code problem;
        if (name.empty() || path.native().starts_with("/vsi") || is_vrt(path) ||
            !std::filesystem::exists(path, problem)) {
            throw m_context.error(ErrorKind::BadMapfile,
                                  "the VRT names \"" + name.substr(0, 200) +
                                      "\", which is not a file or folder of features on disk");
        }
        node.attributes.clear();
        node.attributes.emplace_back("relativeToVRT", "0");
        node.children = {XmlNode{.value = std::filesystem::absolute(path, problem).string()}};
    }

    VrtFolders const& m_folders;
    shapefile::ErrorContext const& m_context;
};

} // namespace

bool is_vrt(std::filesystem::path const& path)
{
    auto const extension = to_lower(path.extension().string());
    return extension == ".vrt" || extension == ".ovf";
}

std::string read_vrt(std::filesystem::path const& path, shapefile::ErrorContext const& context)
{
    std::error_code problem;
    auto const size = std::filesystem::file_size(path, problem);
    std::ifstream file{path, std::ios::binary};
    if (problem || size > max_bytes || !file) {
        throw context.error(ErrorKind::Source, "the VRT cannot be read, or is too large");
    }
    return {std::istreambuf_iterator<char>{file}, {}};
}

std::string checked_vrt(std::string_view xml, VrtFolders const& folders,
                        shapefile::ErrorContext const& context)
{
    try {
        auto root = parse_xml(xml);
        Check{folders, context}.prepare(root);
        return XmlWriter{""}.tree(root).take();
    } catch (Error const& error) {
        if (error.kind() != ErrorKind::BadRequest) {
            throw;
        }
        throw context.error(ErrorKind::BadMapfile, std::string{"the VRT: "} + error.what());
    }
}

} // namespace ms::source::ogr
