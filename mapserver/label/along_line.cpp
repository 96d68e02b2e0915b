// SPDX-License-Identifier: MIT
#include "label/along_line.hpp"

#include "geometry/measure.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ms::label {

namespace {

using geometry::Point;
using std::numbers::pi;

double angle_of(Point from, Point to) noexcept
{
    return std::atan2(from.y - to.y, to.x - from.x); // y runs down
}

Point between(Point a, Point b, double share) noexcept
{
    return {a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}

/// The angle between two directions, 0..pi.
double turn_between(double a, double b) noexcept
{
    return std::abs(std::remainder(a - b, 2 * pi));
}

/// A line that returns its points by their distance from its start. Continues straight beyond both
/// ends.
class MeasuredLine {
public:
    explicit MeasuredLine(std::span<Point const> line)
    {
        for (auto const& point : line) {
            if (!std::isfinite(point.x) || !std::isfinite(point.y)) {
                continue;
            }
            double const step = m_points.empty() ? 0
                                                 : std::hypot(point.x - m_points.back().x,
                                                              point.y - m_points.back().y);
            if (m_points.empty() || step > 0) {
                m_ends.push_back(m_points.empty() ? 0 : m_ends.back() + step);
                m_points.push_back(point);
            }
        }
    }

    [[nodiscard]] bool has_length() const noexcept { return m_points.size() > 1; }
    [[nodiscard]] double length() const noexcept { return m_ends.back(); }

    [[nodiscard]] LinePoint at(double distance) const noexcept
    {
        auto const next = std::upper_bound(m_ends.begin() + 1, m_ends.end() - 1, distance);
        auto const i = static_cast<std::size_t>(next - m_ends.begin());
        double const share = (distance - m_ends[i - 1]) / (m_ends[i] - m_ends[i - 1]);
        return {between(m_points[i - 1], m_points[i], share),
                angle_of(m_points[i - 1], m_points[i])};
    }

    /// The ends of the segments that contain a part of the line.
    [[nodiscard]] std::pair<Point, Point> around(double from, double to) const noexcept
    {
        auto const first = std::upper_bound(m_ends.begin() + 1, m_ends.end() - 1, from) - 1;
        auto const last = std::lower_bound(m_ends.begin() + 1, m_ends.end() - 1, to);
        auto const point_of = [&](auto end) {
            return m_points[static_cast<std::size_t>(end - m_ends.begin())];
        };
        return {point_of(first), point_of(last)};
    }

    [[nodiscard]] LinePoint middle_of_longest_segment() const noexcept
    {
        // Not by m_ends, whose rounding would decide among equally long ones: the first counts.
        auto const length = [&](std::size_t i) {
            return std::hypot(m_points[i].x - m_points[i - 1].x, m_points[i].y - m_points[i - 1].y);
        };
        std::size_t longest = 1;
        for (std::size_t i = 2; i < m_points.size(); ++i) {
            if (length(i) > length(longest)) {
                longest = i;
            }
        }
        return {between(m_points[longest - 1], m_points[longest], 0.5),
                angle_of(m_points[longest - 1], m_points[longest])};
    }

    void reverse()
    {
        std::ranges::reverse(m_points);
        std::ranges::reverse(m_ends);
        double const whole = m_ends.front();
        for (auto& end : m_ends) {
            end = whole - end;
        }
    }

private:
    std::vector<Point> m_points; ///< no two neighbours are the same
    std::vector<double> m_ends;  ///< distance of each from the first
};

/// Number of repetitions: odd, so that one is in the middle (as in MapServer).
int repetitions(double length, double repeat_distance) noexcept
{
    constexpr double most = 9999;
    int const count =
        repeat_distance > 0 ? static_cast<int>(std::min(length / repeat_distance, most)) : 1;
    return count < 1 ? 1 : count - (count % 2 == 0 ? 1 : 0);
}

/// Number of repetitions of a text that follows its line: as many as fit with the distance between
/// them.
int text_repetitions(double length, double width, double repeat_distance) noexcept
{
    constexpr double most = 9999;
    double const count = (length + repeat_distance) / (width + repeat_distance);
    return repeat_distance > 0 && count > 1 ? static_cast<int>(std::min(count, most)) : 1;
}

bool is_space(text::Glyph const& glyph)
{
    return glyph.font != nullptr && glyph.id == glyph.font->glyph_of(U' ');
}

/// A text on its line, or the first glyph that turns too far from the one before.
struct Attempt {
    std::optional<PathText> text;
    std::size_t failed = 0;
    bool is_turned = false; ///< read against the line's direction
};

/// Sets a text with its left end at a distance along the line.
class PathSetter {
public:
    PathSetter(text::Block const& text, PathSetting const& setting, Budget& budget)
        : m_text(text), m_setting(setting), m_budget(budget)
    {}

    [[nodiscard]] Attempt set(MeasuredLine const& line, double start) const
    {
        PathText out;
        text::Glyph const* before = nullptr;
        for (auto const& glyph : m_text.glyphs) {
            m_budget.work();
            auto const placed = place(line, glyph, start + glyph.at.x);
            bool const turns_too_much =
                before != nullptr && turn_between(out.glyphs.back().angle_rad, placed.angle_rad) >
                                         m_setting.max_turn_rad;
            // Words may be at any angle to each other.
            if (turns_too_much && !is_space(glyph) && !is_space(*before)) {
                return {std::nullopt, out.glyphs.size()};
            }
            before = &glyph;
            out.glyphs.push_back(placed);
            out.room.push_back(room_of(glyph, placed));
        }
        return {std::move(out)};
    }

private:
    /// The chord below the glyph gives its direction.
    [[nodiscard]] PathText::Glyph place(MeasuredLine const& line, text::Glyph const& glyph,
                                        double distance) const
    {
        auto const start = line.at(distance).at;
        auto const end = line.at(distance + glyph.advance).at;
        double const angle = glyph.advance > 0 && !(start == end) ? angle_of(start, end)
                                                                  : line.at(distance).angle_rad;
        double const down = glyph.at.y + m_setting.drop;
        return {glyph.font, glyph.id, turned(Point{start.x, start.y + down}, start, angle), angle};
    }

    /// As MapServer 8.0.0, as far above the line as the baseline is below it, for all letters.
    [[nodiscard]] Quad room_of(text::Glyph const& glyph, PathText::Glyph const& placed) const
    {
        geometry::Box const box{placed.at.x, placed.at.y - 2 * m_setting.drop,
                                placed.at.x + glyph.advance, placed.at.y};
        return turned(box.grown(m_setting.buffer), placed.at, placed.angle_rad);
    }

    text::Block const& m_text;
    PathSetting const& m_setting;
    Budget& m_budget;
};

constexpr double noise = 1e-9;

/// Sets the text with its left end at a distance along the line, the line turned round for it where
/// the text would be upside down: as MapServer 8.0.0, where the segments that hold it lead to the
/// left, or straight up or down.
Attempt set_readably(MeasuredLine& line, PathSetter const& setter, text::Block const& text,
                     double start)
{
    double const width = text.box.width();
    auto const [from, to] = line.around(start, start + width);
    if (from.x < to.x - noise) {
        return setter.set(line, start);
    }
    line.reverse();
    auto set = setter.set(line, line.length() - start - width);
    set.is_turned = true;
    line.reverse();
    return set;
}

/// Distances along the line by which a text may be moved to avoid a corner, which is then before
/// the text, after it or at one of its spaces; the shortest comes first. As MapServer 8.0.0, which
/// moves text back by twice its last glyph if only that one is round the corner.
std::vector<double> moves_around(Attempt const& attempt, text::Block const& text)
{
    auto const& glyphs = text.glyphs;
    double const width = text.box.width();
    auto const along = [&](double at) { return attempt.is_turned ? width - at : at; };
    double const corner = along(glyphs[attempt.failed].at.x);
    bool const is_last = attempt.failed == (attempt.is_turned ? 1 : glyphs.size() - 1);
    double const back = (corner - width) * (is_last ? 2 : 1);
    std::vector<double> moves{corner};
    constexpr double hair = 1e-6;
    if (std::abs(corner + back) > hair) {
        moves.push_back(back);
    }
    for (auto const& glyph : glyphs) {
        if (is_space(glyph)) {
            moves.push_back(corner - along(glyph.at.x + glyph.advance / 2));
        }
    }
    std::ranges::stable_sort(moves, [](double a, double b) {
        return std::abs(a) < std::abs(b) - hair || (std::abs(a) < std::abs(b) + hair && a > b);
    });
    return moves;
}

} // namespace

double readable(double angle_rad) noexcept
{
    constexpr double upright = pi / 2 - noise;
    double const angle = std::remainder(angle_rad, 2 * pi);
    return angle >= upright ? angle - pi : angle <= -upright ? angle + pi : angle;
}

std::vector<LinePoint> line_points(std::span<Point const> line, double repeat_distance)
{
    MeasuredLine const measured{line};
    if (!measured.has_length()) {
        return {};
    }
    int const count = repetitions(measured.length(), repeat_distance);
    if (count == 1) {
        return {measured.middle_of_longest_segment()};
    }
    std::vector<LinePoint> points;
    for (int i = 0; i < count; ++i) {
        points.push_back(measured.at(measured.length() * (i + 0.5) / count));
    }
    return points;
}

std::vector<LinePoint> outermost_first(std::span<LinePoint const> places)
{
    std::vector<LinePoint> ordered;
    for (std::size_t i = 0; i < places.size() - i; ++i) {
        ordered.push_back(places[i]);
        if (i + 1 < places.size() - i) {
            ordered.push_back(places[places.size() - 1 - i]);
        }
    }
    return ordered;
}

std::vector<PathText> set_along(std::span<Point const> line, text::Block const& text,
                                PathSetting const& setting, Budget& budget)
{
    MeasuredLine measured{line};
    double const width = text.box.width();
    if (text.box.is_empty() || !measured.has_length() ||
        (!setting.is_forced && !is_long_enough(measured.length(), width))) {
        return {};
    }
    if (line.front().x > line.back().x + noise) {
        measured.reverse(); // moves go from left to right
    }
    PathSetter const setter{text, setting, budget};
    int const count = text_repetitions(measured.length(), width, setting.repeat_distance);
    double const spacing = width + setting.repeat_distance;
    // To move in, both sides together.
    double const room = count > 1 ? setting.repeat_distance : measured.length() - width;
    std::vector<PathText> out;
    for (int i = 0; i < count; ++i) {
        double const from_middle = (i - (count - 1) / 2.0) * spacing;
        double const start = measured.length() / 2 + from_middle - width / 2;
        auto set = set_readably(measured, setter, text, start);
        bool const was_turned = set.is_turned;
        for (double const move : set.text ? std::vector<double>{} : moves_around(set, text)) {
            if (set.text || std::abs(move) > room / 2) {
                continue;
            }
            // MapServer starts from its last position, even if that is round the corner.
            double const moved = start + (set.is_turned == was_turned ? move : -move);
            if (count == 1 || (moved >= 0 && moved + width <= measured.length())) {
                set = set_readably(measured, setter, text, moved);
            }
        }
        if (set.text) {
            budget.keep(bytes_of(*set.text));
            out.push_back(std::move(*set.text));
        }
    }
    return out;
}

std::vector<PathText> set_along(std::span<Point const> line, text::Block const& text,
                                PathSetting const& setting)
{
    Budget unlimited;
    return set_along(line, text, setting, unlimited);
}

} // namespace ms::label
