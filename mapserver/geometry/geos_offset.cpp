// SPDX-License-Identifier: MIT
#include "geometry/geos_offset.hpp"

#include "geometry/geos_limit.hpp"
#include "geometry/geos_shape.hpp"

#include <algorithm>
#include <cmath>

namespace ms::geometry {

struct ParallelLines::State {
    GeosContext context = make_geos_context();
    BlockSet allocated;
};

ParallelLines::ParallelLines() : m_state(std::make_unique<State>()) {}

ParallelLines::~ParallelLines() = default;

std::vector<std::vector<Point>> ParallelLines::beside(std::span<Point const> line, double distance)
{
    std::vector<std::vector<Point>> pieces;
    auto* const context = m_state->context.get();
    begin_geos_operation();
    GeosLeaks const leaks{m_state->allocated};
    bool const is_finite =
        std::ranges::all_of(line, [](Point p) { return std::isfinite(p.x) && std::isfinite(p.y); });
    auto const original = is_finite ? make_line(context, line) : own(context, nullptr);
    if (!original) {
        return pieces;
    }
    constexpr int quadrant_segments = 4;
    // GEOS's left side, with y up, is the right side with y down.
    auto const parallel =
        own(context, GEOSOffsetCurve_r(context, original.get(), distance, quadrant_segments,
                                       GEOSBUF_JOIN_MITRE, std::abs(distance * 1.5)));
    GeosLeaks::end();
    if (!parallel) {
        check_geos_limit();
        return pieces;
    }
    int const count = GEOSGetNumGeometries_r(context, parallel.get());
    for (int i = 0; i < count; ++i) {
        std::vector<Point> piece;
        append_coordinates(context, GEOSGetGeometryN_r(context, parallel.get(), i), piece);
        if (piece.size() > 1) {
            pieces.push_back(std::move(piece));
        }
    }
    return pieces;
}

} // namespace ms::geometry
