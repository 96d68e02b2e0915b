// SPDX-License-Identifier: MIT
#include "render/surround/legend.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "mapfile/substitute.hpp"
#include "render/plan/layer_plan.hpp"
#include "render/plan/plan.hpp"
#include "render/query/class_hits.hpp"
#include "render/surround/class_icon.hpp"
#include "style/scaling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ms::render {

namespace {

constexpr int margin = 5; // pixels, on all sides

/// The caption of a class in the legend; nullopt if it has no row.
std::optional<std::string_view> caption_of(mapfile::Class const& shown)
{
    if (shown.has_title || !shown.title.empty()) {
        return shown.title;
    }
    if (shown.has_name || !shown.name.empty()) {
        return shown.name;
    }
    return std::nullopt;
}

bool is_told_of(LegendRequest const& request, LayerChoice const& choice,
                mapfile::Layer const& layer, std::size_t class_index)
{
    auto const& shown = layer.classes[class_index];
    auto const& group = choice.class_group.empty() ? layer.class_group : choice.class_group;
    return caption_of(shown) && (group.empty() || equals_ignoring_case(group, shown.group)) &&
           style::is_in_scale(request.scale_denominator, shown.min_scale_denominator,
                              shown.max_scale_denominator) &&
           (request.hits == nullptr || request.hits->contains(choice.layer, class_index));
}

/// The layer as the request makes it.
std::shared_ptr<mapfile::Layer const>
layer_for(mapfile::Map const& map, mapfile::Layer const& written, LegendRequest const& request)
{
    std::vector<std::string> notes;
    return prepared(map, written, {.scale_denominator = request.scale_denominator},
                    request.substitutions, notes)
        .layer;
}

std::vector<LegendRow> find_rows(mapfile::Map const& map, LegendRequest const& request,
                                 FurnitureText const& label, Budget& budget)
{
    std::vector<LegendRow> rows;
    auto const choices = chosen_layers(map, request.layers);
    for (auto choice = choices.rbegin(); choice != choices.rend(); ++choice) {
        auto const& written = map.layers.at(choice->layer);
        if (written.type == mapfile::LayerType::Query ||
            !style::is_in_layer_scale(written, request.scale_denominator)) {
            continue;
        }
        auto const layer = layer_for(map, written, request);
        for (std::size_t i = 0; i < layer->classes.size(); ++i) {
            budget.work();
            if (is_told_of(request, *choice, *layer, i)) {
                budget.keep(sizeof(LegendRow));
                rows.push_back({.layer = layer,
                                .class_index = i,
                                .text_size = label.measure(*caption_of(layer->classes[i])),
                                .key = {},
                                .text_corner = {}});
            }
        }
    }
    return rows;
}

/// A line along the inside of a key's edges, or of the rectangle of areas.
void draw_key_outline(paint::Canvas& canvas, geometry::Box const& key, double inset,
                      paint::Pen const& pen)
{
    auto const box = key.grown(-inset);
    geometry::GeometryColumn outline;
    outline.points = {{box.min_x, box.min_y},
                      {box.max_x, box.min_y},
                      {box.max_x, box.max_y},
                      {box.min_x, box.max_y},
                      {box.min_x, box.min_y}};
    outline.end_ring();
    outline.end_part();
    outline.end_feature(geometry::Kind::Line);
    canvas.stroke(paint::path_of(outline, 0), pen);
}

double resolution_factor(mapfile::Map const& map, LegendRequest const& request)
{
    return request.resolution / map.def_resolution;
}

FurnitureText label_of(mapfile::Map const& map, LegendRequest const& request,
                       Services const& services)
{
    double const factor = resolution_factor(map, request);
    return {map, map.legend.label, {factor, factor}, services.fonts};
}

std::unique_ptr<paint::Canvas> make_canvas(mapfile::Map const& map, style::ImageSize const& size,
                                           FurnitureSetting const& setting)
{
    paint::CanvasOptions options{.width = size.width, .height = size.height};
    if (!setting.is_transparent) {
        options.background = map.legend.image_color.value_or(image::Color{255, 255, 255, 255});
    }
    return canvas_for(setting, options);
}

/// SYMBOLSCALEDENOM applies only to a legend embedded in its map, and SIZEUNITS to none;
/// RESOLUTION, which is in the factor, applies once more, as in MapServer
/// (msautotest/draw/legend_resolution.map).
double factor_of_map(mapfile::Layer const& layer, style::ImageScale const& image)
{
    bool const has_size_units = style::inches_per(layer.size_units) > 0;
    return has_size_units ? 1 : style::layer_scaling(layer, image).factor;
}

IconSetting icon_setting(mapfile::Map const& map, mapfile::Layer const& layer,
                         LegendRequest const& request, style::ImageSize const& size,
                         Services const& services, Budget* budget)
{
    double const factor = resolution_factor(map, request);
    double const of_map = request.embedded_in ? factor_of_map(layer, *request.embedded_in) : 1;
    return {.map = map,
            .fonts = services.fonts,
            .scaling = {.factor = of_map * factor, .resolution_factor = factor},
            .label_scaling = {.factor = of_map, .resolution_factor = factor},
            .image = size,
            .budget = budget};
}

void draw_key(paint::Canvas& canvas, IconSetting const& setting, mapfile::Layer const& layer,
              mapfile::Class const& shown, geometry::Box const& key)
{
    // As in MapServer, COMPOSITE OPACITY is that of the outline, too, and of nothing in documents.
    double const opacity = layer.compositors.empty() || setting.is_of_document
                               ? 1
                               : layer.compositors.front().opacity / 100.0;
    if (opacity < 1) {
        canvas.begin_group();
    }
    draw_class_icon(canvas, setting, layer, shown, key);
    if (auto const color = setting.map.legend.outline_color) {
        draw_key_outline(canvas, key, icon_inset(layer, shown),
                         {.color = *color,
                          .width = setting.scaling.resolution_factor,
                          .closing = paint::Closing::Joined});
    }
    if (opacity < 1) {
        canvas.end_group(opacity);
    }
}

/// A legend of many rows may be longer than MAXSIZE, as in MapServer, but has no more pixels than
/// the largest map.
void check_area(mapfile::Map const& map, LegendLayout const& layout)
{
    auto const side = static_cast<double>(map.max_size);
    if (static_cast<double>(layout.width) * layout.height > side * side) {
        throw Error{ErrorKind::Limit,
                    fmt::format("the legend has more pixels than MAXSIZE {} allows", map.max_size)};
    }
}

std::size_t pixel_bytes(LegendLayout const& layout)
{
    return static_cast<std::size_t>(layout.width) * static_cast<std::size_t>(layout.height) * 4;
}

/// The budget of the request, or one for this legend alone.
class LegendBudget {
public:
    explicit LegendBudget(Services const& services)
        : m_own(services.deadline, services.max_kept_bytes),
          m_budget(services.budget != nullptr ? *services.budget : m_own),
          m_kept_before(m_budget.kept_bytes())
    {}
    ~LegendBudget() { m_budget.release(m_budget.kept_bytes() - m_kept_before); }
    LegendBudget(LegendBudget const&) = delete;
    LegendBudget& operator=(LegendBudget const&) = delete;
    [[nodiscard]] Budget& get() noexcept { return m_budget; }

private:
    Budget m_own;
    Budget& m_budget;
    std::size_t m_kept_before;
};

} // namespace

