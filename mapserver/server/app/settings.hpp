// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Passes settings of the CONFIG file to the services.

#include "ows/common/call.hpp"
#include "server/config/config.hpp"

namespace ms::server {

/// With functions that fetch remote files and a tile cache, if the file enables them.
[[nodiscard]] ows::Settings settings_of(Config const& config);

} // namespace ms::server
