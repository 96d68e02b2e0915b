// SPDX-License-Identifier: MIT
#include "render/plan/plan.hpp"

#include "render/core/selection.hpp"
#include "render/plan/plan_state.hpp"
#include "source/registry.hpp"
#include "style/symbolizer.hpp"

#include <fmt/format.h>

#include <iterator>

namespace ms::render {

namespace {

using Out = std::back_insert_iterator<std::string>;

std::string color_text(image::Color color)
{
    return fmt::format("#{:02x}{:02x}{:02x}{:02x}", color.red, color.green, color.blue,
                       color.alpha);
}

void print_stroke(Out out, char const* what, style::Stroke const& stroke)
{
    fmt::format_to(out, " {} {} {:.4g} px", what, color_text(stroke.pen.color), stroke.pen.width);
    if (!stroke.dashes.empty()) {
        fmt::format_to(out, " dashes {}", fmt::join(stroke.dashes, " "));
    }
}

void print_marker(Out out, style::MarkerSymbol const& marker)
{
    fmt::format_to(out, " marker {:.4g} x {:.4g} px", marker.width_px, marker.height_px);
}

void print_line_symbols(Out out, style::LineSymbols const& symbols)
{
    if (symbols.markers) {
        print_marker(out, symbols.markers->symbol);
        fmt::format_to(out, " every {:.4g} px", symbols.markers->spacing.distance);
    }
    if (symbols.brush) {
        fmt::format_to(out, " brush {} x {} px", symbols.brush->tile->width(),
                       symbols.brush->tile->height());
    }
}

void print_symbolizers(Out out, style::Symbolizers const& symbols)
{
    if (symbols.fill) {
        fmt::format_to(out, " fill {}", color_text(symbols.fill->color));
    }
    if (symbols.casing) {
        print_stroke(out, "casing", *symbols.casing);
    }
    if (symbols.stroke) {
        print_stroke(out, "stroke", *symbols.stroke);
    }
    if (!symbols.line_casing.is_empty()) {
        fmt::format_to(out, " casing");
        print_line_symbols(out, symbols.line_casing);
    }
    print_line_symbols(out, symbols.line_symbols);
    if (symbols.marker) {
        print_marker(out, *symbols.marker);
    }
}

void print_class(Out out, PlanState const& plan, VectorStep const& step,
                 ClassPlan const& class_plan)
{
    auto const& drawn_class = step.layer.classes[class_plan.class_index];
    style::SymbolArt art{*plan.map};
    fmt::format_to(out, "  class {} \"{}\"{}\n", class_plan.class_index, drawn_class.name,
                   class_plan.is_drawn ? "" : " (off: hides its features)");
    for (auto const index : class_plan.style_indexes) {
        auto const& drawn_style = drawn_class.styles[index];
        fmt::format_to(out, "    style {}:", index);
        print_symbolizers(out, style::make_symbolizers(art, drawn_style,
                                                       style::constant_values(drawn_style),
                                                       step.kind, step.scaling));
        fmt::format_to(out, "\n");
    }
}

void print_blends(Out out, PlanState const& plan, VectorStep const& step)
{
    for (auto const& blend : step.blends) {
        fmt::format_to(out, "  composite {} opacity {:g}", image::name_of(blend.op), blend.opacity);
        for (auto const& filter : blend.filters) {
            fmt::format_to(out, " {}", image::text_of(filter));
        }
        fmt::format_to(out, "\n");
    }
    if (step.mask) {
        auto const& mask = plan.masks[*step.mask];
        fmt::format_to(out, "  mask \"{}\"{}\n", mask.name,
                       mask.step ? "" : " (draws nothing here: hides all)");
    }
}

void print_step(Out out, PlanState const& plan, VectorStep const& step,
                source::Services const& services)
{
    fmt::format_to(out, "layer \"{}\"{}{}{}, reach {:.4g} px\n", step.layer.name,
                   step.part.empty() ? "" : ", part " + step.part,
                   step.is_reprojected ? ", reprojected from " + step.layer_crs.proj_text() : "",
                   step.is_style_by_style ? ", style by style" : "", step.reach_px);
    print_blends(out, plan, step);
    if (step.picked != nullptr) {
        fmt::format_to(out, "results of a query: {} features\n", step.picked->size());
    } else {
        auto const source = source::open_source(*plan.map, step.layer, services);
        fmt::format_to(out, "{}\n", source->explain(step.query));
    }
    for (auto const& class_plan : step.class_plans) {
        print_class(out, plan, step, class_plan);
    }
}

} // namespace

std::string explain(Plan const& plan, source::Services const& services)
{
    auto const& state = plan.state();
    auto const& view = state.viewport;
    std::string text;
    auto const out = std::back_inserter(text);
    fmt::format_to(out, "image {} x {} px, extent {} {} {} {}, cell {:.6g}, scale 1:{:.0f}{}\n",
                   view.width, view.height, view.extent.min_x, view.extent.min_y, view.extent.max_x,
                   view.extent.max_y, view.cell_size_x, view.scale_denominator,
                   view.crs.is_defined() ? ", " + view.crs.proj_text() : "");
    for (auto const& step : state.steps) {
        print_step(out, state, step, services);
    }
    if (state.furniture.legend) {
        fmt::format_to(out, "legend, embedded{}\n",
                       state.map->legend.post_label_cache ? " over the labels" : "");
    }
    if (state.furniture.has_scale_bar) {
        fmt::format_to(out, "scale bar, embedded{}\n",
                       state.map->scale_bar.post_label_cache ? " over the labels" : "");
    }
    for (auto const& note : state.notes) {
        fmt::format_to(out, "note: {}\n", note);
    }
    return text;
}

} // namespace ms::render
