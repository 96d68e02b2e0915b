// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The parameters of /items, put to a collection.

#include "ows/features/feature_request.hpp"
#include "ows/ogcapi/collections.hpp"
#include "ows/ogcapi/resources.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace ms::ows::ogcapi {

struct ItemsQuery {
    std::unique_ptr<FeatureRequest> request;
    NamedSystem answer; ///< the system features are written in
    std::int64_t limit = 0;
    std::int64_t offset = 0;
    std::string others; ///< "&bbox=..." for links: all parameters that are no page of their own
};

/// \throws ServiceException for what is unknown or malformed; Error{BadRequest} of a filter
[[nodiscard]] ItemsQuery read_items_query(ApiRequest const& api_request, std::size_t layer);

} // namespace ms::ows::ogcapi
