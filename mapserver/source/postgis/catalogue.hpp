// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads catalogues: tables that list, for a value of a dimension, what belongs to it.

#include "geometry/types.hpp"
#include "mapfile/model/map.hpp"
#include "source/postgis/sql/sql_text.hpp"
#include "source/services.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ms::source::postgis {

/// The names that a catalogue's SQL may use.
inline constexpr std::array<std::string_view, 5> catalogue_names{"dim", "minx", "miny", "maxx",
                                                                 "maxy"};

/// What a catalogue is asked.
struct CatalogueQuery {
    std::string key;        ///< of METADATA, for messages
    std::string connection; ///< as the mapfile has it
    std::string sql;        ///< the mapfile author's; its first column has the entries
    std::string value;      ///< :dim
    geometry::Box box;      ///< :minx, :miny, :maxx, :maxy
    std::size_t max_entries = 0;
};

struct CatalogueEntries {
    std::vector<std::string> values; ///< in the catalogue's order, each once, without NULLs
    bool are_numbers = false;        ///< the type of the column
};

/// The SQL with its names as parameters.
[[nodiscard]] Statement catalogue_statement(CatalogueQuery const& query);

/// \param layer for messages
/// \throws LayerError{Source} naming layer and key, without the server's message, which is logged;
/// LayerError{Limit} for more than max_entries; Error{BadRequest} for a value that is not a text
[[nodiscard]] CatalogueEntries read_catalogue(mapfile::Map const& map, mapfile::Layer const& layer,
                                              CatalogueQuery const& query,
                                              Services const& services);

} // namespace ms::source::postgis
