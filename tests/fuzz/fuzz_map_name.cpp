// SPDX-License-Identifier: MIT
// map= and PATH_INFO: every text of a client becomes a map of the CONFIG file, a path that the
// patterns allow, or an error.
#include "base/error.hpp"
#include "http/query_string.hpp"
#include "server/app/map_name.hpp"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    std::string_view const text{reinterpret_cast<char const*>(data), size};
    ms::mapfile::ConfigFile file;
    file.env.set("MS_MAP_PATTERN", "^/srv/maps/");
    ms::server::Config const config{file, nullptr};
    auto const newline = text.find('\n');
    ms::http::Request request;
    request.path_info = text.substr(0, newline);
    try {
        if (newline != std::string_view::npos) {
            request.parameters = ms::http::parse_query_string(text.substr(newline + 1));
        }
        if (auto const path = ms::server::find_mapfile(request, config)) {
            auto const normal = path->lexically_normal().string();
            if (!normal.starts_with("/srv/maps/")) {
                std::abort(); // it left the folder
            }
        }
    } catch (ms::Error const&) {
        // refused
    }
    return 0;
}
