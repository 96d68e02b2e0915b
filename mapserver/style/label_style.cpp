// SPDX-License-Identifier: MIT
#include "style/label_style.hpp"

#include "base/string.hpp"
#include "label/quad.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace ms::style {

namespace {

constexpr double largest_size = 10000; // pixels; bounds absurd input

/// MapServer 8.0.0 has whole sizes only: it cuts off what a mapfile says and what scaling makes of
/// it, rounds the value of an attribute, halves to even numbers, and what RESOLUTION makes of
/// MAXSIZE.
double label_size(mapfile::Label const& label, LabelValues const& values, Scaling const& scaling)
{
    double const wanted =
        label.size.is_constant() ? std::floor(values.size) : std::nearbyint(values.size);
    double const size =
        std::max(wanted * scaling.factor, label.min_size * scaling.resolution_factor);
    auto const max_size = std::round(label.max_size * scaling.resolution_factor);
    return std::min({std::floor(size), max_size, largest_size});
}

/// SIZE is in points of 96 to the inch: FreeType is given so many pixels per em.
double em_of(double size)
{
    return std::floor(size * 96 / 72 + 0.5);
}

/// nullopt for a GEOMTRANSFORM that does not concern labels.
std::optional<LabelPart> part_of_label(mapfile::Style const& style)
{
    using Name = std::pair<std::string_view, LabelPart>;
    constexpr std::array names{Name{"", LabelPart::Anchor}, Name{"labelpnt", LabelPart::Anchor},
                               Name{"labelpoly", LabelPart::Area},
                               Name{"labelcenter", LabelPart::Center}};
    auto const* const found = std::ranges::find_if(names, [&](Name const& name) {
        return equals_ignoring_case(name.first, style.geom_transform);
    });
    return found == names.end() ? std::nullopt : std::optional{found->second};
}

geometry::Kind kind_of(LabelPart part)
{
    return part == LabelPart::Area ? geometry::Kind::Polygon : geometry::Kind::Point;
}

mapfile::Style without_transform(mapfile::Style style)
{
    style.geom_transform.clear();
    return style;
}

/// The size of a symbol at the anchor, also of one without a colour: of its rotated box, without
/// outline. Unlike in drawing, RESOLUTION does not scale MINSIZE and MAXSIZE (as in MapServer).
geometry::Point size_at_anchor(SymbolArt& art, mapfile::Style const& style, StyleValues values,
                               Scaling scaling)
{
    scaling.resolution_factor = 1;
    values.outline_color.reset();
    auto const marker = make_marker(art, style, values, scaling);
    if (!marker) {
        return {};
    }
    double const angle = values.angle * std::numbers::pi / 180;
    double const cosine = std::abs(std::cos(angle));
    double const sine = std::abs(std::sin(angle));
    return {marker->width_px * cosine + marker->height_px * sine,
            marker->width_px * sine + marker->height_px * cosine};
}

/// OUTLINEWIDTH in pixels; 0 without an outline.
double outline_of(mapfile::Label const& label, LabelValues const& values, Scaling const& scaling)
{
    double const ratio = values.size > 0 ? label_size(label, values, scaling) / values.size : 1;
    // MapServer 8.0.0 rounds halves to even numbers.
    return values.outline_color ? std::nearbyint(label.outline_width * ratio) : 0;
}

std::size_t bytes_of(std::optional<FillPattern> const& pattern)
{
    return pattern && pattern->tile.use_count() == 1 ? pattern->tile->view().pixels.size() : 0;
}

std::size_t bytes_of(MarkerSymbol const& marker)
{
    std::size_t bytes = 0;
    for (auto const& part : marker.shapes) {
        bytes += part.shape.points.capacity() * sizeof(geometry::Point);
    }
    return bytes;
}

std::size_t bytes_of(LineSymbols const& line)
{
    return bytes_of(line.brush) + (line.markers ? bytes_of(line.markers->symbol) : 0);
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
                          Scaling const& scaling, ImageSize const& image)
{
    LabelLook look;
    bool has_anchor = false;
    for (std::size_t i = 0; i < label.styles.size(); ++i) {
        auto const part = part_of_label(label.styles[i]);
        if (!part) {
            continue;
        }
        auto const style = without_transform(label.styles[i]);
        look.symbols.push_back({*part, make_symbolizers(art, style, values.styles[i],
                                                        kind_of(*part), scaling, image)});
        if (*part == LabelPart::Anchor && !std::exchange(has_anchor, true)) {
            // MapServer keeps the text off the first symbol, even if others are larger.
            look.anchor_size = size_at_anchor(art, style, values.styles[i], scaling);
        }
    }
    look.ink.fill = values.color;
    if (values.outline_color) {
        look.ink.halo = values.outline_color;
        // MapServer 8.0.0 strokes letters with whole pixels of OUTLINEWIDTH and one more.
        look.ink.halo_width = (outline_of(label, values, scaling) + 1) / 2;
    }
    if (label.shadow_color) {
        look.shadow = label.shadow_color;
        look.shadow_offset = {values.shadow_x * scaling.factor, values.shadow_y * scaling.factor};
    }
    return look;
}

std::size_t bytes_of(LabelLook const& look)
{
    std::size_t bytes = sizeof look + look.symbols.capacity() * sizeof(LabelSymbols);
    for (auto const& [part, symbols] : look.symbols) {
        bytes += bytes_of(symbols.pattern) + bytes_of(symbols.line_casing) +
                 bytes_of(symbols.line_symbols) + (symbols.marker ? bytes_of(*symbols.marker) : 0);
    }
    return bytes;
}

label::Text make_label_text(mapfile::Label const& label, LabelValues const& values,
                            LabelLook const& look, Scaling const& scaling)
{
    constexpr double line_spacing = 1.33;
    double const size = label_size(label, values, scaling);
    label::Text text;
    text.size_px = em_of(size);
    text.line_height = std::ceil(line_spacing * size);
    text.drop = size / 2; // MapServer: independent of the letters
    text.align = static_cast<text::Align>(values.align);
    text.position = static_cast<label::Position>(values.position);
    text.placing = values.has_position ? label::Placing::Beside : label::Placing::OnBox;
    if (label.angle_mode !=
        mapfile::AngleMode::Follow) { // text along lines is not moved, as in MapServer
        text.offset = {std::trunc(values.offset_x * scaling.factor), // MapServer: whole pixels
                       std::trunc(values.offset_y * scaling.factor)};
    }
    text.angle_rad = values.angle * std::numbers::pi / 180;
    text.buffer = std::trunc(label.buffer * scaling.factor);
    text.min_distance =
        label.min_distance > 0 ? label.min_distance * scaling.resolution_factor : -1;
    text.force = force_of(label.force);
    text.may_be_cut = label.partials;
    text.outline = outline_of(label, values, scaling);
    text.symbol_size = look.anchor_size;
    for (auto const& [part, symbols] : look.symbols) {
        if (part == LabelPart::Anchor && symbols.marker) { // MapServer: also if it is invisible
            auto const& box = symbols.marker->box;
            text.boxes.push_back({box.min_x + symbols.offset.x, box.min_y + symbols.offset.y,
                                  box.max_x + symbols.offset.x, box.max_y + symbols.offset.y});
        }
    }
    return text;
}

void draw_letters(paint::Canvas& canvas, paint::GlyphRun const& run, LabelLook const& look,
                  double angle_rad)
{
    if (look.shadow) {
        auto shadow = run;
        auto const by = label::turned(look.shadow_offset, {}, angle_rad);
        for (auto& glyph : shadow.glyphs) {
            glyph.at = {glyph.at.x + by.x, glyph.at.y + by.y};
        }
        canvas.glyphs(shadow, {.fill = look.shadow, .halo = {}});
    }
    canvas.glyphs(run, look.ink);
}

std::string undrawn_part(mapfile::Map const& map, mapfile::Label const& label)
{
    for (auto const& style : label.styles) {
        auto const label_part = part_of_label(style);
        if (!label_part) {
            return "GEOMTRANSFORM \"" + style.geom_transform + "\" of a LABEL";
        }
        if (auto const part = undrawn_part(map, without_transform(style), kind_of(*label_part));
            !part.empty()) {
            return part + " of a LABEL";
        }
    }
    return {};
}

} // namespace ms::style
