// SPDX-License-Identifier: MIT
#include "ows/features/vector_layer.hpp"

#include "base/string.hpp"
#include "geometry/nesting.hpp"
#include "geometry/shape.hpp"
#include "geometry/wkb.hpp"
#include "mapfile/visible_items.hpp"
#include "ows/features/properties.hpp"

#include <algorithm>
#include <charconv>

namespace ms::ows {

namespace {

using feature::FieldType;

std::string_view gml_value(mapfile::Layer const& layer, std::string const& key)
{
    auto const* const value = layer.metadata.find("gml_" + key);
    return value == nullptr ? std::string_view{} : trim(*value);
}

/// \param source the field as its source has it
feature::Field field_of(mapfile::Layer const& layer, mapfile::Item const& item,
                        feature::Field const& source)
{
    feature::Field field{.name = item.name};
    if (has_source_types(layer)) {
        field = source;
        field.name = item.name;
    }
    field.type =
        mapfile::find_field_type(gml_value(layer, source.name + "_type")).value_or(field.type);
    if (auto const width = parse_int(gml_value(layer, source.name + "_width"))) {
        field.width = std::max(*width, 0);
    }
    if (auto const precision = parse_int(gml_value(layer, source.name + "_precision"))) {
        field.precision = std::max(*precision, 0);
    }
    return field;
}

std::optional<std::size_t> id_column(VectorSource const& source)
{
    auto const name = gml_value(source.layer, "featureid");
    auto const found = std::ranges::find_if(source.columns, [&](feature::Field const& field) {
        return equals_ignoring_case(field.name, name);
    });
    return found == source.columns.end()
               ? std::nullopt
               : std::optional{static_cast<std::size_t>(found - source.columns.begin())};
}

std::optional<std::int64_t> parse_id(std::string_view text)
{
    std::int64_t number = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    bool const is_number = error == std::errc{} && end == text.data() + text.size();
    return is_number ? std::optional{number} : std::nullopt;
}

bool has_loose_rings(mapfile::Layer const& layer)
{
    return layer.connection_type == mapfile::ConnectionType::Local ||
           layer.connection_type == mapfile::ConnectionType::Ogr;
}

} // namespace

std::string ogr_geometry_type(mapfile::Layer const& layer)
{
    for (auto const* const key : {"wfs_geomtype", "ows_geomtype", "gml_geomtype"}) {
        if (auto const* const requested = layer.metadata.find(key)) {
            constexpr std::string_view with_z = "25D"; // GDAL's word is " Z"
            auto const kind_size = requested->size() - std::min(requested->size(), with_z.size());
            bool const has_z =
                kind_size > 0 && equals_ignoring_case(requested->substr(kind_size), with_z);
            return has_z ? requested->substr(0, kind_size) + " Z" : *requested;
        }
    }
    switch (layer.type) {
    case mapfile::LayerType::Point:
        return "Point";
    case mapfile::LayerType::Line:
        return "LineString";
    case mapfile::LayerType::Polygon:
        return "Polygon";
    default:
        return "Geometry";
    }
}

VectorLayer::VectorLayer(VectorSource const& source, crs::Definition const& crs, Ids ids)
    : m_definition{.name = source.layer.name,
                   .geometry_type = ogr_geometry_type(source.layer),
                   .crs = {},
                   .fields = {}},
      m_to_answer(source.crs, crs), m_has_z(m_definition.geometry_type.ends_with(" Z")),
      m_has_loose_rings(has_loose_rings(source.layer))
{
    auto const& written = crs.is_defined() ? crs : source.crs;
    m_definition.crs = written.is_defined() ? written.proj_text() : std::string{};
    for (auto const& item : visible_items(source.layer, source.columns, mapfile::ItemRules::Ogr)) {
        m_items.push_back(item.field);
        m_definition.fields.push_back(field_of(source.layer, item, source.columns[item.field]));
    }
    if (ids == Ids::OfFeatures) {
        m_id = id_column(source);
    }
}

ogr::Row VectorLayer::row_of(feature::FeatureBatch const& batch,
                             geometry::GeometryColumn const& shapes, std::size_t row)
{
    m_wkb.clear();
    if (shapes.kinds[row] != geometry::Kind::None) {
        encode(shapes, row);
    }
    m_values.clear();
    for (auto const item : m_items) {
        auto const& column = batch.attributes[item];
        m_values.push_back(column.is_null(row) ? std::nullopt : std::optional{column[row]});
    }
    return {m_wkb, m_values, m_id ? parse_id(batch.attributes[*m_id][row]) : std::nullopt};
}

/// Copies the shape only to change it.
void VectorLayer::encode(geometry::GeometryColumn const& shapes, std::size_t row)
{
    geometry::Shape shape{&shapes, row};
    if (!m_to_answer.is_identity() || (shapes.has_z && !m_has_z)) {
        m_shape.clear();
        m_shape.has_z = shapes.has_z && m_has_z;
        geometry::append_shape(shape, m_shape);
        m_to_answer.forward(m_shape.points);
        shape = {&m_shape, 0};
    }
    if (m_has_loose_rings && shape.kind() == geometry::Kind::Polygon) {
        // Sources that do not say which ring lies in which.
        m_nested.clear();
        m_nested.has_z = shape.column->has_z;
        geometry::append_nested(shape, m_nested);
        shape = {&m_nested, 0};
    }
    geometry::encode_wkb(*shape.column, shape.index, m_wkb);
}

} // namespace ms::ows