LegendLayout lay_out_legend(mapfile::Map const& map, LegendRequest const& request,
                            FurnitureText const& label, Budget& budget)
{
    auto const key = request.key_size.value_or(map.legend.key_size);
    auto const spacing = map.legend.key_spacing;
    LegendLayout layout{.rows = find_rows(map, request, label, budget)};
    double widest = 0;
    double top = margin;
    for (auto& row : layout.rows) {
        // MapServer rounds halves to even numbers.
        double const height =
            std::max(static_cast<double>(key.height), std::nearbyint(row.text_size.height_px));
        row.key = {margin, top, static_cast<double>(margin + key.width), top + key.height};
        row.text_corner = {row.key.max_x + spacing.width, top + height - row.text_size.height_px};
        widest = std::max(widest, std::nearbyint(row.text_size.width_px));
        top += height + spacing.height;
    }
    layout.width = 2 * margin + key.width + spacing.width + static_cast<int>(widest);
    // At least a pixel: a wide KEYSPACING would make an empty legend vanish.
    layout.height = std::max(1, static_cast<int>(top) - spacing.height + margin);
    return layout;
}

MapImage legend_image(mapfile::Map const& map, LegendRequest const& request,
                      FurnitureSetting const& setting, Services const& services)
{
    auto const label = label_of(map, request, services);
    LegendBudget budget{services};
    auto const layout = lay_out_legend(map, request, label, budget.get());
    check_area(map, layout);
    budget.get().keep(pixel_bytes(layout));
    auto const canvas = make_canvas(map, {layout.width, layout.height}, setting);
    for (auto const& row : layout.rows) {
        budget.get().work();
        auto icon = icon_setting(map, *row.layer, request, {layout.width, layout.height}, services,
                                 &budget.get());
        icon.scale_denominator = request.scale_denominator;
        icon.is_of_document = !setting.document.empty();
        auto const& shown = row.layer->classes[row.class_index];
        draw_key(*canvas, icon, *row.layer, shown, row.key);
        label.draw(*canvas, label.set(*caption_of(shown)), row.text_corner);
    }
    return finished(*canvas, setting);
}

image::Bitmap draw_legend(mapfile::Map const& map, LegendRequest const& request,
                          FurnitureSetting setting, Services const& services)
{
    setting.document = {};
    return legend_image(map, request, setting, services).bitmap;
}

mapfile::Size legend_size(mapfile::Map const& map, LegendRequest const& request,
                          Services const& services)
{
    LegendBudget budget{services};
    auto const layout =
        lay_out_legend(map, request, label_of(map, request, services), budget.get());
    return {layout.width, layout.height};
}

MapImage icon_image(mapfile::Map const& map, mapfile::Layer const& layer,
                    mapfile::Class const& shown, LegendRequest const& request,
                    FurnitureSetting const& setting, Services const& services)
{
    auto const size = request.key_size.value_or(map.legend.key_size);
    auto const canvas = make_canvas(map, {size.width, size.height}, setting);
    auto setting_of_icon =
        icon_setting(map, layer, request, {size.width, size.height}, services, services.budget);
    setting_of_icon.is_of_document = !setting.document.empty();
    draw_key(*canvas, setting_of_icon, layer, shown,
             {0, 0, static_cast<double>(size.width), static_cast<double>(size.height)});
    return finished(*canvas, setting);
}

image::Bitmap draw_icon(mapfile::Map const& map, mapfile::Layer const& layer,
                        mapfile::Class const& shown, LegendRequest const& request,
                        FurnitureSetting setting, Services const& services)
{
    setting.document = {};
    return icon_image(map, layer, shown, request, setting, services).bitmap;
}

} // namespace ms::render
