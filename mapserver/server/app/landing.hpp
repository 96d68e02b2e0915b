// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes the landing pages: the maps of this server, the services of a map.

#include "base/deadline.hpp"
#include "http/request.hpp"
#include "http/response.hpp"
#include "mapfile/model/map.hpp"

#include <cstddef>
#include <filesystem>
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

/// Whether no service and no mode claims the request, so that a map with no page of its own (WEB
/// TEMPLATE) has nothing to answer it with but its landing page.
[[nodiscard]] bool is_unclaimed(http::Request const& request);

/// MS_INDEX_TEMPLATE_DIRECTORY: "landing.html" and "map.html" in the language of Inja, as MapServer
/// fills them: `response` is the JSON document.
struct IndexTemplates {
    std::filesystem::path folder{};                 ///< empty: the pages of this program
    std::size_t max_bytes = std::size_t{64} << 20U; ///< of a page while it is made
    Deadline const* deadline = nullptr;             ///< of the request; null: none
};

/// \param base start of the links; that of a map is base + key + "/"
/// \throws PublicError for templates that are not there or are wrong
[[nodiscard]] http::Response index_page(http::Request const& request, std::string const& base,
                                        std::vector<PublishedMap> const& maps,
                                        IndexTemplates const& templates = {});
[[nodiscard]] http::Response landing_page(http::Request const& request, std::string const& base,
                                          PublishedMap const& map,
                                          IndexTemplates const& templates = {});

} // namespace ms::server
