// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// CONTEXT= of a request: a Web Map Context document beside the mapfile that is put to the map.

#include "http/request.hpp"
#include "mapfile/model/map.hpp"
#include "server/config/config.hpp"

#include <memory>

namespace ms::server {

/// The map with the document's view and layers, or the map itself where the request names none or
/// MS_CONTEXT_PATTERN, which has to fit the name, is not set. Documents lie in the mapfile's folder
/// or below it, and have at most 1 MiB. \throws ServiceException for others, and for what is no
/// such document
[[nodiscard]] std::shared_ptr<mapfile::Map const>
with_context(std::shared_ptr<mapfile::Map const> map, http::Request const& request,
             Config const& config);

} // namespace ms::server
