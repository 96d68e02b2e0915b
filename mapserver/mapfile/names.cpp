// SPDX-License-Identifier: MIT
#include "mapfile/names.hpp"

namespace ms::mapfile {

namespace {

constexpr bool unsupported = false;

constexpr EnumName units[]{
    {"INCHES", Units::Inches},
    {"FEET", Units::Feet},
    {"MILES", Units::Miles},
    {"METERS", Units::Meters},
    {"KILOMETERS", Units::Kilometers},
    {"NAUTICALMILES", Units::NauticalMiles},
    {"DD", Units::Degrees},
    {"PIXELS", Units::Pixels},
    {"PERCENTAGES", Units::Percentages},
};

constexpr EnumName statuses[]{
    {"OFF", Status::Off}, {"ON", Status::On},           {"FALSE", Status::Off},
    {"TRUE", Status::On}, {"DEFAULT", Status::Default}, {"EMBED", Status::Embed},
};

constexpr EnumName placements[]{
    {"UL", Placement::UL}, {"UC", Placement::UC},     {"UR", Placement::UR}, {"CL", Placement::CL},
    {"CC", Placement::CC}, {"CR", Placement::CR},     {"LL", Placement::LL}, {"LC", Placement::LC},
    {"LR", Placement::LR}, {"AUTO", Placement::Auto},
};

constexpr EnumName query_map_styles[]{
    {"NORMAL", QueryMapStyle::Normal},
    {"HILITE", QueryMapStyle::Hilite},
    {"SELECTED", QueryMapStyle::Selected},
};

constexpr EnumName text_aligns[]{
    {"LEFT", TextAlign::Left},
    {"CENTER", TextAlign::Center},
    {"RIGHT", TextAlign::Right},
};

constexpr EnumName label_forces[]{
    {"FALSE", LabelForce::Off}, {"TRUE", LabelForce::On},     {"OFF", LabelForce::Off},
    {"ON", LabelForce::On},     {"GROUP", LabelForce::Group},
};

constexpr EnumName layer_types[]{
    {"POINT", LayerType::Point},     {"LINE", LayerType::Line},
    {"POLYGON", LayerType::Polygon}, {"QUERY", LayerType::Query},
    {"CIRCLE", LayerType::Circle},   {"CHART", LayerType::Chart},
    {"RASTER", LayerType::Raster},   {"TILEINDEX", LayerType::TileIndex},
};

constexpr EnumName connection_types[]{
    {"LOCAL", ConnectionType::Local},
    {"POSTGIS", ConnectionType::PostGis},
    {"OGR", ConnectionType::Ogr},
    {"UNION", ConnectionType::Union},
    {"FLATGEOBUF", ConnectionType::FlatGeobuf},
    {"WMS", ConnectionType::Wms},
    {"WFS", ConnectionType::Wfs},
    {"ORACLESPATIAL", ConnectionType::OracleSpatial, unsupported},
    {"PLUGIN", ConnectionType::Plugin, unsupported},
    {"GRATICULE", ConnectionType::Graticule},
    {"UVRASTER", ConnectionType::UvRaster},
    {"CONTOUR", ConnectionType::Contour},
    {"KERNELDENSITY", ConnectionType::KernelDensity},
    {"IDW", ConnectionType::Idw},
    {"KRIGING", ConnectionType::Kriging, unsupported},
    {"RASTERLABEL", ConnectionType::RasterLabel},
};

constexpr EnumName transforms[]{
    {"FALSE", Transform::False}, {"TRUE", Transform::True}, {"OFF", Transform::False},
    {"ON", Transform::True},     {"UL", Transform::UL},     {"UC", Transform::UC},
    {"UR", Transform::UR},       {"CL", Transform::CL},     {"CC", Transform::CC},
    {"CR", Transform::CR},       {"LL", Transform::LL},     {"LC", Transform::LC},
    {"LR", Transform::LR},
};

constexpr EnumName image_modes[]{
    {"PC256", ImageMode::Pc256},
    {"RGB", ImageMode::Rgb},
    {"RGBA", ImageMode::Rgba},
    {"BYTE", ImageMode::Byte},
    {"INT16", ImageMode::Int16},
    {"FLOAT32", ImageMode::Float32},
    {"FEATURE", ImageMode::Feature, unsupported},
};

constexpr EnumName line_caps[]{
    {"BUTT", LineCap::Butt},
    {"ROUND", LineCap::Round},
    {"SQUARE", LineCap::Square},
    {"TRIANGLE", LineCap::Triangle},
};

constexpr EnumName line_joins[]{
    {"NONE", LineJoin::None},
    {"ROUND", LineJoin::Round},
    {"MITER", LineJoin::Miter},
    {"BEVEL", LineJoin::Bevel},
};

constexpr EnumName angle_modes[]{
    {"AUTO", AngleMode::Auto},
    {"AUTO2", AngleMode::Auto2},
    {"FOLLOW", AngleMode::Follow},
};

constexpr EnumName symbol_types[]{
    {"SIMPLE", SymbolType::Simple},     {"VECTOR", SymbolType::Vector},
    {"ELLIPSE", SymbolType::Ellipse},   {"PIXMAP", SymbolType::Pixmap},
    {"TRUETYPE", SymbolType::TrueType}, {"HATCH", SymbolType::Hatch},
    {"SVG", SymbolType::Svg},
};

} // namespace

template <>
std::span<EnumName const> names_of<Units>()
{
    return units;
}
template <>
std::span<EnumName const> names_of<Status>()
{
    return statuses;
}
template <>
std::span<EnumName const> names_of<Placement>()
{
    return placements;
}
template <>
std::span<EnumName const> names_of<QueryMapStyle>()
{
    return query_map_styles;
}
template <>
std::span<EnumName const> names_of<TextAlign>()
{
    return text_aligns;
}
template <>
std::span<EnumName const> names_of<LabelForce>()
{
    return label_forces;
}
template <>
std::span<EnumName const> names_of<LayerType>()
{
    return layer_types;
}
template <>
std::span<EnumName const> names_of<ConnectionType>()
{
    return connection_types;
}
template <>
std::span<EnumName const> names_of<Transform>()
{
    return transforms;
}
template <>
std::span<EnumName const> names_of<ImageMode>()
{
    return image_modes;
}
template <>
std::span<EnumName const> names_of<LineCap>()
{
    return line_caps;
}
template <>
std::span<EnumName const> names_of<LineJoin>()
{
    return line_joins;
}
template <>
std::span<EnumName const> names_of<AngleMode>()
{
    return angle_modes;
}
template <>
std::span<EnumName const> names_of<SymbolType>()
{
    return symbol_types;
}

std::string_view word_of(std::span<EnumName const> names, std::uint8_t value) noexcept
{
    for (auto const& name : names) {
        if (name.value == value) {
            return name.word;
        }
    }
    return {};
}

} // namespace ms::mapfile
