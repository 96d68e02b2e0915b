// SPDX-License-Identifier: MIT
#include "raster/row_lines.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ms::raster {

namespace {

constexpr int fraction_bits = 32;
/// A rounding error must not take a position off the border between two pixels.
constexpr std::int64_t border = std::int64_t{1} << (fraction_bits - 21);
/// Differences of two positions still fit into 64 bits.
constexpr double max_position = 268435456; // 2^28: sums of two stay within 64 bits

bool is_near(geometry::Point p) noexcept
{
    return std::abs(p.x) < max_position && std::abs(p.y) < max_position; // false for NaN
}

std::int64_t fixed(double value) noexcept
{
    return static_cast<std::int64_t>(std::floor(value * RowLine::unit + 0.5));
}

/// The part of 0..count where 0 <= at + step * i < end.
std::pair<int, int> inside(std::int64_t at, std::int64_t step, int count, std::int64_t end) noexcept
{
    if (step < 0) { // counted from the other side
        at = end - 1 - at;
        step = -step;
    }
    if (step == 0) {
        return {0, at >= 0 && at < end ? count : 0};
    }
    auto const steps_to = [&](std::int64_t target) {
        auto const steps = target <= at ? 0 : (target - at + step - 1) / step;
        return static_cast<int>(std::min<std::int64_t>(steps, count));
    };
    bool const is_all = at >= 0 && at + step * (count - 1) < end;
    return is_all ? std::pair{0, count} : std::pair{steps_to(0), steps_to(end)};
}

} // namespace

geometry::Point Patch::at(double column, double row) const noexcept
{
    double const u = column / side;
    double const v = row / side;
    geometry::Point const left{upper_left.x + (lower_left.x - upper_left.x) * v,
                               upper_left.y + (lower_left.y - upper_left.y) * v};
    geometry::Point const right{upper_right.x + (lower_right.x - upper_right.x) * v,
                                upper_right.y + (lower_right.y - upper_right.y) * v};
    return {left.x + (right.x - left.x) * u, left.y + (right.y - left.y) * u};
}

LineUnits LineUnits::of_level(Size base, Size level) noexcept
{
    return {{0, 0},
            {static_cast<double>(level.width) / base.width,
             static_cast<double>(level.height) / base.height},
            level};
}

bool lines_of(Patch const& patch, Window const& part, LineUnits const& units,
              std::vector<RowLine>& lines)
{
    lines.clear();
    if (units.end.width > max_position || units.end.height > max_position) {
        return false;
    }
    auto const right_end = static_cast<std::int64_t>(units.end.width) << fraction_bits;
    auto const bottom_end = static_cast<std::int64_t>(units.end.height) << fraction_bits;
    auto const counted = [&](geometry::Point p) {
        return geometry::Point{(p.x - units.origin.x) * units.scale.x,
                               (p.y - units.origin.y) * units.scale.y};
    };
    for (int row = part.y; row < part.y + part.height; ++row) {
        // Of the whole patch, so that every part of it has the same numbers.
        auto const first = counted(patch.at(0, row));
        auto const last = counted(patch.at(patch.side, row));
        if (!is_near(first) || !is_near(last)) {
            return false;
        }
        RowLine line;
        line.dx = fixed((last.x - first.x) / patch.side);
        line.dy = fixed((last.y - first.y) / patch.side);
        auto const x = fixed(first.x) + border + line.dx * part.x;
        auto const y = fixed(first.y) + border + line.dy * part.x;
        auto const [x_begin, x_end] = inside(x, line.dx, part.width, right_end);
        auto const [y_begin, y_end] = inside(y, line.dy, part.width, bottom_end);
        line.begin = std::max(x_begin, y_begin);
        line.end = std::max(line.begin, std::min(x_end, y_end));
        line.x = x + line.dx * line.begin;
        line.y = y + line.dy * line.begin;
        lines.push_back(line);
    }
    return true;
}

Window window_of(std::span<RowLine const> lines) noexcept
{
    int left = std::numeric_limits<int>::max();
    int top = left;
    int right = -1;
    int bottom = -1;
    auto const pixel = [](std::int64_t position) {
        return static_cast<int>(position >> fraction_bits);
    };
    for (auto const& line : lines) {
        if (line.begin == line.end) {
            continue;
        }
        auto const steps = line.end - line.begin - 1;
        auto const [x, next_x] = std::minmax({pixel(line.x), pixel(line.x + line.dx * steps)});
        auto const [y, next_y] = std::minmax({pixel(line.y), pixel(line.y + line.dy * steps)});
        left = std::min(left, x);
        top = std::min(top, y);
        right = std::max(right, next_x);
        bottom = std::max(bottom, next_y);
    }
    return right < left ? Window{} : Window{left, top, right - left + 1, bottom - top + 1};
}

void indices_of(RowLine const& line, Window const& window, std::span<std::int32_t> out) noexcept
{
    LinePlaces places{line, window};
    for (auto& index : out) {
        index = static_cast<std::int32_t>(places.index());
        places.advance(1);
    }
}

} // namespace ms::raster
