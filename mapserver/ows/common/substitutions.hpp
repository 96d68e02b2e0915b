// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// What a request puts in place of %name% in a mapfile.

#include "http/parameters.hpp"
#include "mapfile/model/common.hpp"

namespace ms::ows {

/// The request's parameters as values for %name%.
[[nodiscard]] mapfile::StringMap substitutions(http::Parameters const& parameters);

} // namespace ms::ows
