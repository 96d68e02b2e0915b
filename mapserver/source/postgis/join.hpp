// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads the tables of JOINs that are of PostgreSQL.

#include "mapfile/model/map.hpp"
#include "source/joined_rows.hpp"
#include "source/services.hpp"

#include <cstddef>
#include <string>

namespace ms::source::postgis {

/// At most `most` rows of the JOIN's TABLE in which TO equals a value. The value is a bind
/// parameter; TABLE is the mapfile author's SQL.
/// \throws Error{Source} naming layer and join, without the server's message, which is logged;
/// Error{BadMapfile} if it does not join a PostgreSQL table
[[nodiscard]] JoinedRows joined_rows(mapfile::Map const& map, mapfile::Layer const& layer,
                                     mapfile::Join const& join, std::string const& value,
                                     std::size_t most, Services const& services);

} // namespace ms::source::postgis
