// SPDX-License-Identifier: MIT
// Labels of lines: straight, at their bends, along them or at the edges of the image.
#include "geometry/measure.hpp"
#include "label/along_line.hpp"
#include "render/labels/grid_stub.hpp"
#include "render/labels/label_step.hpp"
#include "source/grid/source.hpp"
#include "style/label_style.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace ms::render {

namespace {

using geometry::Point;

bool is_one_glyph(label::Text const& text)
{
    constexpr std::size_t longest = 4; // bytes of a character
    return text.text.size() <= longest &&
           text::lay_out(text.text, text.setting()).glyphs.size() == 1;
}

/// The rings of a feature that are worth a label: the longest line, or all if labels repeat.
std::vector<std::span<Point const>> lines_of(geometry::GeometryColumn const& pixels,
                                             std::size_t row, bool all)
{
    std::vector<std::span<Point const>> lines;
    auto const rings = pixels.rings_of(row);
    double longest = -1;
    for (auto ring = rings.first; ring < rings.last; ++ring) {
        auto const line = pixels.ring(ring);
        double const length = geometry::length(line);
        if (all) {
            lines.push_back(line);
        } else if (length > longest) {
            lines.assign(1, line);
            longest = length;
        }
    }
    return lines;
}

} // namespace

void LayerLabels::add_lines(ClassLabels& labels, geometry::GeometryColumn const& pixels,
                            feature::FeatureBatch const& batch, std::size_t row)
{
    for (auto& reader : labels.readers) {
        auto const text = read(reader, batch, row);
        if (!text) {
            continue;
        }
        for (auto const line : lines_of(pixels, row, reader.label->repeat_distance > 0)) {
            if (fits(*reader.label, *text, geometry::length(line))) {
                add_line(labels, reader, *text, snapped(line), priority_of(reader));
            }
        }
    }
}

/// Graticules: at both ends that are seen.
void LayerLabels::add_grid_line(ClassLabels& labels, geometry::GeometryColumn const& pixels,
                                feature::FeatureBatch const& batch, std::size_t row)
{
    geometry::Box const frame{0, 0, m_plan.viewport.width - 1.0, m_plan.viewport.height - 1.0};
    bool const is_meridian = batch.ids[row].starts_with(source::grid::meridian);
    for (auto& reader : labels.readers) {
        auto const text = read(reader, batch, row);
        if (!text) {
            continue;
        }
        // MapServer measures the text before it is scaled.
        auto measured = style::make_label_text(*reader.label, *reader.last_values, {}, {});
        measured.fonts = text->fonts;
        auto const box = text::lay_out(text->text, measured.setting()).box;
        auto const lines = lines_of(pixels, row, false);
        for (auto const edge : is_meridian ? std::array{Edge::Bottom, Edge::Top}
                                           : std::array{Edge::Left, Edge::Right}) {
            double const size = is_meridian ? box.height() : box.width();
            if (auto const stub = stub_of(lines.front(), edge, frame, size)) {
                add_line(labels, reader, *text, *stub, priority_of(reader));
            }
        }
    }
}

/// The line itself, or with its points on the world's grid.
std::span<Point const> LayerLabels::snapped(std::span<Point const> line)
{
    if (!m_world) {
        return line;
    }
    m_snapped.assign(line.begin(), line.end());
    for (auto& point : m_snapped) {
        point = m_world->snap(point);
    }
    return m_snapped;
}

void LayerLabels::add_line(ClassLabels const& labels, Reader const& reader, label::Text const& text,
                           std::span<Point const> line, int priority)
{
    if (reader.label->angle_mode == mapfile::AngleMode::Follow) {
        add_following(labels, reader, text, line, priority);
    } else {
        add_straight(labels, reader, text, line, priority);
    }
}

