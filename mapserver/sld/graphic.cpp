// SPDX-License-Identifier: MIT
#include "base/string.hpp"
#include "sld/css.hpp"
#include "sld/marks.hpp"
#include "sld/symbolizers.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ms::sld {

namespace {

constexpr double mark_size = 6; ///< SE 1.1 (OGC 05-077r4) 11.3.2: "the default ... is 6 pixels"
constexpr image::Color gray{128, 128, 128, 255}; ///< 11.2.2: fill "#808080"

mapfile::LineCap cap_of(std::string_view text, mapfile::LineCap otherwise) noexcept
{
    if (equals_ignoring_case(text, "butt")) {
        return mapfile::LineCap::Butt;
    }
    if (equals_ignoring_case(text, "round")) {
        return mapfile::LineCap::Round;
    }
    return equals_ignoring_case(text, "square") ? mapfile::LineCap::Square : otherwise;
}

mapfile::LineJoin join_of(std::string_view text) noexcept
{
    if (equals_ignoring_case(text, "round")) {
        return mapfile::LineJoin::Round;
    }
    if (equals_ignoring_case(text, "bevel")) {
        return mapfile::LineJoin::Bevel;
    }
    return equals_ignoring_case(text, "mitre") || equals_ignoring_case(text, "miter")
               ? mapfile::LineJoin::Miter
               : mapfile::LineJoin::None;
}

std::vector<double> dashes_of(std::string_view text)
{
    constexpr std::size_t most = 20;
    auto const words_text = replace_all(text, ",", " ");
    std::vector<double> dashes;
    for (auto const word : split_words(words_text)) {
        auto const length = parse_double(word);
        if (!length || *length < 0 || *length > 10'000 || dashes.size() == most) {
            refuse("stroke-dasharray takes up to 20 lengths");
        }
        dashes.push_back(*length);
    }
    bool const is_solid = std::ranges::all_of(dashes, [](double length) { return length == 0; });
    return is_solid ? std::vector<double>{} : dashes;
}

/// The gap before the first dash of a line whose dashes begin `offset` into their pattern (SVG's
/// stroke-dashoffset); -1 without a gap.
double gap_before(std::vector<double> const& dashes, double offset)
{
    double const period = std::accumulate(dashes.begin(), dashes.end(), 0.0);
    double const into = std::fmod(offset, period);
    return into == 0 ? -1 : into > 0 ? period - into : -into;
}

void apply_hatch(XmlNode const& mark, double angle, double opacity, SymbolBuilder& builder,
                 mapfile::Style& style)
{
    auto const* const stroke = mark.child("Stroke");
    style.symbol.value.name = builder.hatch();
    style.angle.value = angle;
    style.color = color_of(find_parameter(stroke, "stroke"), gray,
                           opacity_of(find_parameter(stroke, "stroke-opacity"), style, opacity));
    style.width = number_of(find_parameter(stroke, "stroke-width"), 1);
}

/// \param opacity of the whole graphic, for colours that have none of their own
void apply_mark(XmlNode const& mark, GraphicUse use, double opacity, SymbolBuilder& builder,
                mapfile::Style& style)
{
    auto const name = mark.text_of("WellKnownName");
    if (auto const angle = hatch_angle(name); angle && use == GraphicUse::AreaFill) {
        apply_hatch(mark, *angle, opacity, builder, style);
        return;
    }
    auto const* const fill = mark.child("Fill");
    auto const* const stroke = mark.child("Stroke");
    auto const* const standard = find_mark(name);
    auto const* const known = standard == nullptr ? find_vendor_mark(name) : standard;
    bool const is_filled = fill != nullptr && (known == nullptr || known->can_be_filled);
    style.symbol.value.name = builder.mark(name, is_filled);
    auto const* const of_stroke = find_parameter(stroke, "stroke-opacity");
    auto const stroke_color = color_of(find_parameter(stroke, "stroke"), std::nullopt,
                                       is_filled ? opacity_of(of_stroke, opacity)
                                                 : opacity_of(of_stroke, style, opacity));
    // A cross has no area: it takes the colour of the fill if it has both, as in MapServer.
    if (fill != nullptr || (!stroke_color.value && stroke_color.is_constant())) {
        set_color(find_parameter(fill, "fill"), gray,
                  opacity_of(find_parameter(fill, "fill-opacity"), style, opacity), style);
    } else {
        style.color = stroke_color;
    }
    if (is_filled) {
        style.outline_color = stroke_color;
    }
    style.width = number_of(find_parameter(stroke, "stroke-width"), 1);
}

bool apply_external(XmlNode const& external, SymbolBuilder& builder, mapfile::Style& style)
{
    auto const* const resource = external.child("OnlineResource");
    auto const* const href = resource == nullptr ? nullptr : resource->attribute("href");
    if (href == nullptr || href->empty()) {
        refuse("<ExternalGraphic> has no <OnlineResource> with an xlink:href");
    }
    style.symbol.value.name = builder.image(*href);
    style.color.value = image::Color{};
    return !style.symbol.value.name.empty();
}

} // namespace

