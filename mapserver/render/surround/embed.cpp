// SPDX-License-Identifier: MIT
#include "render/surround/embed.hpp"

#include "render/surround/legend.hpp"
#include "render/surround/scale_bar.hpp"

#include <cmath>

namespace ms::render {

namespace {

using geometry::Point;

constexpr int highest_priority = 10;

EmbedWhen when_of(bool post_label_cache) noexcept
{
    return post_label_cache ? EmbedWhen::AtTheEnd : EmbedWhen::WithLabels;
}

bool has_legend(PlanState const& plan, EmbedWhen when) noexcept
{
    return plan.furniture.legend && when_of(plan.map->legend.post_label_cache) == when;
}

bool has_scale_bar(PlanState const& plan, EmbedWhen when) noexcept
{
    return plan.furniture.has_scale_bar && when_of(plan.map->scale_bar.post_label_cache) == when;
}

/// A label that consists of an image, and is drawn even where it collides.
void add_label(LabelSheet& labels, std::shared_ptr<image::Bitmap const> image, Point corner)
{
    Point const half{image->width() / 2.0, image->height() / 2.0};
    geometry::Box const box{-half.x, -half.y, half.x, half.y};
    style::Symbolizers symbols;
    symbols.marker = style::MarkerSymbol{
        .shapes = {},
        .image = style::ImageMarker{.bitmap = std::move(image), .svg = {}, .pivot = half},
        .box = box};
    style::LabelLook look;
    look.symbols.push_back({style::LabelPart::Anchor, std::move(symbols)});

    label::Text text;
    text.fonts = std::make_shared<text::FontList const>();
    text.force = label::Force::On;
    text.may_be_cut = true;
    text.boxes.push_back(box);
    text.look = labels.add(std::move(look));
    label::Candidate candidate;
    candidate.anchor = {corner.x + half.x, corner.y + half.y};
    candidate.priority = highest_priority;
    candidate.texts.push_back(std::move(text));
    labels.add(std::move(candidate));
}

class Embedder {
public:
    Embedder(PlanState const& plan, EmbedWhen when, LabelSheet& labels, paint::Canvas& canvas)
        : m_plan(plan), m_when(when), m_labels(labels), m_canvas(canvas)
    {}

    void put(image::Bitmap image, mapfile::Placement position, Point offset)
    {
        auto const corner =
            embedded_corner(position, {m_plan.viewport.width, m_plan.viewport.height},
                            {image.width(), image.height()}, offset);
        if (m_when == EmbedWhen::AtTheEnd) {
            m_canvas.draw_image(image.view(), corner, 1);
        } else {
            add_label(m_labels, std::make_shared<image::Bitmap const>(std::move(image)), corner);
        }
    }

private:
    PlanState const& m_plan;
    EmbedWhen m_when;
    LabelSheet& m_labels;
    paint::Canvas& m_canvas;
};

} // namespace

bool has_embedded(PlanState const& plan, EmbedWhen when) noexcept
{
    return has_legend(plan, when) || has_scale_bar(plan, when);
}

Point embedded_corner(mapfile::Placement position, style::ImageSize const& map,
                      style::ImageSize const& image, Point offset)
{
    using enum mapfile::Placement;
    // MapServer places the middle at a whole pixel, before OFFSET is added.
    auto const whole = [](double middle) { return std::nearbyint(middle); };
    double const half_width = image.width / 2.0;
    double const half_height = image.height / 2.0;
    Point middle{whole(map.width / 2.0) + offset.x, whole(map.height / 2.0) + offset.y};
    if (position == UL || position == CL || position == LL) {
        middle.x = whole(half_width) + offset.x;
    } else if (position == UR || position == CR || position == LR) {
        middle.x = map.width - whole(half_width) - offset.x;
    }
    if (position == UL || position == UC || position == UR) {
        middle.y = whole(half_height) + offset.y;
    } else if (position == LL || position == LC || position == LR) {
        middle.y = map.height - whole(half_height) - offset.y;
    }
    return {std::nearbyint(middle.x - half_width), std::nearbyint(middle.y - half_height)};
}

void embed(PlanState const& plan, EmbedWhen when, Services const& services, LabelSheet& labels,
           paint::Canvas& canvas)
{
    auto const& map = *plan.map;
    Embedder embedder{plan, when, labels, canvas};
    bool const map_is_transparent = plan.canvas_options.background.alpha == 0;
    auto const put_legend = [&] {
        FurnitureSetting const setting{plan.canvas,
                                       map.legend.transparent.value_or(map_is_transparent)};
        embedder.put(draw_legend(map, *plan.furniture.legend, setting, services),
                     map.legend.position, {});
    };
    auto const put_scale_bar = [&] {
        FurnitureSetting const setting{
            plan.canvas, transparency_of(map.scale_bar, *plan.canvas).value_or(map_is_transparent)};
        try {
            embedder.put(draw_scale_bar(map, plan.viewport, setting, services),
                         map.scale_bar.position,
                         {static_cast<double>(map.scale_bar.offset_x),
                          static_cast<double>(map.scale_bar.offset_y)});
        } catch (ScaleBarTooSmall const& error) {
            // At this scale. MapServer writes negative lengths; it does not fail the map.
            services.log.write(LogLevel::Notice, error.what());
        }
    };
    // As in MapServer the scale bar is on top; of equal labels the first is.
    bool const is_bar_first = when == EmbedWhen::WithLabels;
    if (has_scale_bar(plan, when) && is_bar_first) {
        put_scale_bar();
    }
    if (has_legend(plan, when)) {
        put_legend();
    }
    if (has_scale_bar(plan, when) && !is_bar_first) {
        put_scale_bar();
    }
}

} // namespace ms::render
