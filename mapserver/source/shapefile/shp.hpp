// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Decodes geometry records of a shapefile (ESRI Shapefile Technical Description, July 1998).

#include "geometry/column.hpp"
#include "source/shapefile/bytes.hpp"

#include <optional>

namespace ms::source::shapefile {

/// The kind of a file's records, with and without Z and M.
enum class ShapeType : std::uint8_t { Null, Point, PolyLine, Polygon, MultiPoint };

/// The 100 bytes that both .shp and .shx begin with.
struct ShpHeader {
    ShapeType type = ShapeType::Null;
    geometry::Box box;        ///< as written; often wrong in old files
    std::uint32_t number = 0; ///< of the type, which tells Z and M
};

inline constexpr std::size_t header_size = 100;
/// Of a .shp record: its number and its length, before the content.
inline constexpr std::size_t record_header_size = 8;
/// Type and box, enough for box_of_record().
inline constexpr std::size_t record_box_size = 36;

/// nullopt for a wrong file code or an unsupported type (MultiPatch).
[[nodiscard]] std::optional<ShpHeader> parse_header(Bytes bytes) noexcept;

/// The box of a record from the first bytes of its content (record_box_size are enough); nullopt
/// for a null shape or too few bytes.
[[nodiscard]] std::optional<geometry::Box> box_of_record(ShapeType type, Bytes content) noexcept;

enum class Decoded : std::uint8_t {
    Appended,
    Empty,     ///< a null shape or one without points; nothing appended
    Malformed, ///< counts do not fit the record or a coordinate is not finite; nothing appended
};

/// Appends the shape of one record as a feature of `kind`, with Z if the column keeps it.
///
/// \param type    of the whole file: as in MapServer, a record's own type only marks null shapes
/// \param content the record without its header
/// \param kind    kind of the feature, by the rules of geometry::FeatureBuilder; shapes of the type
/// must be able to become it (can_become())
[[nodiscard]] Decoded append_record(ShapeType type, Bytes content, geometry::Kind kind,
                                    geometry::GeometryColumn& out);

[[nodiscard]] geometry::Kind kind_of(ShapeType type) noexcept;
/// Whether shapes of a type can be drawn as `kind`.
[[nodiscard]] bool can_become(ShapeType type, geometry::Kind kind) noexcept;

} // namespace ms::source::shapefile
