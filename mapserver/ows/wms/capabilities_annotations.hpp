// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes what METADATA says about a layer besides its extent: time, credits, documents, styles.

#include "ows/wms/capabilities_parts.hpp"
#include "ows/wms/layer_names.hpp"

#include <string_view>

namespace ms::ows::wms {

/// <Dimension name="time">, before 1.3.0 with <Extent>.
void write_time(CapabilitiesWriter& writer, mapfile::StringMap const& metadata);
/// The other dimensions of a layer, in the same two forms.
void write_dimensions(CapabilitiesWriter& writer, mapfile::Layer const& layer);
/// <Attribution> with its logo.
void write_attribution(CapabilitiesWriter& writer, mapfile::StringMap const& metadata);
/// <AuthorityURL> and <Identifier>
void write_authority(CapabilitiesWriter& writer, mapfile::StringMap const& metadata);
/// <MetadataURL> or <DataURL>: the one under `key` itself, or those under the names in <key>_list.
void write_documents(CapabilitiesWriter& writer, mapfile::StringMap const& metadata,
                     std::string_view key, std::string_view element);

/// <MetadataURL> of a layer: that of the mapfile, else the record of GetMetadata.
void write_metadata_urls(CapabilitiesWriter& writer, LayerNode const& node,
                         mapfile::StringMap const& metadata);

/// The first that is not empty.
[[nodiscard]] inline std::string_view first_of(std::string_view a, std::string_view b) noexcept
{
    return a.empty() ? b : a;
}

} // namespace ms::ows::wms
