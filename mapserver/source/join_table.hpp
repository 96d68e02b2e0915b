// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads the tables of JOINs that are files: dBASE and CSV.

#include "mapfile/model/map.hpp"
#include "source/joined_rows.hpp"
#include "source/services.hpp"

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

namespace ms::source {

/// Whether a JOIN reads a file: one without CONNECTIONTYPE is of dBASE.
[[nodiscard]] bool is_file(mapfile::Join const& join);

/// A table in memory, whose rows are found by the values of the column TO: a page asks for those of
/// every feature.
class JoinTable {
public:
    /// TABLE is relative to SHAPEPATH or to the mapfile. The columns of a CSV file are called "1",
    /// "2" and so on; it has no line with names.
    /// \throws LayerError{Source, BadMapfile}, LayerError{Limit} if it needs more memory than the
    /// request may have
    JoinTable(mapfile::Map const& map, mapfile::Layer const& layer, mapfile::Join const& join,
              Services const& services);

    /// The first `most` rows in which TO is that text.
    [[nodiscard]] JoinedRows rows(std::string const& value, std::size_t most) const;

private:
    std::vector<std::string> m_columns;
    std::vector<std::vector<std::string>> m_rows;
    std::unordered_map<std::string, std::vector<std::size_t>> m_rows_of; ///< by the value of TO
};

} // namespace ms::source
