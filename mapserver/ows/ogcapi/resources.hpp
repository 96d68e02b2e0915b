// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The resources of OGC API: each answers one kind of path.

#include "ows/ogcapi/answer.hpp"

#include <string>

namespace ms::ows::ogcapi {

// All throw ServiceException for parameters that they do not know.

[[nodiscard]] http::Response landing_page(Asked const& asked);
[[nodiscard]] http::Response conformance(Asked const& asked);
[[nodiscard]] http::Response open_api(Asked const& asked);
[[nodiscard]] http::Response all_collections(Asked const& asked);
[[nodiscard]] http::Response one_collection(Asked const& asked, mapfile::Layer const& layer);

// What is in a collection, whose layer is told by its index.

[[nodiscard]] http::Response items(Asked const& asked, std::size_t layer);
[[nodiscard]] http::Response item(Asked const& asked, std::size_t layer, std::string const& id);
[[nodiscard]] http::Response queryables_schema(Asked const& asked, std::size_t layer);
[[nodiscard]] http::Response sortables_schema(Asked const& asked, std::size_t layer);
[[nodiscard]] http::Response whole_schema(Asked const& asked, std::size_t layer);

} // namespace ms::ows::ogcapi
