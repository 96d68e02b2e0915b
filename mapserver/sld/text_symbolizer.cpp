// SPDX-License-Identifier: MIT
#include "base/string.hpp"
#include "expr/expression.hpp"
#include "fes/filter.hpp"
#include "sld/css.hpp"
#include "sld/placement.hpp"
#include "sld/symbolizers.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace ms::sld {

namespace {

using mapfile::AngleMode;

template <typename T>
T rounded(double value, T low, T high) noexcept
{
    return static_cast<T>(
        std::lround(std::clamp(value, static_cast<double>(low), static_cast<double>(high))));
}

mapfile::Bindable<int> pixels_of(XmlNode const* node)
{
    auto const number = number_of(node, 0);
    return {.value = rounded(number.value, -10'000, 10'000),
            .attribute = number.attribute,
            .expression = number.expression};
}

void apply_text(XmlNode const& symbolizer, mapfile::Label& label)
{
    auto const* const text = symbolizer.child("Label");
    auto const value = text == nullptr ? nullptr : fes::parse_mixed_text(*text);
    if (value) {
        label.text = {.kind = mapfile::ExpressionKind::Logical,
                      .text = text_of(expr::Expression{value})};
    }
}

void apply_font(XmlNode const& symbolizer, SymbolBuilder const& builder, mapfile::Label& label)
{
    auto const* const font = symbolizer.child("Font");
    label.font.value =
        builder.font(parameter_text(font, "font-family"), parameter_text(font, "font-style"),
                     parameter_text(font, "font-weight"));
    label.size = number_of(find_parameter(font, "font-size"), 10); // SE 1.1, 11.4.3
}

/// The default anchor is (0, 0.5): "The default point is X=0, Y=0.5" (SE 1.1, OGC 05-077r4,
/// 11.4.4). On a line the text follows the line, unless it is rotated.
void apply_point_placement(XmlNode const& placement, mapfile::LayerType type, mapfile::Label& label)
{
    auto const* const x = placement.find("AnchorPoint/AnchorPointX");
    auto const* const y = placement.find("AnchorPoint/AnchorPointY");
    label.position.value = placement_of({.x = number_of(x, 0).value, .y = number_of(y, 0.5).value});
    label.offset_x = pixels_of(placement.find("Displacement/DisplacementX"));
    label.offset_y = pixels_of(placement.find("Displacement/DisplacementY"));
    auto const* const rotation = placement.child("Rotation");
    label.angle = number_of(rotation, 0);
    if (rotation == nullptr && type == mapfile::LayerType::Line) {
        label.angle_mode = AngleMode::Auto;
    }
}

/// Along the line, but for texts that are moved: these are level, as in MapServer.
void apply_line_placement(XmlNode const& placement, mapfile::Label& label)
{
    label.angle_mode = AngleMode::Follow;
    auto const aligned = placement.text_of("IsAligned");
    if (aligned == "false" || aligned == "0") {
        label.angle_mode = AngleMode::Fixed;
    }
    if (auto const* const offset = placement.child("PerpendicularOffset")) {
        label.angle_mode = AngleMode::Fixed;
        label.offset_x = pixels_of(offset);
        label.offset_y = label.offset_x;
    }
    auto const repeated = placement.text_of("IsRepeated");
    if (repeated == "true" || repeated == "1") {
        auto const gap = number_of(placement.child("Gap"), 0).value;
        label.repeat_distance = rounded(gap > 0 ? gap : 100, 1, 10'000);
    }
}

void apply_placement(XmlNode const& symbolizer, mapfile::LayerType type, mapfile::Label& label)
{
    auto const* const point = symbolizer.find("LabelPlacement/PointPlacement");
    auto const* const line = symbolizer.find("LabelPlacement/LinePlacement");
    label.position.value = mapfile::Placement::CC;
    if (point != nullptr) {
        apply_point_placement(*point, type, label);
    } else if (line != nullptr) {
        apply_line_placement(*line, label);
    } else if (type == mapfile::LayerType::Line) {
        label.angle_mode = AngleMode::Auto;
    }
}

void apply_halo(XmlNode const& symbolizer, mapfile::Label& label)
{
    auto const* const halo = symbolizer.child("Halo");
    if (halo == nullptr) {
        return;
    }
    auto const* const fill = halo->child("Fill");
    label.outline_width = rounded(number_of(halo->child("Radius"), 1).value, 0, 100);
    label.outline_color = color_of(find_parameter(fill, "fill"), image::Color{255, 255, 255, 255},
                                   opacity_of(find_parameter(fill, "fill-opacity")));
}

bool is_true(std::string_view text) noexcept
{
    return equals_ignoring_case(text, "true") || text == "1";
}

/// Options that GeoServer's styles carry and a LABEL can follow. SE leaves them to vendors: a
/// server ignores those it does not know.
struct VendorOption {
    std::string_view name;
    void (*apply)(std::string const& value, mapfile::Label& label);
};

constexpr std::array vendor_options{
    VendorOption{"followLine",
                 [](std::string const& value, mapfile::Label& label) {
                     label.angle_mode = is_true(value) ? AngleMode::Follow : label.angle_mode;
                 }},
    VendorOption{"repeat",
                 [](std::string const& value, mapfile::Label& label) {
                     label.repeat_distance = rounded(parse_double(value).value_or(0), 0, 10'000);
                 }},
    VendorOption{"spaceAround",
                 [](std::string const& value, mapfile::Label& label) {
                     label.buffer = rounded(parse_double(value).value_or(0), 0, 1000);
                 }},
    VendorOption{"partials", [](std::string const& value,
                                mapfile::Label& label) { label.partials = is_true(value); }},
    VendorOption{"conflictResolution",
                 [](std::string const& value, mapfile::Label& label) {
                     label.force =
                         is_true(value) ? mapfile::LabelForce::Off : mapfile::LabelForce::On;
                 }},
    VendorOption{"group",
                 [](std::string const& value, mapfile::Label& label) {
                     label.min_distance = is_true(value) ? 100 : label.min_distance;
                 }},
};

void apply_vendor_options(XmlNode const& symbolizer, mapfile::Label& label)
{
    for (auto const& child : symbolizer.children) {
        auto const* const name = child.name == "VendorOption" ? child.attribute("name") : nullptr;
        if (name == nullptr) {
            continue;
        }
        auto const* const found =
            std::ranges::find(vendor_options, std::string_view{*name}, &VendorOption::name);
        if (found != vendor_options.end()) {
            found->apply(child.text(), label);
        }
    }
}

} // namespace

void append_text(XmlNode const& symbolizer, SymbolBuilder& builder, mapfile::Class& out)
{
    mapfile::Label label;
    apply_text(symbolizer, label);
    apply_font(symbolizer, builder, label);
    apply_placement(symbolizer, builder.layer_type(), label);
    apply_halo(symbolizer, label);
    auto const* const fill = symbolizer.child("Fill");
    label.color = color_of(find_parameter(fill, "fill"), image::Color{},
                           opacity_of(find_parameter(fill, "fill-opacity")));
    if (auto const* const priority = symbolizer.child("Priority")) {
        auto const number = number_of(priority, 1);
        label.priority = {.value = rounded(number.value, 1, 10),
                          .attribute = number.attribute,
                          .expression = number.expression};
    }
    apply_vendor_options(symbolizer, label);
    if (label.text.is_set()) {
        out.labels.push_back(std::move(label));
    }
}

} // namespace ms::sld
