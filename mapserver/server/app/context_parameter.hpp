// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Applies CONTEXT= of a request: a Web Map Context document beside the mapfile.

#include "http/request.hpp"
#include "mapfile/model/map.hpp"
#include "server/config/config.hpp"

#include <memory>

namespace ms::server {

/// The map with the document's view and layers, or the map itself if the request names no document
/// or MS_CONTEXT_PATTERN, which must match the name, is not set. Documents lie in the mapfile's
/// folder or below it, and have at most 1 MiB. \throws ServiceException for others, and for
/// documents that are not contexts
[[nodiscard]] std::shared_ptr<mapfile::Map const>
with_context(std::shared_ptr<mapfile::Map const> map, http::Request const& request,
             Config const& config);

} // namespace ms::server
