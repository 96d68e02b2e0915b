// SPDX-License-Identifier: MIT
#include "paint/brushed_line.hpp"

#include "geometry/clip.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace ms::paint {

namespace {

using geometry::Box;
using geometry::Point;

double dot(Point a, Point b)
{
    return a.x * b.x + a.y * b.y;
}

Point minus(Point a, Point b)
{
    return {a.x - b.x, a.y - b.y};
}

/// A straight piece of a line and the cuts at its ends: normals that point along the line.
struct Segment {
    Point from;
    Point to;
    Point direction;   ///< of length 1
    double passed = 0; ///< length of the line before it
    Point cut_from;
    Point cut_to;
};

/// Segments with a length, in order. \param passed length of the lines before it; is increased
std::vector<Segment> segments_of(std::span<Point const> line, double& passed)
{
    std::vector<Segment> segments;
    for (std::size_t i = 1; i < line.size(); ++i) {
        auto const from = segments.empty() ? line[0] : segments.back().to;
        auto const step = minus(line[i], from);
        double const length = std::hypot(step.x, step.y);
        if (!(length > 1e-6) || !std::isfinite(length)) {
            continue;
        }
        Point const direction{step.x / length, step.y / length};
        segments.push_back({from, line[i], direction, passed, direction, direction});
        passed += length;
    }
    return segments;
}

/// Pieces meet in the bisector of their directions.
void cut_at_bisectors(std::vector<Segment>& segments)
{
    for (std::size_t i = 1; i < segments.size(); ++i) {
        auto& before = segments[i - 1];
        auto& after = segments[i];
        Point const between{before.direction.x + after.direction.x,
                            before.direction.y + after.direction.y};
        before.cut_to = between;
        after.cut_from = between;
    }
}

using Texel = std::array<double, 4>;

/// Bilinear; repeated in x, transparent above and below.
Texel sample(image::BitmapView const& tile, double u, double v)
{
    double const column = std::floor(u - 0.5);
    double const row = std::floor(v - 0.5);
    Texel sum{};
    for (int dy = 0; dy < 2; ++dy) {
        int const y = static_cast<int>(row) + dy;
        double const weight_y = 1 - std::abs(v - 0.5 - (row + dy));
        if (y < 0 || y >= tile.height) {
            continue;
        }
        for (int dx = 0; dx < 2; ++dx) {
            int const x = ((static_cast<int>(column) + dx) % tile.width + tile.width) % tile.width;
            double const weight = weight_y * (1 - std::abs(u - 0.5 - (column + dx)));
            auto const at = (static_cast<std::size_t>(y) * static_cast<std::size_t>(tile.width) +
                             static_cast<std::size_t>(x)) *
                            4;
            for (std::size_t c = 0; c < 4; ++c) {
                sum[c] += weight * tile.pixels[at + c];
            }
        }
    }
    return sum;
}

/// The part of a row where `low <= rate * x + start <= high`.
void narrow(double rate, double start, double low, double high, double& first, double& last)
{
    if (std::abs(rate) < 1e-9) {
        if (start < low || start > high) {
            last = first - 1;
        }
        return;
    }
    double const a = (low - start) / rate;
    double const b = (high - start) / rate;
    first = std::max(first, std::min(a, b));
    last = std::min(last, std::max(a, b));
}

class Painter {
public:
    Painter(image::BitmapView const& tile, image::Placed& out)
        : m_tile(tile), m_out(out), m_half(tile.height / 2.0), m_beyond(m_half + 1)
    {}

    void paint(Segment const& whole)
    {
        auto const near = near_part(whole);
        if (!near) {
            return;
        }
        auto const& segment = *near;
        double const low_y = std::min(segment.from.y, segment.to.y) - m_beyond;
        double const high_y = std::max(segment.from.y, segment.to.y) + m_beyond;
        int const first = std::max(0, static_cast<int>(std::floor(low_y)) - m_out.y);
        int const last =
            std::min(m_out.bitmap.height() - 1, static_cast<int>(std::ceil(high_y)) - m_out.y);
        for (int row = first; row <= last; ++row) {
            paint_row(segment, row);
        }
    }

private:
    /// The part near the image: pixels cannot be counted from ends that are too far away.
    [[nodiscard]] std::optional<Segment> near_part(Segment segment) const
    {
        constexpr double far = 1e6;
        auto const piece =
            geometry::clip_segment({segment.from, segment.to}, {-far, -far, far, far});
        if (!piece) {
            return std::nullopt;
        }
        if (!(piece->start == segment.from)) {
            auto const skipped = minus(piece->start, segment.from);
            segment.passed =
                std::fmod(segment.passed + std::hypot(skipped.x, skipped.y), m_tile.width);
            segment.from = piece->start;
            segment.cut_from = segment.direction;
        }
        if (!(piece->end == segment.to)) {
            segment.to = piece->end;
            segment.cut_to = segment.direction;
        }
        return segment;
    }

