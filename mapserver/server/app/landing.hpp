// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes the landing pages: the maps of this server, the services of a map.

#include "http/request.hpp"
#include "http/response.hpp"
#include "mapfile/model/map.hpp"

#include <memory>
#include <string>
#include <vector>

namespace ms::server {

/// A map under the name MAPS gives it.
struct PublishedMap {
    std::string key;
    std::shared_ptr<mapfile::Map const> map; ///< null: it cannot be read
};

/// Whether the request only chooses the form of the answer (f=html, f=json).
[[nodiscard]] bool asks_nothing(http::Request const& request);

/// \param base start of the links; that of a map is base + key + "/"
[[nodiscard]] http::Response index_page(http::Request const& request, std::string const& base,
                                        std::vector<PublishedMap> const& maps);
[[nodiscard]] http::Response landing_page(http::Request const& request, std::string const& base,
                                          PublishedMap const& map);

} // namespace ms::server
