// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// What the CONFIG file says about databases: MS_POSTGIS_...

#include "server/config/config.hpp"
#include "source/postgis/link/databases.hpp"

namespace ms::server {

/// \throws Error{BadMapfile} naming the key whose value cannot be
[[nodiscard]] source::postgis::DatabasesOptions database_options(Config const& config);

} // namespace ms::server
