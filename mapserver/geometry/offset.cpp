// SPDX-License-Identifier: MIT
#include "geometry/offset.hpp"

#include "base/handle.hpp"

#include <geos_c.h>

#include <algorithm>
#include <cmath>
#include <new>

namespace ms::geometry {

namespace {

using GeosContext = Handle<GEOSContextHandle_HS, GEOS_finish_r>;

/// A geometry together with the context that must destroy it.
class GeosGeometry {
public:
    GeosGeometry(GEOSContextHandle_t context, GEOSGeometry* geometry) noexcept
        : m_context(context), m_geometry(geometry)
    {}
    ~GeosGeometry() { GEOSGeom_destroy_r(m_context, m_geometry); }
    GeosGeometry(GeosGeometry const&) = delete;
    GeosGeometry& operator=(GeosGeometry const&) = delete;
    [[nodiscard]] GEOSGeometry const* get() const noexcept { return m_geometry; }

private:
    GEOSContextHandle_t m_context;
    GEOSGeometry* m_geometry;
};

GEOSGeometry* make_line(GEOSContextHandle_t context, std::span<Point const> line)
{
    auto* const sequence = GEOSCoordSeq_create_r(context, static_cast<unsigned>(line.size()), 2);
    if (sequence == nullptr) {
        return nullptr;
    }
    for (unsigned i = 0; i < line.size(); ++i) {
        GEOSCoordSeq_setXY_r(context, sequence, i, line[i].x, line[i].y);
    }
    return GEOSGeom_createLineString_r(context, sequence); // takes the sequence
}

std::vector<Point> points_of(GEOSContextHandle_t context, GEOSGeometry const* line)
{
    std::vector<Point> points;
    auto const* const sequence = GEOSGeom_getCoordSeq_r(context, line);
    unsigned size = 0;
    if (sequence != nullptr && GEOSCoordSeq_getSize_r(context, sequence, &size) != 0) {
        points.resize(size);
        for (unsigned i = 0; i < size; ++i) {
            GEOSCoordSeq_getXY_r(context, sequence, i, &points[i].x, &points[i].y);
        }
    }
    return points;
}

} // namespace

struct ParallelLines::State {
    GeosContext context{GEOS_init_r()};
};

ParallelLines::ParallelLines() : m_state(std::make_unique<State>())
{
    if (!m_state->context) {
        throw std::bad_alloc();
    }
}

ParallelLines::~ParallelLines() = default;

std::vector<std::vector<Point>> ParallelLines::beside(std::span<Point const> line, double distance)
{
    std::vector<std::vector<Point>> pieces;
    auto* const context = m_state->context.get();
    bool const is_finite =
        std::ranges::all_of(line, [](Point p) { return std::isfinite(p.x) && std::isfinite(p.y); });
    if (line.size() < 2 || !is_finite) {
        return pieces;
    }
    GeosGeometry const original{context, make_line(context, line)};
    if (original.get() == nullptr) {
        return pieces;
    }
    constexpr int quadrant_segments = 4;
    // GEOS counts to the left where y points up: with y down that is the right.
    GeosGeometry const parallel{context, GEOSOffsetCurve_r(context, original.get(), distance,
                                                           quadrant_segments, GEOSBUF_JOIN_MITRE,
                                                           std::abs(distance * 1.5))};
    if (parallel.get() == nullptr) {
        return pieces;
    }
    int const count = GEOSGetNumGeometries_r(context, parallel.get());
    for (int i = 0; i < count; ++i) {
        auto piece = points_of(context, GEOSGetGeometryN_r(context, parallel.get(), i));
        if (piece.size() > 1) {
            pieces.push_back(std::move(piece));
        }
    }
    return pieces;
}

} // namespace ms::geometry
