// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds settings of a server that have no effect, or not the one they seem to have.

#include "server/config/config.hpp"

#include <string>
#include <vector>

namespace ms::server {

/// For the log at the start and after SIGHUP: keys of the CONFIG file's ENV that are not settings,
/// patterns and lists of addresses that are malformed, folders and mapfiles that are missing, and a
/// log file that cannot be written. One line each, with the key. Settings whose values stop a
/// server (numbers, words of a fixed set) are checked where they are read.
[[nodiscard]] std::vector<std::string> check_settings(Config const& config);

} // namespace ms::server
