// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads attribute tables of shapefiles (dBASE III and its descendants).

#include "feature/schema.hpp"
#include "source/shapefile/bytes.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace ms::source::shapefile {

struct DbfField {
    feature::Field field; ///< name as written in the file
    char type = 'C';
    std::uint32_t offset = 0; ///< in the record; 0 is the deletion flag
    std::uint32_t width = 0;  ///< bytes
};

/// The layout of the records in the header.
struct DbfLayout {
    std::uint32_t record_count = 0;
    std::uint32_t header_size = 0;
    std::uint32_t record_size = 0;
    std::vector<DbfField> fields;
};

/// Maximum size of a .dbf header: its length is a 16-bit number.
inline constexpr std::size_t max_dbf_header_size = 65535;

/// \param head the first bytes of the file, as many as there are up to max_dbf_header_size
/// Returns nullopt if the lengths contradict each other. Fields that reach past the record are cut.
[[nodiscard]] std::optional<DbfLayout> parse_dbf_header(Bytes head);

/// A field of a record as MapServer prints it, still in the file's encoding; a view into `record`.
///
/// Drops blanks at the end, and those before numbers too. A missing number ("****") or date
/// ("00000000") is "0", as in MapServer, pinned by the test "dbf: missing numbers and dates are 0".
/// Logical values stay letters (T F Y N ?). Records with the deletion flag are read like the
/// others.
[[nodiscard]] std::string_view dbf_value(DbfField const& field, Bytes record) noexcept;

} // namespace ms::source::shapefile
