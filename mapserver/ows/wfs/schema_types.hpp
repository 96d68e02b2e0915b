// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The types of a feature type's properties in XML schemas that use GML.

#include "feature/schema.hpp"
#include "mapfile/model/layer.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ms::ows::wfs {

/// The version of GML a schema builds on.
enum class GmlSchema : std::uint8_t { V2, V31, V32 };

/// OUTPUTFORMAT of DescribeFeatureType; nullopt if it is not a GML format.
[[nodiscard]] std::optional<GmlSchema> find_gml_schema(std::string_view output_format);

/// "gml:PointPropertyType" of "point"; of any other text that of all geometries.
[[nodiscard]] std::string_view geometry_type(std::string_view type, GmlSchema schema);

/// "integer", "dateTime" ...
[[nodiscard]] std::string_view simple_type(feature::FieldType type, GmlSchema schema);

/// minOccurs and maxOccurs of a geometry.
struct Occurrence {
    std::string least = "0";
    std::string most = "1";
};

/// gml_<name>_occurances "1,UNBOUNDED".
[[nodiscard]] Occurrence occurrence_of(mapfile::Layer const& layer, std::string_view name);

} // namespace ms::ows::wfs