bool apply_graphic(XmlNode const& graphic, GraphicUse use, SymbolBuilder& builder,
                   mapfile::Style& style)
{
    auto const* const mark = graphic.child("Mark");
    auto const* external = graphic.child("ExternalGraphic");
    if (external != nullptr && mark != nullptr && mark < external) {
        external = nullptr; // both are in `children`, in the order of the document
    }
    if (external != nullptr && !apply_external(*external, builder, style)) {
        if (mark == nullptr) {
            return false;
        }
        external = nullptr;
    }
    // As in MapServer, fill-opacity and stroke-opacity replace the opacity of the graphic.
    auto const* const opacity = graphic.child("Opacity");
    bool const is_default = external == nullptr && number_of(opacity, 1).is_constant();
    if (external == nullptr) {
        apply_mark(mark == nullptr ? XmlNode{.name = "Mark"} : *mark, use,
                   is_default ? opacity_of(opacity) : 1, builder, style);
    }
    if (opacity != nullptr && !is_default) {
        style.opacity = percent_of(*opacity);
    }
    bool const is_hatch = style.symbol.value.name == hatch_symbol;
    auto const* const size = graphic.child("Size");
    if (size != nullptr || external == nullptr) {
        style.size = number_of(size, mark_size);
    }
    if (auto const* const rotation = graphic.child("Rotation"); rotation != nullptr && !is_hatch) {
        // SE 1.1, 11.3.2 turns clockwise. MapServer takes the number for its ANGLE, which turns
        // counter-clockwise, and so do the style sheets that were written for it.
        style.angle = number_of(rotation, 0);
    }
    style.offset_x = number_of(graphic.find("Displacement/DisplacementX"), 0);
    style.offset_y = number_of(graphic.find("Displacement/DisplacementY"), 0);
    return true;
}

void apply_stroke(XmlNode const& stroke, StrokeOf what, mapfile::Style& style)
{
    // SE 1.1, 11.1.3: "the default color is defined to be black", and the width one pixel.
    auto const* const color = find_parameter(&stroke, "stroke");
    auto const opacity = opacity_of(find_parameter(&stroke, "stroke-opacity"), style);
    if (what == StrokeOf::Line) {
        set_color(color, image::Color{}, opacity, style);
    } else {
        style.outline_color = color_of(color, image::Color{}, opacity);
    }
    style.width = number_of(find_parameter(&stroke, "stroke-width"), 1);
    style.pattern = dashes_of(parameter_text(&stroke, "stroke-dasharray"));
    style.line_cap = cap_of(parameter_text(&stroke, "stroke-linecap"),
                            style.pattern.empty() ? style.line_cap : mapfile::LineCap::Butt);
    style.line_join = join_of(parameter_text(&stroke, "stroke-linejoin"));
    if (!style.pattern.empty()) {
        style.initial_gap = gap_before(
            style.pattern, number_of(find_parameter(&stroke, "stroke-dashoffset"), 0).value);
    }
}

} // namespace ms::sld
