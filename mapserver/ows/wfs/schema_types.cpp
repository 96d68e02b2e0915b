// SPDX-License-Identifier: MIT
#include "ows/wfs/schema_types.hpp"

#include "base/string.hpp"
#include "ows/common/metadata.hpp"

#include <algorithm>
#include <array>

namespace ms::ows::wfs {

namespace {

struct FormatRow {
    std::string_view name; ///< without blanks
    GmlSchema schema;
};

// A '+' that is sent unescaped arrives as a blank.
constexpr std::array formats{FormatRow{"XMLSCHEMA", GmlSchema::V2},
                             FormatRow{"SFE_XMLSCHEMA", GmlSchema::V31},
                             FormatRow{"GML2", GmlSchema::V2},
                             FormatRow{"text/xml;subtype=gml/2.1.2", GmlSchema::V2},
                             FormatRow{"GML3", GmlSchema::V31},
                             FormatRow{"text/xml;subtype=gml/3.1.1", GmlSchema::V31},
                             FormatRow{"GML32", GmlSchema::V32},
                             FormatRow{"text/xml;subtype=gml/3.2.1", GmlSchema::V32},
                             FormatRow{"text/xml;subtype=\"gml/3.2.1\"", GmlSchema::V32},
                             FormatRow{"application/gml+xml;version=3.2", GmlSchema::V32},
                             FormatRow{"application/gmlxml;version=3.2", GmlSchema::V32}};

struct GeometryRow {
    std::string_view name;
    std::string_view old_type; ///< of GML 2
    std::string_view type;
};

constexpr std::array geometries{
    GeometryRow{"point", "gml:PointPropertyType", "gml:PointPropertyType"},
    GeometryRow{"multipoint", "gml:MultiPointPropertyType", "gml:MultiPointPropertyType"},
    GeometryRow{"line", "gml:LineStringPropertyType", "gml:CurvePropertyType"},
    GeometryRow{"multiline", "gml:MultiLineStringPropertyType", "gml:MultiCurvePropertyType"},
    GeometryRow{"polygon", "gml:PolygonPropertyType", "gml:SurfacePropertyType"},
    GeometryRow{"multipolygon", "gml:MultiPolygonPropertyType", "gml:MultiSurfacePropertyType"}};

} // namespace

std::optional<GmlSchema> find_gml_schema(std::string_view output_format)
{
    std::string name{output_format};
    std::erase(name, ' ');
    auto const* const row = std::ranges::find_if(
        formats, [&](FormatRow const& known) { return equals_ignoring_case(known.name, name); });
    return row == formats.end() ? std::nullopt : std::optional{row->schema};
}

std::string_view geometry_type(std::string_view type, GmlSchema schema)
{
    auto const* const row = std::ranges::find_if(geometries, [&](GeometryRow const& known) {
        return equals_ignoring_case(known.name, type);
    });
    if (row == geometries.end()) {
        return "gml:GeometryPropertyType";
    }
    return schema == GmlSchema::V2 ? row->old_type : row->type;
}

std::string_view simple_type(feature::FieldType type, GmlSchema schema)
{
    using feature::FieldType;
    bool const is_time =
        type == FieldType::Date || type == FieldType::Time || type == FieldType::DateTime;
    if (is_time && schema == GmlSchema::V32) {
        return "gml:TimeInstantType";
    }
    switch (type) {
    case FieldType::Boolean:
        return "boolean";
    case FieldType::Integer:
        return "integer";
    case FieldType::Long:
        return "long";
    case FieldType::Real:
        return "double";
    case FieldType::Date:
        return "date";
    case FieldType::Time:
        return "time";
    case FieldType::DateTime:
        return "dateTime";
    default:
        return "string";
    }
}

Occurrence occurrence_of(mapfile::Layer const& layer, std::string_view name)
{
    Occurrence result;
    auto const* const text = layer.metadata.find("gml_" + std::string{name} + "_occurances");
    if (text == nullptr) {
        return result;
    }
    auto const parts = split(*text, ',');
    if (auto const least = parse_int(trim(parts[0])); least && *least >= 0) {
        result.least = std::to_string(*least);
    }
    if (parts.size() > 1) {
        auto const most = parse_int(trim(parts[1]));
        result.most = most && *most > 0 ? std::to_string(*most) : "unbounded";
    }
    return result;
}

} // namespace ms::ows::wfs
