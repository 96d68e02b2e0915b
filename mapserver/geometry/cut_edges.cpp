// SPDX-License-Identifier: MIT
#include "geometry/cut_edges.hpp"

#include <cmath>

namespace ms::geometry {

namespace {

bool is_on_side(Point a, Point b, Box const& box) noexcept
{
    return (a.x == b.x && (a.x == box.min_x || a.x == box.max_x)) ||
           (a.y == b.y && (a.y == box.min_y || a.y == box.max_y));
}

/// Into how many pieces an edge is divided.
int pieces_of(Point a, Point b, Point max_step) noexcept
{
    double const count =
        std::max(std::abs(b.x - a.x) / max_step.x, std::abs(b.y - a.y) / max_step.y);
    return std::max(1, static_cast<int>(std::ceil(count)));
}

/// Appends a ring without closing it in `out`.
class RingDivider {
public:
    RingDivider(Box const& box, Point max_step, GeometryColumn& out)
        : m_box(box), m_max_step(max_step), m_out(out)
    {}

    void append(std::span<Point const> ring, std::span<double const> z)
    {
        for (std::size_t i = 0; i < ring.size(); ++i) {
            if (i > 0 && is_on_side(ring[i - 1], ring[i], m_box)) {
                divide(ring, z, i);
            }
            append_point(ring[i], z.empty() ? 0 : z[i]);
        }
    }

private:
    /// The points between a point and the one before it.
    void divide(std::span<Point const> ring, std::span<double const> z, std::size_t i)
    {
        auto const a = ring[i - 1];
        auto const b = ring[i];
        int const pieces = pieces_of(a, b, m_max_step);
        for (int k = 1; k < pieces; ++k) {
            double const t = static_cast<double>(k) / pieces;
            append_point({std::lerp(a.x, b.x, t), std::lerp(a.y, b.y, t)},
                         z.empty() ? 0 : std::lerp(z[i - 1], z[i], t));
        }
    }
    void append_point(Point point, double z)
    {
        m_out.points.push_back(point);
        if (m_out.has_z) {
            m_out.z.push_back(z);
        }
    }

    Box const& m_box;
    Point m_max_step;
    GeometryColumn& m_out;
};

} // namespace

void divide_cut_edges(GeometryColumn const& in, Box const& box, Point max_step, GeometryColumn& out)
{
    out.clear();
    out.has_z = in.has_z;
    RingDivider divider{box, max_step, out};
    for (std::size_t feature = 0; feature < in.size(); ++feature) {
        for (auto part = in.first_part(feature); part < in.feature_ends[feature]; ++part) {
            for (auto ring = in.first_ring(part); ring < in.part_ends[part]; ++ring) {
                if (in.kinds[feature] == Kind::Polygon) {
                    divider.append(in.ring(ring), in.z_of_ring(ring));
                } else {
                    auto const points = in.ring(ring);
                    auto const z = in.z_of_ring(ring);
                    out.points.insert(out.points.end(), points.begin(), points.end());
                    out.z.insert(out.z.end(), z.begin(), z.end());
                }
                out.end_ring();
            }
            out.end_part();
        }
        out.end_feature(in.kinds[feature]);
    }
}

} // namespace ms::geometry
