// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes the .shp and .shx of a shapefile, record by record.

#include "geometry/types.hpp"
#include "source/shapefile/shp.hpp"

#include <filesystem>
#include <fstream>
#include <span>
#include <vector>

namespace ms::source::shapefile {

/// The lines, rings or loose points of one shape.
using Parts = std::span<std::vector<geometry::Point> const>;

/// The content of a record, which append_record() reads. Rings are written as given; the format
/// requires outer rings clockwise, closed, and holes counterclockwise.
/// \throws Error{BadRequest} if the parts are not a shape of the type: none or empty ones, more
/// than one point for a Point
[[nodiscard]] std::vector<std::byte> encode_record(ShapeType type, Parts parts);

/// Two files that are a valid shapefile after every record. Does not write the attribute table.
class ShpWriter {
public:
    /// Makes both files anew. \param stem the path without extension
    /// \throws Error{Source} when they cannot be written
    ShpWriter(std::filesystem::path const& stem, ShapeType type);
    /// Appends to existing files.
    /// \throws Error{Source} if they cannot be written or are not a shapefile
    explicit ShpWriter(std::filesystem::path const& stem);

    [[nodiscard]] ShapeType type() const noexcept { return m_type; }
    [[nodiscard]] std::uint32_t size() const noexcept { return m_size; }
    [[nodiscard]] geometry::Box const& box() const noexcept { return m_box; }

    /// \return the number of the record, from 0
    /// \throws Error{BadRequest} as encode_record(), Error{Limit} when the .shp would be too long
    ///         for the numbers in it, Error{Source} when the disk is full
    std::uint32_t add(Parts parts);

private:
    void open(std::filesystem::path const& stem, std::ios::openmode mode);
    void write_headers();

    std::fstream m_shp;
    std::fstream m_shx;
    ShapeType m_type = ShapeType::Null;
    std::uint32_t m_size = 0;
    std::uint64_t m_length = header_size; ///< bytes of the .shp
    geometry::Box m_box;
};

} // namespace ms::source::shapefile
