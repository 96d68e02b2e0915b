// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses the parameters of /items for a collection.

#include "ows/features/feature_request.hpp"
#include "ows/ogcapi/collections.hpp"
#include "ows/ogcapi/resources.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace ms::ows::ogcapi {

struct ItemsQuery {
    std::unique_ptr<FeatureRequest> request;
    NamedSystem answer; ///< CRS of the written features
    std::int64_t limit = 0;
    std::int64_t offset = 0;
    std::string others; ///< "&bbox=..." for links: all parameters except those of paging
};

/// Whether a parameter has a meaning of its own: a queryable of that name is one in filters only.
[[nodiscard]] bool is_own_parameter(std::string_view name) noexcept;

/// \throws ServiceException for unknown or malformed parameters; Error{BadRequest} of a filter
[[nodiscard]] ItemsQuery read_items_query(ApiRequest const& api_request, std::size_t layer);

} // namespace ms::ows::ogcapi
