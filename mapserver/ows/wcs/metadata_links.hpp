// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Links from coverages to documents about them.

#include "base/xml_writer.hpp"
#include "mapfile/model/map.hpp"

#include <string_view>
#include <vector>

namespace ms::ows::wcs {

/// Views live as long as the metadata; empty: not set.
struct MetadataLink {
    std::string_view url;
    std::string_view type; ///< "TC211"
    std::string_view format;
};

/// Those of metadatalink_list, else that of metadatalink_href.
[[nodiscard]] std::vector<MetadataLink> metadata_links(mapfile::StringMap const& metadata);
/// Whether METADATA has metadatalink_list, although none of its links may have a URL.
[[nodiscard]] bool lists_metadata_links(mapfile::StringMap const& metadata);

/// As elements ows:Metadata of 1.1 and 2.0.
void write_metadata_links(XmlWriter& xml, mapfile::StringMap const& metadata);

} // namespace ms::ows::wcs
