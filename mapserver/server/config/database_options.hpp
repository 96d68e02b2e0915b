// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads the database settings of the CONFIG file: MS_POSTGIS_...

#include "server/config/config.hpp"
#include "source/postgis/link/databases.hpp"

namespace ms::server {

/// \throws Error{BadMapfile} naming the key whose value cannot be
[[nodiscard]] source::postgis::DatabasesOptions database_options(Config const& config);

} // namespace ms::server
