// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// What the services are told of the CONFIG file.

#include "ows/common/call.hpp"
#include "server/config/config.hpp"

namespace ms::server {

/// With the means to fetch remote files and a cache of tiles, where the file wants them.
[[nodiscard]] ows::Settings settings_of(Config const& config);

} // namespace ms::server
