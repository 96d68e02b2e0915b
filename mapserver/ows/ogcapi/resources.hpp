// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The resources of OGC API: each function answers one kind of path.

#include "ows/ogcapi/answer.hpp"

#include <string>

namespace ms::ows::ogcapi {

// All throw ServiceException for parameters that they do not know.

[[nodiscard]] http::Response landing_page(ApiRequest const& api_request);
[[nodiscard]] http::Response conformance(ApiRequest const& api_request);
[[nodiscard]] http::Response open_api(ApiRequest const& api_request);
[[nodiscard]] http::Response all_collections(ApiRequest const& api_request);
[[nodiscard]] http::Response one_collection(ApiRequest const& api_request,
                                            mapfile::Layer const& layer);

// Resources of a collection; its layer is given by index.

[[nodiscard]] http::Response items(ApiRequest const& api_request, std::size_t layer);
[[nodiscard]] http::Response item(ApiRequest const& api_request, std::size_t layer,
                                  std::string const& id);
[[nodiscard]] http::Response queryables_schema(ApiRequest const& api_request, std::size_t layer);
[[nodiscard]] http::Response sortables_schema(ApiRequest const& api_request, std::size_t layer);
[[nodiscard]] http::Response whole_schema(ApiRequest const& api_request, std::size_t layer);

} // namespace ms::ows::ogcapi
