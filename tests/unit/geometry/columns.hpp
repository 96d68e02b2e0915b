// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes and compares columns as text, for tests.

#include "geometry/twkb.hpp"
#include "geometry/wkb.hpp"
#include "geometry/wkt.hpp"

#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace ms::geometry::test {

inline std::vector<std::byte> from_hex(std::string_view hex)
{
    auto const digit = [](char c) { return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10; };
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
        bytes.push_back(static_cast<std::byte>(digit(hex[i]) * 16 + digit(hex[i + 1])));
    }
    return bytes;
}

inline std::string to_hex(std::vector<std::byte> const& bytes)
{
    std::string hex;
    for (auto const byte : bytes) {
        hex += "0123456789abcdef"[std::to_integer<unsigned>(byte) / 16];
        hex += "0123456789abcdef"[std::to_integer<unsigned>(byte) % 16];
    }
    return hex;
}

/// The decoder's result, as WKT; "skipped" if it refused.
inline std::string wkb_as(Kind requested, std::string_view hex)
{
    GeometryColumn column;
    return append_wkb(from_hex(hex), requested, column) ? encode_wkt(column, 0) : "skipped";
}
inline std::string twkb_as(Kind requested, std::string_view hex)
{
    GeometryColumn column;
    return append_twkb(from_hex(hex), requested, column) ? encode_wkt(column, 0) : "skipped";
}
inline std::string wkt_as(Kind requested, std::string_view text)
{
    GeometryColumn column;
    return append_wkt(text, requested, column) ? encode_wkt(column, 0) : "skipped";
}

/// A column of features given as WKT.
inline GeometryColumn column_of(std::initializer_list<std::string_view> texts)
{
    GeometryColumn column;
    for (auto const text : texts) {
        if (!append_wkt(text, Kind::None, column)) {
            throw std::string{"bad WKT in a test: "}.append(text);
        }
    }
    return column;
}

inline bool same(GeometryColumn const& a, GeometryColumn const& b)
{
    return a.points == b.points && a.ring_ends == b.ring_ends && a.part_ends == b.part_ends &&
           a.feature_ends == b.feature_ends && a.kinds == b.kinds;
}

/// Features of all kinds with up to three parts, three rings and eight points per ring.
/// \param grid coordinates are multiples of it
inline GeometryColumn random_column(unsigned seed, double grid)
{
    std::mt19937 random{seed};
    auto const below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
    auto const coordinate = [&] { return (static_cast<double>(below(2000000)) - 1e6) * grid; };
    GeometryColumn column;
    for (int feature = 0; feature < 20; ++feature) {
        auto const kind = static_cast<Kind>(below(4));
        auto const parts = kind == Kind::None ? 0 : kind == Kind::Point ? 1 : 1 + below(3);
        for (unsigned part = 0; part < parts; ++part) {
            auto const rings = kind == Kind::Polygon ? 1 + below(3) : 1;
            for (unsigned ring = 0; ring < rings; ++ring) {
                auto const first = column.points.size();
                for (auto i = 2 + below(7); i > 0; --i) {
                    column.points.push_back({coordinate(), coordinate()});
                }
                if (kind == Kind::Polygon) {
                    column.points.push_back(Point{column.points[first]});
                }
                column.end_ring();
            }
            column.end_part();
        }
        column.end_feature(kind);
    }
    return column;
}

} // namespace ms::geometry::test