void LayerLabels::add_straight(ClassLabels const& labels, Reader const& reader,
                               label::Text const& text, std::span<Point const> line, int priority)
{
    auto const& label = *reader.label;
    double const repeat = label.repeat_distance * m_step.scaling.resolution_factor;
    // The last is placed first: the one in the middle, then outwards.
    for (auto const& point : label::outermost_first(label::line_points(line, repeat))) {
        label::Candidate candidate;
        candidate.anchor = point.at;
        candidate.carrier = label::Carrier::Line;
        candidate.leader = labels.leader;
        candidate.priority = priority;
        candidate.texts.push_back(text);
        auto& placed_text = candidate.texts.front();
        if (label.angle_mode == mapfile::AngleMode::Auto2) {
            placed_text.angle_rad = point.angle_rad;
        } else if (label.angle_mode != mapfile::AngleMode::Fixed) {
            placed_text.angle_rad = label::readable(point.angle_rad);
        }
        put(std::move(candidate));
    }
}

/// ANGLE FOLLOW: along the line, or parallel to it: with OFFSET x 99 above it in reading direction,
/// with OFFSET x -99 to the right of its direction of digitization. Along a single segment the text
/// is straight, and so is a single glyph.
void LayerLabels::add_following(ClassLabels const& labels, Reader const& reader,
                                label::Text const& text, std::span<Point const> line, int priority)
{
    constexpr double across = 99;
    auto const& values = *reader.last_values;
    std::vector<Point> parallel;
    if (std::abs(values.offset_y) == across && values.offset_x != 0) {
        bool const is_above = values.offset_y > 0 && line.front().x < line.back().x;
        double const to_the_right = is_above ? -values.offset_x : values.offset_x;
        parallel = beside(line, to_the_right, values.size / 2);
        line = parallel;
    }
    if (m_step.layer.label_cache && line.size() > 2 && !is_one_glyph(text)) {
        add_along(reader, text, line, priority);
    } else {
        add_straight(labels, reader, text, line, priority);
    }
}

/// The longest piece of the line that far to its right (negative: left), and half the SIZE of the
/// text farther, so that its middle may lie on it. As in MapServer 8.0.0 neither is scaled: the
/// room between line and text is that of the mapfile at every scale and resolution.
std::vector<Point> LayerLabels::beside(std::span<Point const> line, double offset, double half_size)
{
    double const distance = offset + std::copysign(half_size, offset);
    if (!m_parallels) {
        m_parallels.emplace();
    }
    auto pieces = m_parallels->beside(line, distance);
    auto const longest = std::ranges::max_element(
        pieces, {}, [](auto const& piece) { return geometry::length(piece); });
    return longest == pieces.end() ? std::vector<Point>{} : std::move(*longest);
}

void LayerLabels::add_along(Reader const& reader, label::Text const& text,
                            std::span<Point const> line, int priority)
{
    auto const& label = *reader.label;
    auto const& scaling = m_step.scaling;
    constexpr double degree = 0.017453292519943295;
    // MapServer 8.0.0: 0 is two fifths of a half turn.
    constexpr double max_turn_of_0 = 72;
    double const max_turn = label.max_overlap_angle > 0 ? label.max_overlap_angle : max_turn_of_0;
    bool const is_forced = label.force == mapfile::LabelForce::On;
    // Most roads of a city are shorter than their names: skip shaping those.
    if (!is_forced && !label::is_long_enough(geometry::length(line),
                                             text::min_width(text.text, text.setting()))) {
        return;
    }
    auto const block = text::lay_out(text.text, text.setting());
    label::PathSetting const setting{.size_px = text.size_px,
                                     .drop = text.drop,
                                     .max_turn_rad = max_turn * degree,
                                     .buffer = text.buffer,
                                     .repeat_distance =
                                         label.repeat_distance * scaling.resolution_factor,
                                     .is_forced = is_forced};
    auto& budget = m_sheet.budget();
    auto const kept_before = budget.kept_bytes();
    auto paths = label::set_along(line, block, setting, budget);
    budget.release(budget.kept_bytes() - kept_before); // counted again with its candidate
    for (auto& path : paths) {
        label::Candidate candidate;
        candidate.carrier = label::Carrier::Line;
        candidate.priority = priority;
        candidate.texts.push_back(text);
        candidate.anchor = path.glyphs.front().at;
        candidate.texts.front().along = std::make_shared<label::PathText const>(std::move(path));
        put(std::move(candidate));
    }
}

} // namespace ms::render
