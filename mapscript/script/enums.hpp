// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Converts the model's enumerations to MapScript's numbers and back.

#include "geometry/types.hpp"
#include "mapfile/model/map.hpp"
#include "script/constants.hpp"
#include "script/error.hpp"

#include <algorithm>
#include <array>
#include <type_traits>

namespace ms::script {

inline constexpr int no_number = -1000; ///< of an enumerator that scripts do not know

/// The numbers of an enumeration, in the order of its enumerators.
template <typename Enum>
inline constexpr std::array<int, 0> numbers_of{};

template <>
inline constexpr std::array numbers_of<mapfile::Units>{MS_INCHES, MS_FEET,       MS_MILES,
                                                       MS_METERS, MS_KILOMETERS, MS_NAUTICALMILES,
                                                       MS_DD,     MS_PIXELS,     MS_PERCENTAGES};
template <>
inline constexpr std::array numbers_of<mapfile::Status>{MS_OFF, MS_ON, MS_DEFAULT, MS_EMBED};
template <>
inline constexpr std::array numbers_of<mapfile::Placement>{MS_UL, MS_UC, MS_UR, MS_CL, MS_CC,
                                                           MS_CR, MS_LL, MS_LC, MS_LR, MS_AUTO};
template <>
inline constexpr std::array numbers_of<mapfile::QueryMapStyle>{MS_NORMAL, MS_HILITE, MS_SELECTED};
template <>
inline constexpr std::array numbers_of<mapfile::TextAlign>{MS_ALIGN_DEFAULT, MS_ALIGN_LEFT,
                                                           MS_ALIGN_CENTER, MS_ALIGN_RIGHT};
template <>
inline constexpr std::array numbers_of<mapfile::LabelForce>{MS_OFF, MS_ON, MS_LABEL_FORCE_GROUP};
template <>
inline constexpr std::array numbers_of<mapfile::LayerType>{
    MS_UNKNOWN,      MS_LAYER_POINT, MS_LAYER_LINE,   MS_LAYER_POLYGON,  MS_LAYER_QUERY,
    MS_LAYER_CIRCLE, MS_LAYER_CHART, MS_LAYER_RASTER, MS_LAYER_TILEINDEX};
template <>
inline constexpr std::array numbers_of<mapfile::ConnectionType>{
    MS_SHAPEFILE, MS_POSTGIS, MS_OGR,        MS_WMS,      MS_WFS,     MS_ORACLESPATIAL,
    MS_PLUGIN,    MS_UNION,   MS_GRATICULE,  MS_UVRASTER, MS_CONTOUR, MS_KERNELDENSITY,
    MS_IDW,       no_number,  MS_FLATGEOBUF, no_number};
template <>
inline constexpr std::array numbers_of<mapfile::Transform>{
    MS_FALSE, MS_TRUE, MS_UL, MS_UC, MS_UR, MS_CL, MS_CC, MS_CR, MS_LL, MS_LC, MS_LR};
template <>
inline constexpr std::array numbers_of<mapfile::ImageMode>{
    MS_IMAGEMODE_RGB,  MS_IMAGEMODE_PC256, MS_IMAGEMODE_RGB,     MS_IMAGEMODE_RGBA,
    MS_IMAGEMODE_BYTE, MS_IMAGEMODE_INT16, MS_IMAGEMODE_FLOAT32, MS_IMAGEMODE_FEATURE};
template <>
inline constexpr std::array numbers_of<mapfile::LineCap>{MS_CJC_BUTT, MS_CJC_ROUND, MS_CJC_SQUARE,
                                                         MS_CJC_TRIANGLE};
template <>
inline constexpr std::array numbers_of<mapfile::LineJoin>{MS_CJC_NONE, MS_CJC_ROUND, MS_CJC_MITER,
                                                          MS_CJC_BEVEL};
template <>
inline constexpr std::array numbers_of<mapfile::AngleMode>{MS_NONE, MS_AUTO, MS_AUTO2, MS_FOLLOW};
template <>
inline constexpr std::array numbers_of<mapfile::SymbolType>{
    MS_SYMBOL_SIMPLE,   MS_SYMBOL_VECTOR, MS_SYMBOL_ELLIPSE, MS_SYMBOL_PIXMAP,
    MS_SYMBOL_TRUETYPE, MS_SYMBOL_HATCH,  MS_SYMBOL_SVG};
/// Types of shapes.
template <>
inline constexpr std::array numbers_of<geometry::Kind>{MS_SHAPE_NULL, MS_SHAPE_POINT, MS_SHAPE_LINE,
                                                       MS_SHAPE_POLYGON};

template <typename Enum>
requires std::is_enum_v<Enum>
[[nodiscard]] int number_of(Enum value)
{
    auto const number = numbers_of<Enum>[static_cast<std::size_t>(value)];
    return number == no_number ? MS_UNKNOWN : number;
}

/// The first enumerator with a number; nothing for an unknown one.
template <typename Enum>
[[nodiscard]] std::optional<Enum> find_enumerator(int number) noexcept
{
    auto const& numbers = numbers_of<Enum>;
    auto const found = std::ranges::find(numbers, number);
    return found == numbers.end() || number == no_number
               ? std::nullopt
               : std::optional{static_cast<Enum>(found - numbers.begin())};
}

[[noreturn]] inline void refuse_choice(int number)
{
    throw Failure{MS_MISCERR, "mapscript", "No such choice: " + std::to_string(number)};
}

/// \throws Failure{MS_MISCERR} for an unknown number
template <typename Enum>
void set_by_number(Enum& value, int number)
{
    auto const found = find_enumerator<Enum>(number);
    if (!found) {
        refuse_choice(number);
    }
    value = *found;
}

/// Kind::None for an unknown type.
[[nodiscard]] inline geometry::Kind kind_of_shape(int type) noexcept
{
    return find_enumerator<geometry::Kind>(type).value_or(geometry::Kind::None);
}

} // namespace ms::script
