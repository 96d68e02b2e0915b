// SPDX-License-Identifier: MIT
#include "ows/wfs/capabilities.hpp"
#include "ows/wfs/feature_types.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace ms::ows::wfs {

namespace {

using Names = std::span<std::string_view const>;

constexpr std::array<std::string_view, 11> spatial_operators{
    "Equals",     "Disjoint", "Touches", "Within", "Overlaps", "Crosses",
    "Intersects", "Contains", "DWithin", "Beyond", "BBOX"};

/// <element>name</element> for each.
void write_texts(XmlWriter& xml, std::string_view element, Names names)
{
    for (auto const name : names) {
        xml.element(element, name);
    }
}

/// <element name="..."/> for each.
void write_named(XmlWriter& xml, std::string_view element, Names names)
{
    for (auto const name : names) {
        xml.open(element).attribute("name", name).close();
    }
}

/// <ogc:name/> for each.
void write_elements(XmlWriter& xml, Names names)
{
    for (auto const name : names) {
        xml.open("ogc:" + std::string{name}).close();
    }
}

/// Whether every feature type can be sorted: those of databases, and of files that GDAL reads.
bool can_sort_all(mapfile::Map const& map)
{
    auto const types = feature_types(map, "GetFeature");
    return !types.empty() && std::ranges::all_of(types, [&](std::size_t index) {
        auto const& layer = map.layers[index];
        return layer.connection_type == mapfile::ConnectionType::PostGis ||
               (layer.connection_type == mapfile::ConnectionType::Ogr && layer.tile_index.empty());
    });
}

/// OGC 02-059.
void write_filters_1_0(XmlWriter& xml)
{
    constexpr std::array<std::string_view, 10> spatial{
        "Equals",  "Disjoint",  "Touches",  "Within",  "Overlaps",
        "Crosses", "Intersect", "Contains", "DWithin", "BBOX"};
    constexpr std::array<std::string_view, 3> comparisons{"Simple_Comparisons", "Like", "Between"};
    xml.open("ogc:Filter_Capabilities");
    xml.open("ogc:Spatial_Capabilities").open("ogc:Spatial_Operators");
    write_elements(xml, spatial);
    xml.close().close();
    xml.open("ogc:Scalar_Capabilities").open("ogc:Logical_Operators").close();
    xml.open("ogc:Comparison_Operators");
    write_elements(xml, comparisons);
    xml.close().close().close();
}

/// OGC 04-095.
void write_filters_1_1(XmlWriter& xml)
{
    constexpr std::array<std::string_view, 4> operands{"gml:Point", "gml:LineString", "gml:Polygon",
                                                       "gml:Envelope"};
    constexpr std::array<std::string_view, 8> comparisons{
        "LessThan",   "GreaterThan", "LessThanEqualTo", "GreaterThanEqualTo", "EqualTo",
        "NotEqualTo", "Like",        "Between"};
    constexpr std::array<std::string_view, 2> ids{"EID", "FID"};
    xml.open("ogc:Filter_Capabilities").open("ogc:Spatial_Capabilities");
    xml.open("ogc:GeometryOperands");
    write_texts(xml, "ogc:GeometryOperand", operands);
    xml.close().open("ogc:SpatialOperators");
    write_named(xml, "ogc:SpatialOperator", spatial_operators);
    xml.close().close();
    xml.open("ogc:Scalar_Capabilities").open("ogc:LogicalOperators").close();
    xml.open("ogc:ComparisonOperators");
    write_texts(xml, "ogc:ComparisonOperator", comparisons);
    xml.close().close();
    xml.open("ogc:Id_Capabilities");
    write_elements(xml, ids);
    xml.close().close();
}

/// OGC 09-026r2, table 12. Announces only what MapServer announces, even where more is supported:
/// clients have relied on that list for years.
void write_conformance(XmlWriter& xml, bool can_sort)
{
    struct Row {
        std::string_view name;
        bool is_true;
    };
    std::array const rows{Row{"ImplementsQuery", true},
                          Row{"ImplementsAdHocQuery", true},
                          Row{"ImplementsFunctions", false},
                          Row{"ImplementsResourceId", true},
                          Row{"ImplementsMinStandardFilter", true},
                          Row{"ImplementsStandardFilter", true},
                          Row{"ImplementsMinSpatialFilter", true},
                          Row{"ImplementsSpatialFilter", false},
                          Row{"ImplementsMinTemporalFilter", true},
                          Row{"ImplementsTemporalFilter", false},
                          Row{"ImplementsVersionNav", false},
                          Row{"ImplementsSorting", can_sort},
                          Row{"ImplementsExtendedOperators", false},
                          Row{"ImplementsMinimumXPath", true},
                          Row{"ImplementsSchemaElementFunc", false}};
    xml.open("fes:Conformance");
    for (auto const& row : rows) {
        xml.open("fes:Constraint").attribute("name", row.name);
        xml.open("ows:NoValues").close();
        xml.element("ows:DefaultValue", row.is_true ? "TRUE" : "FALSE").close();
    }
    xml.close();
}

/// OGC 09-026r2.
void write_filters_2_0(XmlWriter& xml, bool can_sort)
{
    constexpr std::array<std::string_view, 8> comparisons{"PropertyIsEqualTo",
                                                          "PropertyIsNotEqualTo",
                                                          "PropertyIsLessThan",
                                                          "PropertyIsGreaterThan",
                                                          "PropertyIsLessThanOrEqualTo",
                                                          "PropertyIsGreaterThanOrEqualTo",
                                                          "PropertyIsLike",
                                                          "PropertyIsBetween"};
    constexpr std::array<std::string_view, 12> operands{
        "gml:Point",   "gml:MultiPoint",   "gml:LineString", "gml:MultiLineString",
        "gml:Curve",   "gml:MultiCurve",   "gml:Polygon",    "gml:MultiPolygon",
        "gml:Surface", "gml:MultiSurface", "gml:Box",        "gml:Envelope"};
    constexpr std::array<std::string_view, 2> times{"gml:TimePeriod", "gml:TimeInstant"};
    constexpr std::array<std::string_view, 1> during{"During"};
    xml.open("fes:Filter_Capabilities");
    write_conformance(xml, can_sort);
    xml.open("fes:Id_Capabilities");
    xml.open("fes:ResourceIdentifier").attribute("name", "fes:ResourceId").close().close();
    xml.open("fes:Scalar_Capabilities").open("fes:LogicalOperators").close();
    xml.open("fes:ComparisonOperators");
    write_named(xml, "fes:ComparisonOperator", comparisons);
    xml.close().close();
    xml.open("fes:Spatial_Capabilities").open("fes:GeometryOperands");
    write_named(xml, "fes:GeometryOperand", operands);
    xml.close().open("fes:SpatialOperators");
    write_named(xml, "fes:SpatialOperator", spatial_operators);
    xml.close().close();
    xml.open("fes:Temporal_Capabilities").open("fes:TemporalOperands");
    write_named(xml, "fes:TemporalOperand", times);
    xml.close().open("fes:TemporalOperators");
    write_named(xml, "fes:TemporalOperator", during);
    xml.close().close().close();
}

} // namespace

void write_filter_capabilities(CapabilitiesWriter& writer)
{
    switch (writer.version) {
    case Version::V100:
        return write_filters_1_0(writer.xml);
    case Version::V110:
        return write_filters_1_1(writer.xml);
    default:
        return write_filters_2_0(writer.xml, can_sort_all(writer.map()));
    }
}

} // namespace ms::ows::wfs
