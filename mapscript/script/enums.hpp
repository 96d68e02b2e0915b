// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Converts the model's enumerations to MapScript's numbers and back.

#include "geometry/types.hpp"
#include "mapfile/model/map.hpp"
#include "script/constants.hpp"
#include "script/error.hpp"

#include <algorithm>
#include <iterator>
#include <type_traits>

namespace ms::script {

template <typename Enum>
struct Numbered {
    Enum value;
    int number;
};

/// Every enumerator with its number. Several may have one number, and one several numbers: the
/// first counts.
template <typename Enum>
struct Numbers;

template <>
struct Numbers<mapfile::Units> {
    using enum mapfile::Units;
    static constexpr Numbered<mapfile::Units> rows[]{{Inches, MS_INCHES},
                                                     {Feet, MS_FEET},
                                                     {Miles, MS_MILES},
                                                     {Meters, MS_METERS},
                                                     {Kilometers, MS_KILOMETERS},
                                                     {NauticalMiles, MS_NAUTICALMILES},
                                                     {Degrees, MS_DD},
                                                     {Pixels, MS_PIXELS},
                                                     {Percentages, MS_PERCENTAGES}};
};
template <>
struct Numbers<mapfile::Status> {
    using enum mapfile::Status;
    static constexpr Numbered<mapfile::Status> rows[]{
        {Off, MS_OFF}, {On, MS_ON}, {Default, MS_DEFAULT}, {Embed, MS_EMBED}};
};
template <>
struct Numbers<mapfile::Placement> {
    using enum mapfile::Placement;
    static constexpr Numbered<mapfile::Placement> rows[]{
        {UL, MS_UL}, {UC, MS_UC}, {UR, MS_UR}, {CL, MS_CL}, {CC, MS_CC},
        {CR, MS_CR}, {LL, MS_LL}, {LC, MS_LC}, {LR, MS_LR}, {Auto, MS_AUTO}};
};
template <>
struct Numbers<mapfile::QueryMapStyle> {
    using enum mapfile::QueryMapStyle;
    static constexpr Numbered<mapfile::QueryMapStyle> rows[]{
        {Normal, MS_NORMAL}, {Hilite, MS_HILITE}, {Selected, MS_SELECTED}};
};
template <>
struct Numbers<mapfile::TextAlign> {
    using enum mapfile::TextAlign;
    static constexpr Numbered<mapfile::TextAlign> rows[]{{Default, MS_ALIGN_DEFAULT},
                                                         {Left, MS_ALIGN_LEFT},
                                                         {Center, MS_ALIGN_CENTER},
                                                         {Right, MS_ALIGN_RIGHT}};
};
template <>
struct Numbers<mapfile::LabelForce> {
    using enum mapfile::LabelForce;
    static constexpr Numbered<mapfile::LabelForce> rows[]{
        {Off, MS_OFF}, {On, MS_ON}, {Group, MS_LABEL_FORCE_GROUP}};
};
template <>
struct Numbers<mapfile::LayerType> {
    using enum mapfile::LayerType;
    static constexpr Numbered<mapfile::LayerType> rows[]{
        {Unset, MS_UNKNOWN},         {Point, MS_LAYER_POINT},   {Line, MS_LAYER_LINE},
        {Polygon, MS_LAYER_POLYGON}, {Query, MS_LAYER_QUERY},   {Circle, MS_LAYER_CIRCLE},
        {Chart, MS_LAYER_CHART},     {Raster, MS_LAYER_RASTER}, {TileIndex, MS_LAYER_TILEINDEX}};
};
template <>
struct Numbers<mapfile::ConnectionType> {
    using enum mapfile::ConnectionType;
    static constexpr Numbered<mapfile::ConnectionType> rows[]{{Local, MS_SHAPEFILE},
                                                              {Local, MS_INLINE},
                                                              {Local, MS_TILED_SHAPEFILE},
                                                              {PostGis, MS_POSTGIS},
                                                              {Ogr, MS_OGR},
                                                              {Wms, MS_WMS},
                                                              {Wfs, MS_WFS},
                                                              {OracleSpatial, MS_ORACLESPATIAL},
                                                              {Plugin, MS_PLUGIN},
                                                              {Union, MS_UNION},
                                                              {Graticule, MS_GRATICULE},
                                                              {UvRaster, MS_UVRASTER},
                                                              {Contour, MS_CONTOUR},
                                                              {KernelDensity, MS_KERNELDENSITY},
                                                              {Idw, MS_IDW},
                                                              {FlatGeobuf, MS_FLATGEOBUF}};
};
template <>
struct Numbers<mapfile::Transform> {
    using enum mapfile::Transform;
    static constexpr Numbered<mapfile::Transform> rows[]{
        {False, MS_FALSE}, {True, MS_TRUE}, {UL, MS_UL}, {UC, MS_UC}, {UR, MS_UR}, {CL, MS_CL},
        {CC, MS_CC},       {CR, MS_CR},     {LL, MS_LL}, {LC, MS_LC}, {LR, MS_LR}};
};
template <>
struct Numbers<mapfile::ImageMode> {
    using enum mapfile::ImageMode;
    static constexpr Numbered<mapfile::ImageMode> rows[]{
        {Default, MS_IMAGEMODE_RGB},     {Pc256, MS_IMAGEMODE_PC256},
        {Rgb, MS_IMAGEMODE_RGB},         {Rgba, MS_IMAGEMODE_RGBA},
        {Byte, MS_IMAGEMODE_BYTE},       {Int16, MS_IMAGEMODE_INT16},
        {Float32, MS_IMAGEMODE_FLOAT32}, {Feature, MS_IMAGEMODE_FEATURE}};
};
template <>
struct Numbers<mapfile::LineCap> {
    using enum mapfile::LineCap;
    static constexpr Numbered<mapfile::LineCap> rows[]{{Butt, MS_CJC_BUTT},
                                                       {Round, MS_CJC_ROUND},
                                                       {Square, MS_CJC_SQUARE},
                                                       {Triangle, MS_CJC_TRIANGLE}};
};
template <>
struct Numbers<mapfile::LineJoin> {
    using enum mapfile::LineJoin;
    static constexpr Numbered<mapfile::LineJoin> rows[]{
        {None, MS_CJC_NONE}, {Round, MS_CJC_ROUND}, {Miter, MS_CJC_MITER}, {Bevel, MS_CJC_BEVEL}};
};
template <>
struct Numbers<mapfile::AngleMode> {
    using enum mapfile::AngleMode;
    static constexpr Numbered<mapfile::AngleMode> rows[]{
        {Fixed, MS_NONE}, {Auto, MS_AUTO}, {Auto2, MS_AUTO2}, {Follow, MS_FOLLOW}};
};
template <>
struct Numbers<mapfile::SymbolType> {
    using enum mapfile::SymbolType;
    static constexpr Numbered<mapfile::SymbolType> rows[]{
        {Simple, MS_SYMBOL_SIMPLE}, {Vector, MS_SYMBOL_VECTOR},     {Ellipse, MS_SYMBOL_ELLIPSE},
        {Pixmap, MS_SYMBOL_PIXMAP}, {TrueType, MS_SYMBOL_TRUETYPE}, {Hatch, MS_SYMBOL_HATCH},
        {Svg, MS_SYMBOL_SVG}};
};

/// Types of shapes.
template <>
struct Numbers<geometry::Kind> {
    using enum geometry::Kind;
    static constexpr Numbered<geometry::Kind> rows[]{{Point, MS_SHAPE_POINT},
                                                     {Line, MS_SHAPE_LINE},
                                                     {Polygon, MS_SHAPE_POLYGON},
                                                     {None, MS_SHAPE_NULL}};
};

template <typename Enum>
requires std::is_enum_v<Enum>
[[nodiscard]] int number_of(Enum value)
{
    auto const& rows = Numbers<Enum>::rows;
    auto const* const row = std::ranges::find(rows, value, &Numbered<Enum>::value);
    return row == std::end(rows) ? MS_UNKNOWN : row->number;
}

/// \throws Failure{MS_MISCERR} for an unknown number
template <typename Enum>
void set_by_number(Enum& value, int number)
{
    auto const& rows = Numbers<Enum>::rows;
    auto const* const row = std::ranges::find(rows, number, &Numbered<Enum>::number);
    if (row == std::end(rows)) {
        throw Failure{MS_MISCERR, "mapscript", "No such choice: " + std::to_string(number)};
    }
    value = row->value;
}

/// Kind::None for an unknown type.
[[nodiscard]] inline geometry::Kind kind_of_shape(int type) noexcept
{
    auto const& rows = Numbers<geometry::Kind>::rows;
    auto const* const row = std::ranges::find(rows, type, &Numbered<geometry::Kind>::number);
    return row == std::end(rows) ? geometry::Kind::None : row->value;
}

} // namespace ms::script
