// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Passes settings of the CONFIG file to the services.

#include "base/log.hpp"
#include "ows/common/call.hpp"
#include "server/config/config.hpp"

namespace ms::server {

/// With functions that fetch remote files, a tile cache and tile stores, if the file enables them.
/// \param log for what happens after requests
[[nodiscard]] ows::Settings settings_of(Config const& config, Log const& log);

} // namespace ms::server
