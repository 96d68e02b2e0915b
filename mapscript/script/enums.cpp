// SPDX-License-Identifier: MIT
#include "script/enums.hpp"

#include "script/error.hpp"

#include <array>

namespace ms::script {

namespace {

using namespace mapfile;

constexpr std::array unit_numbers{
    EnumNumber{Units::Inches, MS_INCHES},
    EnumNumber{Units::Feet, MS_FEET},
    EnumNumber{Units::Miles, MS_MILES},
    EnumNumber{Units::Meters, MS_METERS},
    EnumNumber{Units::Kilometers, MS_KILOMETERS},
    EnumNumber{Units::NauticalMiles, MS_NAUTICALMILES},
    EnumNumber{Units::Degrees, MS_DD},
    EnumNumber{Units::Pixels, MS_PIXELS},
    EnumNumber{Units::Percentages, MS_PERCENTAGES},
};
constexpr std::array status_numbers{
    EnumNumber{Status::Off, MS_OFF},
    EnumNumber{Status::On, MS_ON},
    EnumNumber{Status::Default, MS_DEFAULT},
    EnumNumber{Status::Embed, MS_EMBED},
};
constexpr std::array placement_numbers{
    EnumNumber{Placement::UL, MS_UL}, EnumNumber{Placement::UC, MS_UC},
    EnumNumber{Placement::UR, MS_UR}, EnumNumber{Placement::CL, MS_CL},
    EnumNumber{Placement::CC, MS_CC}, EnumNumber{Placement::CR, MS_CR},
    EnumNumber{Placement::LL, MS_LL}, EnumNumber{Placement::LC, MS_LC},
    EnumNumber{Placement::LR, MS_LR}, EnumNumber{Placement::Auto, MS_AUTO},
};
constexpr std::array query_map_numbers{
    EnumNumber{QueryMapStyle::Normal, MS_NORMAL},
    EnumNumber{QueryMapStyle::Hilite, MS_HILITE},
    EnumNumber{QueryMapStyle::Selected, MS_SELECTED},
};
constexpr std::array align_numbers{
    EnumNumber{TextAlign::Default, MS_ALIGN_DEFAULT},
    EnumNumber{TextAlign::Left, MS_ALIGN_LEFT},
    EnumNumber{TextAlign::Center, MS_ALIGN_CENTER},
    EnumNumber{TextAlign::Right, MS_ALIGN_RIGHT},
};
constexpr std::array force_numbers{
    EnumNumber{LabelForce::Off, MS_OFF},
    EnumNumber{LabelForce::On, MS_ON},
    EnumNumber{LabelForce::Group, MS_LABEL_FORCE_GROUP},
};
constexpr std::array layer_type_numbers{
    EnumNumber{LayerType::Unset, MS_UNKNOWN},
    EnumNumber{LayerType::Point, MS_LAYER_POINT},
    EnumNumber{LayerType::Line, MS_LAYER_LINE},
    EnumNumber{LayerType::Polygon, MS_LAYER_POLYGON},
    EnumNumber{LayerType::Query, MS_LAYER_QUERY},
    EnumNumber{LayerType::Circle, MS_LAYER_CIRCLE},
    EnumNumber{LayerType::Chart, MS_LAYER_CHART},
    EnumNumber{LayerType::Raster, MS_LAYER_RASTER},
    EnumNumber{LayerType::TileIndex, MS_LAYER_TILEINDEX},
};
constexpr std::array connection_numbers{
    EnumNumber{ConnectionType::Local, MS_SHAPEFILE},
    EnumNumber{ConnectionType::Local, MS_INLINE},
    EnumNumber{ConnectionType::Local, MS_TILED_SHAPEFILE},
    EnumNumber{ConnectionType::PostGis, MS_POSTGIS},
    EnumNumber{ConnectionType::Ogr, MS_OGR},
    EnumNumber{ConnectionType::Wms, MS_WMS},
    EnumNumber{ConnectionType::Wfs, MS_WFS},
    EnumNumber{ConnectionType::OracleSpatial, MS_ORACLESPATIAL},
    EnumNumber{ConnectionType::Plugin, MS_PLUGIN},
    EnumNumber{ConnectionType::Union, MS_UNION},
    EnumNumber{ConnectionType::Graticule, MS_GRATICULE},
    EnumNumber{ConnectionType::UvRaster, MS_UVRASTER},
    EnumNumber{ConnectionType::Contour, MS_CONTOUR},
    EnumNumber{ConnectionType::KernelDensity, MS_KERNELDENSITY},
    EnumNumber{ConnectionType::Idw, MS_IDW},
    EnumNumber{ConnectionType::FlatGeobuf, MS_FLATGEOBUF},
};
constexpr std::array transform_numbers{
    EnumNumber{Transform::False, MS_FALSE}, EnumNumber{Transform::True, MS_TRUE},
    EnumNumber{Transform::UL, MS_UL},       EnumNumber{Transform::UC, MS_UC},
    EnumNumber{Transform::UR, MS_UR},       EnumNumber{Transform::CL, MS_CL},
    EnumNumber{Transform::CC, MS_CC},       EnumNumber{Transform::CR, MS_CR},
    EnumNumber{Transform::LL, MS_LL},       EnumNumber{Transform::LC, MS_LC},
    EnumNumber{Transform::LR, MS_LR},
};
constexpr std::array image_mode_numbers{
    EnumNumber{ImageMode::Default, MS_IMAGEMODE_RGB},
    EnumNumber{ImageMode::Pc256, MS_IMAGEMODE_PC256},
    EnumNumber{ImageMode::Rgb, MS_IMAGEMODE_RGB},
    EnumNumber{ImageMode::Rgba, MS_IMAGEMODE_RGBA},
    EnumNumber{ImageMode::Byte, MS_IMAGEMODE_BYTE},
    EnumNumber{ImageMode::Int16, MS_IMAGEMODE_INT16},
    EnumNumber{ImageMode::Float32, MS_IMAGEMODE_FLOAT32},
    EnumNumber{ImageMode::Feature, MS_IMAGEMODE_FEATURE},
};
constexpr std::array cap_numbers{
    EnumNumber{LineCap::Butt, MS_CJC_BUTT},
    EnumNumber{LineCap::Round, MS_CJC_ROUND},
    EnumNumber{LineCap::Square, MS_CJC_SQUARE},
    EnumNumber{LineCap::Triangle, MS_CJC_TRIANGLE},
};
constexpr std::array join_numbers{
    EnumNumber{LineJoin::None, MS_CJC_NONE},
    EnumNumber{LineJoin::Round, MS_CJC_ROUND},
    EnumNumber{LineJoin::Miter, MS_CJC_MITER},
    EnumNumber{LineJoin::Bevel, MS_CJC_BEVEL},
};
constexpr std::array angle_mode_numbers{
    EnumNumber{AngleMode::Fixed, MS_NONE},
    EnumNumber{AngleMode::Auto, MS_AUTO},
    EnumNumber{AngleMode::Auto2, MS_AUTO2},
    EnumNumber{AngleMode::Follow, MS_FOLLOW},
};
constexpr std::array symbol_type_numbers{
    EnumNumber{SymbolType::Simple, MS_SYMBOL_SIMPLE},
    EnumNumber{SymbolType::Vector, MS_SYMBOL_VECTOR},
    EnumNumber{SymbolType::Ellipse, MS_SYMBOL_ELLIPSE},
    EnumNumber{SymbolType::Pixmap, MS_SYMBOL_PIXMAP},
    EnumNumber{SymbolType::TrueType, MS_SYMBOL_TRUETYPE},
    EnumNumber{SymbolType::Hatch, MS_SYMBOL_HATCH},
    EnumNumber{SymbolType::Svg, MS_SYMBOL_SVG},
};

} // namespace

template <>
std::span<EnumNumber const> numbers_of<Units>()
{
    return unit_numbers;
}
template <>
std::span<EnumNumber const> numbers_of<Status>()
{
    return status_numbers;
}
template <>
std::span<EnumNumber const> numbers_of<Placement>()
{
    return placement_numbers;
}
template <>
std::span<EnumNumber const> numbers_of<QueryMapStyle>()
{
    return query_map_numbers;
}
template <>
std::span<EnumNumber const> numbers_of<TextAlign>()
{
    return align_numbers;
}
template <>
std::span<EnumNumber const> numbers_of<LabelForce>()
{
    return force_numbers;
}
template <>
std::span<EnumNumber const> numbers_of<LayerType>()
{
    return layer_type_numbers;
}
template <>
std::span<EnumNumber const> numbers_of<ConnectionType>()
{
    return connection_numbers;
}
template <>
std::span<EnumNumber const> numbers_of<Transform>()
{
    return transform_numbers;
}
template <>
std::span<EnumNumber const> numbers_of<ImageMode>()
{
    return image_mode_numbers;
}
template <>
std::span<EnumNumber const> numbers_of<LineCap>()
{
    return cap_numbers;
}
template <>
std::span<EnumNumber const> numbers_of<LineJoin>()
{
    return join_numbers;
}
template <>
std::span<EnumNumber const> numbers_of<AngleMode>()
{
    return angle_mode_numbers;
}
template <>
std::span<EnumNumber const> numbers_of<SymbolType>()
{
    return symbol_type_numbers;
}

void refuse_number(int number)
{
    throw Failure{MS_MISCERR, "mapscript", "No such choice: " + std::to_string(number)};
}

} // namespace ms::script
