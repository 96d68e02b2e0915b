// SPDX-License-Identifier: MIT
#include "geometry/feature_builder.hpp"

#include "geometry/finite.hpp"

#include <cmath>

namespace ms::geometry {

FeatureBuilder::FeatureBuilder(Kind requested, GeometryColumn& out) noexcept
    : m_out(out), m_requested(requested), m_first_point(out.points.size()),
      m_first_ring(out.ring_ends.size()), m_first_part(out.part_ends.size()),
      m_open(out.points.size())
{}

FeatureBuilder::~FeatureBuilder()
{
    if (!m_is_finished) {
        m_out.points.resize(m_first_point);
        m_out.z.resize(m_out.has_z ? m_first_point : 0);
        m_out.ring_ends.resize(m_first_ring);
        m_out.part_ends.resize(m_first_part);
    }
}

bool FeatureBuilder::accept(Kind piece)
{
    if (open_points() == 0) {
        return false;
    }
    if (m_requested == Kind::None) {
        m_requested = piece;
    }
    m_is_finite = m_is_finite && are_finite(std::span{m_out.points}.subspan(m_open));
    // Point < Line < Polygon: each kind can be made from itself and all higher ones.
    if (piece < m_requested) {
        m_out.points.resize(m_open);
        m_dropped_pieces = true;
    }
    if (m_out.has_z) {
        complete_z();
    }
    return !(piece < m_requested);
}

void FeatureBuilder::complete_z()
{
    m_out.z.resize(m_out.points.size());
    for (auto& z : std::span{m_out.z}.subspan(m_open)) {
        z = std::isfinite(z) ? z : 0;
    }
}

void FeatureBuilder::end_points()
{
    if (accept(Kind::Point)) {
        m_open = m_out.points.size();
    }
}

void FeatureBuilder::end_line()
{
    if (accept(Kind::Line)) {
        if (m_requested == Kind::Line) {
            m_out.end_ring();
            m_out.end_part();
        }
        m_open = m_out.points.size();
    }
}

void FeatureBuilder::end_ring()
{
    if (!accept(Kind::Polygon)) {
        return;
    }
    auto const first = m_out.points[m_open];
    if (m_out.points.back() != first) {
        m_out.points.push_back(first);
        if (m_out.has_z) {
            m_out.z.push_back(m_out.z[m_open]);
        }
    }
    if (m_requested != Kind::Point) {
        m_out.end_ring();
    }
    if (m_requested == Kind::Line) {
        m_out.end_part();
    }
    m_open = m_out.points.size();
}

void FeatureBuilder::end_piece(Kind kind)
{
    if (kind == Kind::Polygon) {
        end_ring();
    } else if (kind == Kind::Line) {
        end_line();
    } else {
        end_points();
    }
}

void FeatureBuilder::end_polygon()
{
    auto const& parts = m_out.part_ends;
    auto const closed_rings = parts.empty() ? 0U : parts.back();
    if (m_requested == Kind::Polygon && m_out.ring_ends.size() > closed_rings) {
        m_out.end_part();
    }
}

bool FeatureBuilder::finish()
{
    auto const has_points = m_out.points.size() > m_first_point;
    if (!m_is_finite || (!has_points && m_dropped_pieces)) {
        return false;
    }
    if (has_points && m_requested == Kind::Point) {
        m_out.end_ring();
        m_out.end_part();
    }
    m_out.end_feature(has_points ? m_requested : Kind::None);
    m_is_finished = true;
    return true;
}

} // namespace ms::geometry
