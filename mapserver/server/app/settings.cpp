// SPDX-License-Identifier: MIT
#include "server/app/settings.hpp"

#include "ows/images/tile_cache.hpp"
#include "server/remote/remote_cache.hpp"
#include "server/remote/remote_file.hpp"
#include "store/tile_stores.hpp"

#include <memory>

namespace ms::server {

namespace {

using Fetch = RemoteCache::Fetch;

/// Off unless MS_SLD_HOSTS lists hosts.
Fetch fetcher(Config const& config)
{
    RemoteHosts hosts{config.find("MS_SLD_HOSTS").value_or("")};
    if (!hosts.allows_any()) {
        return {};
    }
    return [hosts = std::move(hosts)](std::string const& url, std::size_t max_bytes,
                                      Deadline const& deadline) {
        return get_remote_file(hosts, url, max_bytes, deadline);
    };
}

/// Requests for the same file at the same time fetch it once.
/// \param max_age how long it serves again
Fetch shared(Fetch const& fetch, std::chrono::seconds max_age)
{
    constexpr std::size_t kept_bytes = std::size_t{16} << 20U;
    if (!fetch) {
        return {};
    }
    auto const cache = std::make_shared<RemoteCache>(fetch, kept_bytes, max_age);
    return [cache](std::string const& url, std::size_t max_bytes, Deadline const& deadline) {
        return cache->get(url, max_bytes, deadline);
    };
}

std::shared_ptr<ows::TileCache> tile_cache(Limits const& limits)
{
    return limits.kept_tile_bytes == 0 ? nullptr
                                       : std::make_shared<ows::TileCache>(limits.kept_tile_bytes);
}

std::shared_ptr<store::TileStores> tile_stores(Config const& config, Limits const& limits,
                                               Log const& log)
{
    auto const folder = config.find("MS_TILE_STORES").value_or("");
    return folder.empty()
               ? nullptr
               : std::make_shared<store::TileStores>(folder, limits.tile_store_bytes, log);
}

} // namespace

ows::Settings settings_of(Config const& config, Log const& log)
{
    auto const limits = config.limits();
    auto const fetch = fetcher(config);
    return {.errors_have_status = !config.is_off("MS_WMS_ERROR_STATUS_CODE"),
            .compresses = !config.is_off("MS_COMPRESSION"),
            .online_resource = config.find("MS_ONLINERESOURCE").value_or(""),
            .default_mode = config.find("MS_MODE").value_or(""),
            .viewer_script = config.find("MS_OPENLAYERS_JS_URL").value_or(""),
            .viewer_style = config.find("MS_OPENLAYERS_CSS_URL").value_or(""),
            .fetch = shared(fetch, std::chrono::seconds{0}),
            // Images are fetched with every request of an SLD, and seldom change.
            .fetch_image = shared(fetch, limits.image_age),
            .ogcapi_templates = config.find("OGCAPI_HTML_TEMPLATE_DIRECTORY").value_or(""),
            .error_url = config.find("MS_ERROR_URL").value_or(""),
            .temp_path = config.find("MS_TEMPPATH").value_or(""),
            .max_file_bytes = limits.request_disk_bytes,
            .software = "mapserver-pg " MS_VERSION,
            .started = std::chrono::system_clock::now(),
            .tiles = tile_cache(limits),
            .stores = tile_stores(config, limits, log)};
}

} // namespace ms::server
