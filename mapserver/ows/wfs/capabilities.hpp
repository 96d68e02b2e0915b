// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes the parts of the capabilities documents.

#include "base/xml_writer.hpp"
#include "ows/common/bounding_boxes.hpp"
#include "ows/common/call.hpp"
#include "ows/common/metadata.hpp"
#include "ows/wfs/request.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ms::ows::wfs {

/// The state of a document while it is written.
struct CapabilitiesWriter {
    Call const& call;
    Version version;
    std::string online_resource;
    XmlWriter& xml;
    BoxTransformer boxes{{call.map->proj_data()}};

    [[nodiscard]] mapfile::Map const& map() const noexcept { return *call.map; }
    [[nodiscard]] mapfile::StringMap const& metadata() const noexcept
    {
        return call.map->web.metadata;
    }
    [[nodiscard]] std::string_view value(std::string_view key) const
    {
        return value_of(Service::Wfs, metadata(), key);
    }
};

/// The whole body of 1.0.0, whose elements differ from those of later versions.
void write_oldest(CapabilitiesWriter& writer);

/// <ows:OperationsMetadata>
void write_operations(CapabilitiesWriter& writer);
/// <FeatureTypeList>, of every version.
void write_feature_types(CapabilitiesWriter& writer);
/// <ogc:Filter_Capabilities> or <fes:Filter_Capabilities>
void write_filter_capabilities(CapabilitiesWriter& writer);

/// Formats that any feature type is given in, each once: those of GML first.
[[nodiscard]] std::vector<std::string> all_formats(CapabilitiesWriter const& writer);

} // namespace ms::ows::wfs
