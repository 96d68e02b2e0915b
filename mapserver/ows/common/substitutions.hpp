// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The values of a request that replace %name% in a mapfile.

#include "http/parameters.hpp"
#include "mapfile/model/common.hpp"

namespace ms::ows {

/// The request's parameters as values for %name%.
[[nodiscard]] mapfile::StringMap substitutions(http::Parameters const& parameters);

} // namespace ms::ows
