// SPDX-License-Identifier: MIT
#include "render/draw/chart_step.hpp"

#include "base/string.hpp"
#include "crs/transformation.hpp"
#include "geometry/affine.hpp"
#include "geometry/label_point.hpp"
#include "geometry/pixel_projector.hpp"
#include "render/core/symbol_painter.hpp"
#include "render/draw/chart.hpp"
#include "render/draw/shape_transform.hpp"
#include "style/binding.hpp"

#include <algorithm>
#include <cmath>

namespace ms::render {

namespace {

using geometry::Kind;
using geometry::Point;

/// The middle of the segment that begins at the middle vertex, where MapServer draws charts of
/// lines (not in the middle of the longest one, where labels stand).
std::optional<Point> middle_of_line(std::span<Point const> line)
{
    if (line.size() < 2) {
        return line.empty() ? std::nullopt : std::optional{line.front()};
    }
    auto const first = std::min(line.size() / 2, line.size() - 2);
    return Point{(line[first].x + line[first + 1].x) / 2, (line[first].y + line[first + 1].y) / 2};
}

class ChartPainter {
public:
    ChartPainter(PlanState const& plan, VectorStep const& step, Services const& services,
                 paint::Canvas& canvas)
        : m_plan(plan), m_budget(services.budget != nullptr ? *services.budget : m_unlimited),
          m_setting(chart_setting(step.layer)), m_to_map(step.layer_crs, plan.viewport.crs),
          m_projector(geometry::world_to_pixel(plan.viewport.extent, plan.viewport.cell_size_x,
                                               plan.viewport.cell_size_y),
                      geometry::unbounded, geometry::Thinning::Pixel),
          m_art(*plan.map, &services.fonts, services.symbol_files),
          m_painter(canvas, {plan.viewport.width, plan.viewport.height})
    {
        auto const& classes = step.layer.classes;
        m_styles.reserve(classes.size()); // the bindings refer to its elements
        for (std::size_t i = 0; i < step.class_plans.size(); ++i) {
            auto const& class_plan = step.class_plans[i];
            if (!class_plan.style_indexes.empty()) {
                auto& style = m_styles.emplace_back(
                    classes[class_plan.class_index].styles[class_plan.style_indexes.front()]);
                style.size.value = style.size.is_constant() ? style.size.value : 0; // for NULL
                auto environment = environment_of(step.layer, plan.viewport);
                environment.times = expr::TimeComparison::Starts; // as ClassIndex
                m_parts.push_back({.style = &style,
                                   .binding = {style, step.query.fields, step.expressions},
                                   .condition = {step.classes.entries()[i].condition,
                                                 step.query.fields, environment}});
            }
        }
        m_setting.bars = m_parts.size();
        if (m_setting.range) {
            auto const& fields = step.query.fields;
            m_range_column = static_cast<std::size_t>(
                std::ranges::find(fields, m_setting.range->attribute) - fields.begin());
        }
    }

    void draw(feature::FeatureBatch& batch)
    {
        (void)m_to_map.forward(batch.geometry.points);
        m_projector.run(batch.geometry, m_pixels);
        for (std::size_t row = 0; row < batch.size(); ++row) {
            m_budget.work();
            if (auto const middle = middle_of(row)) {
                draw_chart(batch, row, *middle);
            }
        }
    }

private:
    /// The contribution of a class to the charts of its features.
    struct Part {
        mapfile::Style const* style = nullptr;
        style::StyleBinding binding;
        expr::Bound condition;
    };
    struct Look {
        mapfile::Style const* style = nullptr;
        style::StyleValues values;
    };

    std::optional<Point> middle_of(std::size_t row)
    {
        if (m_pixels.kinds[row] == Kind::None) {
            return std::nullopt;
        }
        if (m_pixels.kinds[row] == Kind::Polygon) {
            return m_label_points.find(m_pixels, row);
        }
        if (m_pixels.kinds[row] == Kind::Line) {
            return middle_of_line(m_pixels.ring(m_pixels.rings_of(row).first));
        }
        return m_pixels.points_of(row).front();
    }

    double width_of(feature::FeatureBatch const& batch, std::size_t row) const
    {
        if (!m_setting.range) {
            return m_setting.width_px;
        }
        auto const value = parse_double(trim(batch.attributes[m_range_column][row]));
        return diameter_for(*m_setting.range, value.value_or(0));
    }

    void draw_chart(feature::FeatureBatch const& batch, std::size_t row, Point middle)
    {
        m_values.clear();
        m_looks.clear();
        for (auto& part : m_parts) {
            if (!part.condition.is_true(batch, row)) {
                continue;
            }
            auto values = part.binding.values(batch, row);
            m_values.push_back({std::isfinite(values.size) ? values.size : 0, values.offset_x});
            m_looks.push_back({part.style, std::move(values)});
        }
        double const width = width_of(batch, row);
        if (!fits(middle, width)) {
            return;
        }
        make_chart(m_setting, width, middle, m_values, m_shapes);
        for (std::size_t i = 0; i < m_looks.size(); ++i) {
            m_painter.paint(
                m_shapes, i,
                style::make_symbolizers(m_art, *m_looks[i].style, m_looks[i].values, Kind::Polygon,
                                        {}, {m_plan.viewport.width, m_plan.viewport.height}),
                Pass::All);
        }
    }

    /// Without slices pulled out and OFFSETs.
    [[nodiscard]] bool fits(Point middle, double width) const
    {
        double height = m_setting.type == ChartSetting::Type::Pie ? width : m_setting.height_px;
        if (m_setting.type == ChartSetting::Type::StackedBar) {
            height = 0;
            for (auto const& each : m_values) {
                height += each.value * m_setting.scale;
            }
            height = std::abs(height);
        }
        geometry::Box const chart{middle.x - width / 2, middle.y - height / 2, middle.x + width / 2,
                                  middle.y + height / 2};
        return chart.min_x >= 0 && chart.min_y >= 0 && chart.max_x <= m_plan.viewport.width &&
               chart.max_y <= m_plan.viewport.height;
    }

    PlanState const& m_plan;
    Budget m_unlimited; ///< used if the request has no budget
    Budget& m_budget;
    ChartSetting m_setting;
    crs::Transformation m_to_map;
    geometry::PixelProjector m_projector;
    style::SymbolArt m_art;
    SymbolPainter m_painter;
    std::vector<mapfile::Style> m_styles;
    std::vector<Part> m_parts;
    std::size_t m_range_column = 0;
    geometry::LabelPointFinder m_label_points;
    geometry::GeometryColumn m_pixels;
    geometry::GeometryColumn m_shapes;
    std::vector<ChartValue> m_values;
    std::vector<Look> m_looks; ///< one per value
};

} // namespace

void draw_chart_step(PlanState const& plan, VectorStep const& step, source::FeatureCursor& cursor,
                     Services const& services, paint::Canvas& canvas)
{
    ChartPainter painter{plan, step, services, canvas};
    feature::FeatureBatch batch;
    while (cursor.next(batch)) {
        services.deadline.check();
        painter.draw(batch);
    }
}

} // namespace ms::render
