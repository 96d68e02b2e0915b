// SPDX-License-Identifier: MIT
#include "render/draw/chart.hpp"

#include "render/core/arc_steps.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace ms::render {

namespace {

using geometry::Box;
using geometry::GeometryColumn;
using geometry::Kind;
using geometry::Point;

constexpr double largest_px = 10000; // bounds absurd input

void end_polygon(GeometryColumn& out)
{
    out.end_ring();
    out.end_part();
    out.end_feature(Kind::Polygon);
}

void add_box(Box const& box, GeometryColumn& out)
{
    if (!(box.height() > 0)) {
        out.end_feature(Kind::None);
        return;
    }
    for (auto const& corner : {Point{box.min_x, box.min_y},
                               {box.min_x, box.max_y},
                               {box.max_x, box.max_y},
                               {box.max_x, box.min_y},
                               {box.min_x, box.min_y}}) {
        out.points.push_back(corner);
    }
    end_polygon(out);
}

void make_pie(double radius, Point middle, std::span<ChartValue const> values, GeometryColumn& out)
{
    double sum = 0;
    bool has_negative = false;
    for (auto const& each : values) {
        sum += each.value;
        has_negative |= each.value < 0;
    }
    double from = 0;
    for (auto const& each : values) {
        if (!(each.value > 0) || has_negative) {
            out.end_feature(Kind::None);
            continue;
        }
        double const to = from + each.value / sum * 2 * std::numbers::pi;
        double const out_to = (from + to) / 2;
        Point const tip{middle.x + each.offset_px * std::cos(out_to),
                        middle.y + each.offset_px * std::sin(out_to)};
        if (values.size() > 1) {
            out.points.push_back(tip);
        }
        append_arc(tip, radius, from, to, out.points);
        if (values.size() > 1) {
            out.points.push_back(tip);
        }
        end_polygon(out);
        from = to;
    }
}

void make_bars(ChartSetting const& setting, double width, Point middle,
               std::span<ChartValue const> values, GeometryColumn& out)
{
    double low = 0;
    double high = 0;
    for (auto const& each : values) {
        low = std::min(low, each.value);
        high = std::max(high, each.value);
    }
    low = setting.min.value_or(low);
    high = setting.max.value_or(high);
    double const scale = high > low ? setting.height_px / (high - low) : 0;
    double const bottom = middle.y + setting.height_px / 2;
    auto const at = [&](double value) {
        if (!(high > low)) { // a bar at the only value reaches the middle
            return value < low ? bottom : middle.y;
        }
        return bottom - (std::clamp(value, low, high) - low) * scale;
    };
    double const bar_width = width / static_cast<double>(std::max(setting.bars, values.size()));
    double left = middle.x - width / 2;
    for (auto const& each : values) {
        // MapServer leaves a pixel between two bars.
        add_box({left, at(std::max(each.value, 0.0)), left + bar_width - 1,
                 at(std::min(each.value, 0.0))},
                out);
        left += bar_width;
    }
}

void make_stack(ChartSetting const& setting, double width, Point middle,
                std::span<ChartValue const> values, GeometryColumn& out)
{
    double sum = 0;
    for (auto const& each : values) {
        sum += each.value;
    }
    auto const tamed = [](double length) { return std::clamp(length, -largest_px, largest_px); };
    double bottom = middle.y + tamed(sum * setting.scale) / 2;
    for (auto const& each : values) {
        double const top = bottom - tamed(each.value * setting.scale);
        add_box({middle.x - width / 2, std::min(top, bottom), middle.x + width / 2,
                 std::max(top, bottom)},
                out);
        bottom = top;
    }
}

} // namespace

double diameter_for(ChartSetting::Range const& range, double value)
{
    double const share = range.max > range.min ? (value - range.min) / (range.max - range.min) : 0;
    double const diameter = range.min_px + std::pow(std::clamp(share, 0.0, 1.0), 1 / range.root) *
                                               (range.max_px - range.min_px);
    return std::clamp(diameter, 0.0, largest_px);
}

void make_chart(ChartSetting const& setting, double width, Point middle,
                std::span<ChartValue const> values, GeometryColumn& out)
{
    out.clear();
    switch (setting.type) {
    case ChartSetting::Type::Pie:
        return make_pie(width / 2, middle, values, out);
    case ChartSetting::Type::Bar:
        return make_bars(setting, width, middle, values, out);
    case ChartSetting::Type::StackedBar:
        return make_stack(setting, width, middle, values, out);
    }
}

} // namespace ms::render
