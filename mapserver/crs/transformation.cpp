// SPDX-License-Identifier: MIT
#include "crs/transformation.hpp"

#include "crs/definition_state.hpp"
#include "crs/proj_thread.hpp"
#include "crs/web_mercator.hpp"
#include "geometry/finite.hpp"

#include <proj.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace ms::crs {
namespace {

using geometry::Box;
using geometry::Point;

/// Replaces points that cannot be transformed with NaN. \return their number
std::size_t mark_failures(std::span<Point> points) noexcept
{
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    std::size_t failures = 0;
    for (auto& p : points) {
        if (!geometry::is_finite(p)) {
            p = {nan, nan};
            ++failures;
        }
    }
    return failures;
}

/// The name by which PROJ looks operations up: it lists some for OGC:CRS84 that it has not for
/// EPSG:4326 (NAD83(CSRS): a metre apart), and one CRS must be in one place. MapServer takes
/// EPSG's.
std::string name_for_operations(Definition const& crs)
{
    using Pair = std::pair<std::string_view, std::string_view>;
    constexpr std::array of_epsg{Pair{"OGC:CRS84", "EPSG:4326"}, Pair{"OGC:CRS83", "EPSG:4269"},
                                 Pair{"OGC:CRS27", "EPSG:4267"}};
    auto const* const found = std::ranges::find(of_epsg, crs.proj_text(), &Pair::first);
    return found == of_epsg.end() ? crs.proj_text() : std::string{found->second};
}

/// With the grids of the map that one of them belongs to.
PJ* pipeline_of(Definition const& from, Definition const& to)
{
    auto const& folder = from.proj_data().empty() ? to.proj_data() : from.proj_data();
    return ProjThread::current(folder).pipeline(name_for_operations(from), name_for_operations(to));
}

std::size_t transform_by_proj(PJ* pipeline, PJ_DIRECTION direction, std::span<Point> points)
{
    if (points.empty()) {
        return 0;
    }
    proj_errno_reset(pipeline);
    proj_trans_generic(pipeline, direction, &points[0].x, sizeof(Point), points.size(),
                       &points[0].y, sizeof(Point), points.size(), nullptr, 0, 0, nullptr, 0, 0);
    return mark_failures(points);
}

} // namespace

Transformation::Transformation(Definition const& from, Definition const& to)
    : m_from(from), m_to(to)
{
    if (!from.is_defined() || !to.is_defined() || from == to) {
        return;
    }
    auto const& from_key = from.m_state->key;
    auto const& to_key = to.m_state->key;
    if (from_key == "EPSG:4326" && to_key == "EPSG:3857") {
        m_path = Path::ToWebMercator;
    } else if (from_key == "EPSG:3857" && to_key == "EPSG:4326") {
        m_path = Path::FromWebMercator;
    } else {
        m_path = Path::Proj;
        pipeline_of(m_from, m_to); // throws here
    }
}

bool Transformation::is_identity() const noexcept
{
    return m_path == Path::Identity;
}

std::size_t Transformation::forward(std::span<Point> points) const
{
    return transform(points, Direction::Forward);
}

std::size_t Transformation::inverse(std::span<Point> points) const
{
    return transform(points, Direction::Inverse);
}

Box Transformation::forward(Box const& box) const
{
    return transform(box, Direction::Forward);
}

Box Transformation::inverse(Box const& box) const
{
    return transform(box, Direction::Inverse);
}

Box Transformation::inverse_around(Box const& box) const
{
    return transform(box, Direction::Inverse, Accuracy::Around);
}

std::size_t Transformation::transform(std::span<Point> points, Direction direction) const
{
    bool const is_forward = direction == Direction::Forward;
    switch (m_path) {
    case Path::Identity:
        return 0;
    case Path::ToWebMercator:
    case Path::FromWebMercator:
        if ((m_path == Path::ToWebMercator) == is_forward) {
            to_web_mercator(points);
        } else {
            from_web_mercator(points);
        }
        return mark_failures(points);
    case Path::Proj:
        break;
    }
    auto* const pipeline = pipeline_of(m_from, m_to);
    return transform_by_proj(pipeline, is_forward ? PJ_FWD : PJ_INV, points);
}

bool Transformation::gives_degrees(Direction direction) const
{
    return (direction == Direction::Forward ? m_to : m_from).is_geographic();
}

} // namespace ms::crs
