// SPDX-License-Identifier: MIT
#include "ows/features/vector_rows.hpp"

#include "base/string.hpp"
#include "crs/transformation.hpp"
#include "geometry/nesting.hpp"
#include "geometry/wkb.hpp"
#include "ows/features/items.hpp"
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
feature::Field field_of(mapfile::Layer const& layer, Item const& item, feature::Field const& source)
{
    feature::Field field{.name = item.name};
    if (has_source_types(layer)) {
        field = source;
        field.name = item.name;
    }
    field.type = find_field_type(gml_value(layer, source.name + "_type")).value_or(field.type);
    if (auto const width = parse_int(gml_value(layer, source.name + "_width"))) {
        field.width = std::max(*width, 0);
    }
    if (auto const precision = parse_int(gml_value(layer, source.name + "_precision"))) {
        field.precision = std::max(*precision, 0);
    }
    return field;
}

std::optional<std::size_t> id_item(render::PickedLayer const& picked)
{
    auto const name = gml_value(picked.definition, "featureid");
    auto const found = std::ranges::find_if(picked.fields, [&](feature::Field const& field) {
        return equals_ignoring_case(field.name, name);
    });
    return found == picked.fields.end()
               ? std::nullopt
               : std::optional{static_cast<std::size_t>(found - picked.fields.begin())};
}

/// Assigns holes to polygons of sources that do not say which ring lies in which.
void nest(geometry::GeometryColumn const& shapes, std::size_t row, geometry::GeometryColumn& out)
{
    auto const append_ring = [&](std::uint32_t ring) { geometry::append_ring(shapes, ring, out); };
    out.clear();
    out.has_z = shapes.has_z;
    for (auto const& polygon : geometry::nested_rings({&shapes, row})) {
        append_ring(polygon.outer);
        std::ranges::for_each(polygon.holes, append_ring);
        out.end_part();
    }
    out.end_feature(out.part_ends.empty() ? geometry::Kind::None : geometry::Kind::Polygon);
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

VectorRows::VectorRows(render::PickedLayer const& picked, crs::Definition const& crs, Ids ids)
    : m_picked(picked), m_shapes(picked.features.geometry)
{
    crs::Transformation{picked.crs, crs}.forward(m_shapes.points);
    if (!ogr_geometry_type(picked.definition).ends_with(" Z")) {
        m_shapes.has_z = false;
        m_shapes.z.clear();
    }
    auto const& layer = picked.definition;
    for (auto const& item : visible_items(layer, picked.fields, ItemRules::Ogr)) {
        m_items.push_back(item.field);
        m_fields.push_back(field_of(layer, item, picked.fields[item.field]));
    }
    if (ids == Ids::OfFeatures) {
        m_id = id_item(picked);
    }
}

std::size_t VectorRows::size() const
{
    return m_shapes.size();
}

std::span<std::byte const> VectorRows::geometry(std::size_t row)
{
    m_wkb.clear();
    if (m_shapes.kinds[row] == geometry::Kind::None) {
        return {};
    }
    auto const type = m_picked.definition.connection_type;
    bool const is_of_file =
        type == mapfile::ConnectionType::Local || type == mapfile::ConnectionType::Ogr;
    bool const is_nested = !is_of_file || m_shapes.kinds[row] != geometry::Kind::Polygon;
    if (is_nested) {
        encode_wkb(m_shapes, row, m_wkb);
    } else {
        nest(m_shapes, row, m_nested);
        encode_wkb(m_nested, 0, m_wkb);
    }
    return m_wkb;
}

std::optional<std::string_view> VectorRows::value(std::size_t row, std::size_t field)
{
    auto const& column = m_picked.features.attributes[m_items[field]];
    return column.is_null(row) ? std::nullopt : std::optional{column[row]};
}

std::optional<std::int64_t> VectorRows::id(std::size_t row)
{
    if (!m_id) {
        return std::nullopt;
    }
    auto const text = m_picked.features.attributes[*m_id][row];
    std::int64_t number = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    bool const is_number = error == std::errc{} && end == text.data() + text.size();
    return is_number ? std::optional{number} : std::nullopt;
}

} // namespace ms::ows
