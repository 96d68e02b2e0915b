// SPDX-License-Identifier: MIT
#include "render/plan/class_plan.hpp"

#include "base/error.hpp"
#include "render/plan/label_plan.hpp"
#include "render/plan/line_styles.hpp"
#include "source/layer_error.hpp"
#include "style/binding.hpp"
#include "style/symbolizer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

namespace ms::render {

namespace {

using geometry::Kind;

/// \throws Error{BadMapfile} with the style's place
void collect_style_fields(mapfile::Map const& map, mapfile::Style const& drawn_style,
                          VectorStep& step)
{
    try {
        style::collect_fields(drawn_style, step.query.fields, step.expressions);
    } catch (Error const& error) {
        throw Error{error.kind(),
                    fmt::format("{}: layer \"{}\": STYLE: {}", map.where(drawn_style.at),
                                step.layer.name, error.what())};
    }
}

/// Why a style draws nothing here although its scale limits would let it; empty: it draws.
std::string why_not_drawn(mapfile::Map const& map, mapfile::Class const& drawn_class,
                          std::size_t index, Kind kind, bool is_whole)
{
    auto const undrawn = style::undrawn_part(map, drawn_class.styles[index], kind);
    if (!undrawn.empty()) {
        return undrawn + " is not drawn";
    }
    return kind == Kind::Line && !is_whole &&
                   is_outline_of_nothing(drawn_class.styles[index], index)
               ? "OUTLINECOLOR of a line is not drawn without COLOR or OUTLINEWIDTH, except by the "
                 "first STYLE"
               : std::string{};
}

/// MapServer reads an unknown symbol name as that of an image file, which is then missing; it
/// ignores an invalid symbol number at points.
void require_symbol(mapfile::Map const& map, mapfile::Layer const& layer,
                    mapfile::Style const& drawn_style, Kind kind)
{
    auto const& [index, name] = drawn_style.symbol.value;
    bool const is_number = index == 0 || (index > 0 && std::cmp_less(index, map.symbols.size()));
    bool const is_there =
        name.empty() ? is_number || kind == Kind::Point : map.find_symbol(name) >= 0;
    if (drawn_style.symbol.is_constant() && !is_there) {
        auto const& at = drawn_style.symbol.at.line > 0 ? drawn_style.symbol.at : drawn_style.at;
        throw Error{ErrorKind::BadMapfile,
                    fmt::format("{}: layer \"{}\": SYMBOL {} is neither a symbol of the map or its "
                                "SYMBOLSET nor an image file",
                                map.where(at), layer.name,
                                name.empty() ? std::to_string(index) : '"' + name + '"')};
    }
}

/// How far styles reach beyond the coordinates.
struct Reach {
    double px = 0;
    double edge_px = 0; ///< without the corners of miters
};

/// Plans one drawn style. \param reach grows to the distances that it reaches
void plan_style(style::SymbolArt& art, VectorStep& step, mapfile::Style const& drawn_style,
                ClassPlan& plan, Reach& reach)
{
    auto const& map = art.map();
    require_symbol(map, step.layer, drawn_style, step.kind);
    collect_style_fields(map, drawn_style, step);
    step.needs_whole_precision |= style::uses_shape(drawn_style, step.expressions);
    auto const symbolizers = style::make_symbolizers(
        art, drawn_style, style::constant_values(drawn_style), step.kind, step.scaling);
    reach.px = std::max(reach.px, symbolizers.reach_px);
    reach.edge_px = std::max(reach.edge_px, symbolizers.edge_px);
    plan.clip_px = std::max(plan.clip_px, symbolizers.clip_px);
    bool const is_transformed = symbolizers.part != style::DrawnPart::All ||
                                style::is_expression(drawn_style.geom_transform);
    step.needs_whole_shapes |= is_transformed;
    step.needs_both_shapes |= is_transformed && step.kind != Kind::Point;
    step.is_style_by_style |=
        step.kind == Kind::Line && !plan.is_whole &&
        (step.layer.classes[plan.class_index].styles.size() > 1 || symbolizers.has_casing());
}

/// The exception for a feature of the class. Call it where `error` is caught.
std::exception_ptr fault_of(Error const& error, std::string_view layer)
{
    try {
        source::throw_layer_error(error, layer);
    } catch (Error const&) {
        return std::current_exception();
    }
}

/// The styles of a class that are drawn, in their order.
void plan_styles(mapfile::Map const& map, VectorStep& step, ClassPlan& plan,
                 double scale_denominator, std::vector<std::string>& notes)
{
    auto const& drawn_class = step.layer.classes[plan.class_index];
    style::SymbolArt art{map};
    Reach reach;
    for (std::size_t i = 0; i < drawn_class.styles.size(); ++i) {
        auto const& drawn_style = drawn_class.styles[i];
        if (!style::is_in_scale(scale_denominator, drawn_style.min_scale_denominator,
                                drawn_style.max_scale_denominator)) {
            if (i == 0 && step.kind == Kind::Point && !plan.labels.empty()) {
                collect_style_fields(map, drawn_style, step); // labels keep off its symbol
            }
            continue;
        }
        if (auto const why = why_not_drawn(map, drawn_class, i, step.kind, plan.is_whole);
            !why.empty()) {
            notes.push_back(fmt::format("{}: layer \"{}\": {}", map.where(drawn_style.at),
                                        step.layer.name, why));
            continue;
        }
        try {
            plan_style(art, step, drawn_style, plan, reach);
            plan.style_indexes.push_back(i);
        } catch (Error const& error) {
            // MapServer looks up symbols when features are drawn: a map may have a class without
            // symbol if no feature belongs to it.
            plan.fault = fault_of(error, step.layer.name);
            notes.push_back(fmt::format("{}: layer \"{}\": a STYLE cannot be drawn",
                                        map.where(drawn_style.at), step.layer.name));
        }
    }
    if (step.kind == Kind::Line && !plan.is_whole) {
        transformed_first(drawn_class, plan.style_indexes);
    }
    // The cut edge must not be visible. Where an edge leaves the image the corner with the cut
    // points outwards: with room for its miter, dashes would begin elsewhere than in MapServer.
    if (step.kind == Kind::Polygon) {
        plan.clip_px = std::max(plan.clip_px, reach.edge_px) + 2;
    }
    step.reach_px = std::max(step.reach_px, reach.px);
    step.clip_px = std::max(step.clip_px, plan.clip_px);
}

} // namespace

void plan_class(mapfile::Map const& map, VectorStep& step, std::size_t index, bool is_whole,
                LabelsOfClass labels, double scale_denominator, std::vector<std::string>& notes)
{
    auto const& drawn_class = step.layer.classes[index];
    ClassPlan plan{.class_index = index,
                   .style_indexes = {},
                   .is_drawn = drawn_class.status || step.layer.type == mapfile::LayerType::Chart,
                   .is_whole = is_whole,
                   .min_feature_size = drawn_class.min_feature_size > 0
                                           ? drawn_class.min_feature_size
                                           : step.layer.min_feature_size};
    if (labels == LabelsOfClass::Drawn) {
        plan.labels = plan_labels(map, step.layer, step.expressions, drawn_class, scale_denominator,
                                  step.query.fields, notes);
    }
    plan_styles(map, step, plan, scale_denominator, notes);
    step.class_plans.push_back(std::move(plan));
}

} // namespace ms::render
