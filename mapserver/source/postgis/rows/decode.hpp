// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Decodes the bytes of a geometry column to coordinates.

#include "geometry/column.hpp"
#include "source/postgis/facts/encoding.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace ms::source::postgis {

/// Reads geometries that travelled in one way. Owns scratch space: one per thread.
class Decoder {
public:
    Decoder(Transfer const& transfer, geometry::Kind kind) : m_transfer(transfer), m_kind(kind) {}

    /// Appends one feature; false, and nothing appended, when it is malformed or of another kind.
    [[nodiscard]] bool append(std::span<std::byte const> bytes, geometry::GeometryColumn& out);

private:
    [[nodiscard]] bool append_hex(std::span<std::byte const> digits, geometry::GeometryColumn& out);
    [[nodiscard]] bool append_grid(std::span<std::byte const> bytes, geometry::GeometryColumn& out);
    [[nodiscard]] bool append_snapped(std::span<std::byte const> bytes,
                                      geometry::GeometryColumn& out);

    Transfer m_transfer;
    geometry::Kind m_kind;
    std::vector<std::byte> m_bytes;
};

} // namespace ms::source::postgis
