// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// One request to one map, as operations receive it.

#include "http/request.hpp"
#include "mapfile/model/map.hpp"
#include "render/core/services.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace ms::store {
class TileStores; // store/tile_stores.hpp
}

namespace ms::ows {

class PerMapCache; // ows/common/per_map_cache.hpp
class TileCache;   // ows/images/tile_cache.hpp

/// The settings of the server that affect answers.
struct Settings {
    bool errors_have_status = true; ///< false: MapServer's 200 for exceptions
    bool compresses = true;         ///< MS_COMPRESSION
    std::string online_resource{};  ///< MS_ONLINERESOURCE: instead of the address of the request
    std::string default_mode{};     ///< MS_MODE: for requests without mode=
    std::string viewer_script{};    ///< MS_OPENLAYERS_JS_URL
    std::string viewer_style{};     ///< MS_OPENLAYERS_CSS_URL
    /// Fetches an SLD of at most `max_bytes` from a URL (MS_SLD_HOSTS); empty: fetching is
    /// disabled. \throws Error{BadRequest}, Interrupted at the deadline
    std::function<std::string(std::string const& url, std::size_t max_bytes,
                              Deadline const& deadline)>
        fetch{};
    /// The same for the images of an SLD, which may be cached for a while.
    std::function<std::string(std::string const& url, std::size_t max_bytes,
                              Deadline const& deadline)>
        fetch_image{};
    std::string ogcapi_templates{}; ///< OGCAPI_HTML_TEMPLATE_DIRECTORY
    std::string error_url{};        ///< MS_ERROR_URL: where errors of CGI requests lead
    std::string temp_path{}; ///< MS_TEMPPATH: the folder of temporary files; empty: the system's
    std::size_t max_file_bytes = std::size_t{2} << 30U; ///< of the temporary files of a request
    std::string software{}; ///< our name and version: another one may draw otherwise
    std::chrono::system_clock::time_point started{}; ///< when this process did
    std::shared_ptr<TileCache> tiles{};              ///< null: every map is drawn
    std::shared_ptr<store::TileStores> stores{};     ///< null: tiles are not kept on disk
};

/// References to things that outlive the answer.
struct Call {
    http::Request const& request;
    std::shared_ptr<mapfile::Map const> map;
    render::Services const& services;
    Settings const& settings;
    std::string_view map_version{}; ///< differs whenever the mapfile does; empty: not known
    http::OpenStream
        open_stream{}; ///< streams large bodies; empty: bodies stay in memory until sent
    std::shared_ptr<PerMapCache> per_map{}; ///< of the map; null: nothing is cached

    [[nodiscard]] http::Parameters const& parameters() const noexcept { return request.parameters; }
};

} // namespace ms::ows
