// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Documents of OGC API as pages for people.

#include "http/response.hpp"

#include <nlohmann/json_fwd.hpp>

namespace ms::ows::ogcapi {

/// Title, description and links of a document, and below them whatever else it tells: features as
/// a table, other things as lists. Nothing of it is markup, scripts are none.
[[nodiscard]] http::Response html_page(nlohmann::json const& document);

} // namespace ms::ows::ogcapi