    void paint_row(Segment const& segment, int row)
    {
        double const y = row + m_out.y + 0.5 - segment.from.y;
        auto const& d = segment.direction;
        // Relative to the start of the segment.
        double first = m_out.x + 0.5 - segment.from.x;
        double last = first + m_out.bitmap.width() - 1;
        narrow(-d.y, d.x * y, -m_half - 1, m_half + 1, first, last);
        double const to = segment.to.x - segment.from.x;
        first = std::max(first, std::min(0.0, to) - m_beyond);
        last = std::min(last, std::max(0.0, to) + m_beyond);
        double const origin = m_out.x + 0.5 - segment.from.x;
        for (auto column = static_cast<int>(std::ceil(first - origin)); column + origin <= last;
             ++column) {
            paint_pixel(segment, {origin + column, y}, column, row);
        }
    }

    void paint_pixel(Segment const& segment, Point p, int column, int row)
    {
        Point const from_end{p.x + segment.from.x - segment.to.x,
                             p.y + segment.from.y - segment.to.y};
        if (dot(p, segment.cut_from) < 0 || dot(from_end, segment.cut_to) >= 0) {
            return;
        }
        double const along = dot(p, segment.direction);
        double const across = segment.direction.x * p.y - segment.direction.y * p.x;
        // MapServer's pattern begins half a pixel before the line, in every direction.
        double const u = std::fmod(segment.passed + along + 0.5, m_tile.width);
        auto const texel = sample(m_tile, u, across + m_half);
        auto const at =
            (static_cast<std::size_t>(row) * static_cast<std::size_t>(m_out.bitmap.width()) +
             static_cast<std::size_t>(column)) *
            4;
        auto const pixels = m_out.bitmap.pixels();
        double const rest = 1 - texel[3] / 255;
        for (std::size_t c = 0; c < 4; ++c) {
            pixels[at + c] = static_cast<std::uint8_t>(
                std::min(255.0, std::floor(texel[c] + pixels[at + c] * rest + 0.5)));
        }
    }

    image::BitmapView const& m_tile;
    image::Placed& m_out;
    double m_half;
    double m_beyond; ///< the box of a segment that a sharp corner may reach, as in MapServer
};

Box box_of(Path const& path)
{
    Box box;
    for (auto ring = path.rings.first; ring < path.rings.last; ++ring) {
        for (auto const& point : path.column.ring(ring)) {
            box.extend(point);
        }
    }
    return box;
}

} // namespace

image::Placed brushed_line(Path const& path, image::BitmapView const& tile, Box const& visible,
                           Budget* budget)
{
    image::Placed placed;
    auto const requested = box_of(path).grown(2.0 * tile.height + 2);
    double const min_x = std::floor(std::max(requested.min_x, visible.min_x));
    double const min_y = std::floor(std::max(requested.min_y, visible.min_y));
    double const max_x = std::ceil(std::min(requested.max_x, visible.max_x));
    double const max_y = std::ceil(std::min(requested.max_y, visible.max_y));
    if (tile.width < 1 || tile.height < 1 || !(max_x > min_x) || !(max_y > min_y)) {
        return placed;
    }
    placed.bitmap = image::Bitmap{static_cast<int>(max_x - min_x), static_cast<int>(max_y - min_y)};
    placed.x = static_cast<int>(min_x);
    placed.y = static_cast<int>(min_y);
    Painter painter{tile, placed};
    double passed = 0; // the pattern continues across the parts of a feature, as in MapServer
    for (auto ring = path.rings.first; ring < path.rings.last; ++ring) {
        auto segments = segments_of(path.column.ring(ring), passed);
        cut_at_bisectors(segments);
        for (auto const& segment : segments) {
            work(budget); // the smallest takes as many steps as the tile has rows, squared
            painter.paint(segment);
        }
    }
    return placed;
}

} // namespace ms::paint
