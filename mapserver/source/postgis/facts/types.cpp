// SPDX-License-Identifier: MIT
#include "source/postgis/facts/types.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace ms::source::postgis {

namespace {

using feature::FieldType;

constexpr std::array<std::pair<std::string_view, FieldType>, 13> types{{
    {"bool", FieldType::Boolean},
    {"int2", FieldType::Integer},
    {"int4", FieldType::Integer},
    {"int8", FieldType::Long},
    {"float4", FieldType::Real},
    {"float8", FieldType::Real},
    {"numeric", FieldType::Real},
    {"date", FieldType::Date},
    {"time", FieldType::Time},
    {"timetz", FieldType::Time},
    {"timestamp", FieldType::DateTime},
    {"timestamptz", FieldType::DateTime},
    {"varchar", FieldType::Text},
}};

// The header of a varlena, which modifiers of numeric and varchar include.
constexpr int header_size = 4;

void apply_numeric(feature::Field& field, int modifier)
{
    auto const packed = modifier - header_size;
    field.width = packed >> 16;
    field.precision = packed & 0xffff;
    if (field.precision == 0) {
        field.type = FieldType::Integer;
    }
}

} // namespace

bool is_spatial(std::string_view type) noexcept
{
    return type == "geometry" || type == "geography";
}

bool has_order(std::string_view type) noexcept
{
    // Those without an operator class for B-trees (pg_opclass).
    constexpr std::array<std::string_view, 18> unordered{
        "json", "xml",     "jsonpath",      "point",       "box",    "lseg",
        "path", "polygon", "line",          "circle",      "raster", "xid",
        "cid",  "aclitem", "txid_snapshot", "pg_snapshot", "box2d",  "box3d"};
    bool const is_array = type.starts_with('_');
    return std::ranges::find(unordered, is_array ? type.substr(1) : type) == unordered.end();
}

feature::Field field_of(Column const& column)
{
    feature::Field field{column.name};
    auto const known = std::ranges::find(types, std::string_view{column.type},
                                         [](auto const& row) { return row.first; });
    field.type = known == types.end() ? FieldType::Text : known->second;
    if (column.modifier < header_size) {
        return field;
    }
    if (column.type == "numeric") {
        apply_numeric(field, column.modifier);
    } else if (column.type == "varchar" || column.type == "bpchar") {
        field.width = column.modifier - header_size;
    }
    return field;
}

// PostGIS, liblwgeom.h.in, "TYPMOD MACROS": plus/minus, 21 bits of SRID, 6 of type, has Z, has M.
SpatialModifier spatial_modifier(int modifier) noexcept
{
    if (modifier < 0) {
        return {};
    }
    auto const bits = static_cast<unsigned>(modifier);
    auto const magnitude = static_cast<int>((bits & 0x0fffff00U) >> 8U);
    auto const shape = static_cast<int>((bits & 0xfcU) >> 2U);
    bool const is_negative = (bits & 0x10000000U) != 0;
    return {is_negative ? magnitude - (1 << 20) : magnitude, shape, shape != 0 && (bits & 3U) == 0};
}

} // namespace ms::source::postgis
