// SPDX-License-Identifier: MIT
#include "style/label_style.hpp"

#include "base/string.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ms::style {

namespace {

constexpr double largest_size = 10000; // pixels; keeps absurd input bounded

/// MapServer rounds the size of a label before anything is done with it.
double label_size(mapfile::Label const& label, LabelValues const& values, Scaling const& scaling)
{
    double const size =
        std::max(values.size * scaling.factor, label.min_size * scaling.resolution_factor);
    return std::floor(std::min({size, label.max_size * scaling.resolution_factor, largest_size}) +
                      0.5);
}

/// SIZE is in points of 96 to the inch: FreeType is given so many pixels per em.
double em_of(double size)
{
    return std::floor(size * 96 / 72 + 0.5);
}

bool is_behind_text(mapfile::Style const& style)
{
    return equals_ignoring_case(style.geom_transform, "labelpoly");
}

bool is_at_anchor(mapfile::Style const& style)
{
    return style.geom_transform.empty() || equals_ignoring_case(style.geom_transform, "labelpnt");
}

mapfile::Style without_transform(mapfile::Style style)
{
    style.geom_transform.clear();
    return style;
}

label::Force force_of(mapfile::LabelForce force)
{
    return force == mapfile::LabelForce::On      ? label::Force::On
           : force == mapfile::LabelForce::Group ? label::Force::Group
                                                 : label::Force::Off;
}

// Both enumerations have the same order.
static_assert(static_cast<int>(mapfile::Placement::Auto) ==
              static_cast<int>(label::Position::Auto));
static_assert(static_cast<int>(mapfile::Placement::LL) == static_cast<int>(label::Position::LL));
static_assert(static_cast<int>(mapfile::TextAlign::Right) == static_cast<int>(text::Align::Right));

} // namespace

LabelLook make_label_look(SymbolArt& art, mapfile::Label const& label, LabelValues const& values,
                          Scaling const& scaling)
{
    LabelLook look;
    for (auto const& written : label.styles) {
        auto const style = without_transform(written);
        auto const kind = is_behind_text(written) ? geometry::Kind::Polygon : geometry::Kind::Point;
        if (is_behind_text(written) || is_at_anchor(written)) {
            auto& out = is_behind_text(written) ? look.behind_text : look.at_anchor;
            out.push_back(make_symbolizers(art, style, constant_values(style), kind, scaling));
        }
    }
    look.ink.fill = values.color;
    if (values.outline_color) {
        look.ink.halo = values.outline_color;
        look.ink.halo_width =
            label.outline_width *
            (values.size > 0 ? label_size(label, values, scaling) / values.size : 1);
    }
    if (label.shadow_color) {
        look.shadow = label.shadow_color;
        look.shadow_offset = {values.shadow_x * scaling.factor, values.shadow_y * scaling.factor};
    }
    return look;
}

label::Text make_label_text(mapfile::Label const& label, LabelValues const& values,
                            LabelLook const& look, Scaling const& scaling)
{
    constexpr double line_spacing = 1.33;
    double const size = label_size(label, values, scaling);
    label::Text text;
    text.size_px = em_of(size);
    text.line_height = std::ceil(line_spacing * size);
    text.drop = size / 2; // MapServer: whatever letters there are
    text.align = static_cast<text::Align>(values.align);
    text.position = static_cast<label::Position>(values.position);
    text.offset = {values.offset_x * scaling.factor, values.offset_y * scaling.factor};
    text.angle_rad = values.angle * std::numbers::pi / 180;
    text.buffer = label.buffer * scaling.factor;
    text.min_distance =
        label.min_distance > 0 ? label.min_distance * scaling.resolution_factor : -1;
    text.force = force_of(label.force);
    text.may_be_cut = label.partials;
    for (auto const& symbols : look.at_anchor) {
        if (symbols.marker && !symbols.marker->is_empty()) {
            auto const& box = symbols.marker->box;
            text.boxes.push_back({box.min_x + symbols.offset.x, box.min_y + symbols.offset.y,
                                  box.max_x + symbols.offset.x, box.max_y + symbols.offset.y});
        }
    }
    return text;
}

std::string undrawn_part(mapfile::Map const& map, mapfile::Label const& label)
{
    for (auto const& style : label.styles) {
        if (!is_behind_text(style) && !is_at_anchor(style)) {
            return "GEOMTRANSFORM \"" + style.geom_transform + "\" of a LABEL";
        }
        auto const kind = is_behind_text(style) ? geometry::Kind::Polygon : geometry::Kind::Point;
        if (auto const part = undrawn_part(map, without_transform(style), kind); !part.empty()) {
            return part + " of a LABEL";
        }
    }
    return {};
}

} // namespace ms::style
