// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads JOIN: rows of another table that belong to a feature.

#include "mapfile/model/map.hpp"
#include "source/services.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ms::source::postgis {

/// Values as PostgreSQL writes them; NULL is "".
struct JoinedRows {
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;
};

/// At most `most` rows of the JOIN's TABLE in which TO equals a value. The value is a bind
/// parameter; TABLE is the mapfile author's SQL.
/// \throws Error{Source} naming layer and join, without the server's message, which is logged;
/// Error{BadMapfile} if it does not join a PostgreSQL table
[[nodiscard]] JoinedRows joined_rows(mapfile::Map const& map, mapfile::Layer const& layer,
                                     mapfile::Join const& join, std::string const& value,
                                     std::size_t most, Services const& services);

} // namespace ms::source::postgis
