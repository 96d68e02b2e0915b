// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Stores geometries of many features in flat arrays.

#include "geometry/types.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ms::geometry {

/// n features as coordinates with nested end offsets, like Arrow lists.
///
/// A feature is a run of parts, a part a run of rings, a ring a run of points. An end is one past
/// the last element, counted from the start of the column; the first element starts at 0.
///
/// Polygon: a part is one polygon, its first ring the outer one, rings closed (first == last).
/// Sources without nesting (shapefiles) put all rings into one part, which is sufficient for fills.
/// Line: a part has one ring, the linestring. Point: one part with one ring, all points of the
/// feature. An empty or NULL geometry is a feature of kind None without parts.
struct GeometryColumn {
    std::vector<Point> points;
    std::vector<std::uint32_t> ring_ends;    ///< into points
    std::vector<std::uint32_t> part_ends;    ///< into ring_ends
    std::vector<std::uint32_t> feature_ends; ///< into part_ends
    std::vector<Kind> kinds;                 ///< one per feature
    std::vector<double> z;                   ///< one per point if has_z, else empty
    /// Decoders keep Z, 0 where it is missing. Set before anything is appended; clear() keeps it.
    bool has_z = false;

    [[nodiscard]] std::size_t size() const noexcept { return kinds.size(); }

    /// Drops the features, but keeps the memory.
    void clear() noexcept
    {
        points.clear();
        ring_ends.clear();
        part_ends.clear();
        feature_ends.clear();
        kinds.clear();
        z.clear();
    }

    // Writers append points, then close the ring, the part and the feature they belong to.
    void end_ring()
    {
        ring_ends.push_back(static_cast<std::uint32_t>(points.size()));
        if (has_z) {
            z.resize(points.size());
        }
    }
    void end_part() { part_ends.push_back(static_cast<std::uint32_t>(ring_ends.size())); }
    void end_feature(Kind kind)
    {
        feature_ends.push_back(static_cast<std::uint32_t>(part_ends.size()));
        kinds.push_back(kind);
    }

    [[nodiscard]] std::uint32_t first_part(std::size_t feature) const noexcept
    {
        return feature == 0 ? 0U : feature_ends[feature - 1];
    }
    [[nodiscard]] std::uint32_t first_ring(std::size_t part) const noexcept
    {
        return part == 0 ? 0U : part_ends[part - 1];
    }
    [[nodiscard]] std::uint32_t first_point(std::size_t ring) const noexcept
    {
        return ring == 0 ? 0U : ring_ends[ring - 1];
    }
    /// Rings [first, last) of a feature, in all its parts.
    struct Range {
        std::uint32_t first = 0;
        std::uint32_t last = 0;
    };
    [[nodiscard]] Range rings_of(std::size_t feature) const noexcept
    {
        auto const first = first_part(feature);
        auto const last = feature_ends[feature];
        return {first == 0 ? 0U : part_ends[first - 1], last == 0 ? 0U : part_ends[last - 1]};
    }
    [[nodiscard]] std::span<Point const> ring(std::size_t index) const noexcept
    {
        auto const first = first_point(index);
        return std::span{points}.subspan(first, ring_ends[index] - first);
    }
    /// Z of its points; empty without has_z.
    [[nodiscard]] std::span<double const> z_of_ring(std::size_t index) const noexcept
    {
        auto const first = first_point(index);
        return has_z ? std::span{z}.subspan(first, ring_ends[index] - first)
                     : std::span<double const>{};
    }
    /// All points of a feature, ring after ring.
    [[nodiscard]] std::span<Point const> points_of(std::size_t feature) const noexcept
    {
        auto const rings = rings_of(feature);
        auto const first = first_point(rings.first);
        auto const last = rings.last == 0 ? 0U : ring_ends[rings.last - 1];
        return std::span{points}.subspan(first, last - first);
    }
    /// Z of these points; empty without has_z.
    [[nodiscard]] std::span<double const> z_of(std::size_t feature) const noexcept
    {
        auto const of_feature = points_of(feature);
        auto const first = static_cast<std::size_t>(of_feature.data() - points.data());
        return has_z ? std::span{z}.subspan(first, of_feature.size()) : std::span<double const>{};
    }
    /// Bytes that its features take.
    [[nodiscard]] std::size_t bytes() const noexcept
    {
        return points.size() * sizeof(Point) + z.size() * sizeof(double) +
               (ring_ends.size() + part_ends.size() + feature_ends.size()) * sizeof(std::uint32_t) +
               kinds.size() * sizeof(Kind);
    }
    /// Bounding box of a feature; empty when it has no points.
    [[nodiscard]] Box box_of(std::size_t feature) const noexcept;
};

/// Appends a copy of a ring, and ends it. `from` and `to` must be different columns.
void append_ring(GeometryColumn const& from, std::size_t ring, GeometryColumn& to);

} // namespace ms::geometry
