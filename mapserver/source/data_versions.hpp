// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The databases' answers about the versions of their data.

#include <map>
#include <optional>
#include <string>

namespace ms::source {

/// Those of one request, so that layers of the same database query it once.
using DataVersions = std::map<std::string, std::optional<std::string>>;

} // namespace ms::source
