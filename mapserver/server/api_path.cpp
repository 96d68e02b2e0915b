// SPDX-License-Identifier: MIT
#include "server/api_path.hpp"

#include "base/string.hpp"
#include "ows/access.hpp"
#include "ows/service_exception.hpp"

namespace ms::server {

namespace {

/// oga_enable_request, else ows_enable_request.
bool enables_ogc_api(mapfile::Map const& map)
{
    for (auto const* const key : {"oga_enable_request", "ows_enable_request"}) {
        if (auto const* const list = map.web.metadata.find(key)) {
            return ows::listed(*list, "ogcapi").value_or(false);
        }
    }
    return false;
}

} // namespace

std::string_view api_signature(http::Request const& request)
{
    constexpr std::size_t behind_map = 2; // "", the map, the signature
    auto const steps = split(request.path_info, '/');
    bool const names_map = steps.size() > behind_map && !steps[1].empty();
    return names_map && request.parameters.first("map") == nullptr ? steps[behind_map]
                                                                   : std::string_view{};
}

http::Response answer_api(mapfile::Map const& map, std::string_view signature)
{
    if (signature != "ogcapi") {
        throw ows::ServiceException{
            "", "msCGIDispatchAPIRequest(): Web application error. Invalid API signature.",
            ErrorKind::NotFound};
    }
    if (!enables_ogc_api(map)) {
        // So it spells it.
        throw ows::ServiceException{
            "",
            "msCGIDispatchAPIRequest(): OCG API error. OGC API requests are not enabled.",
            ErrorKind::NotFound};
    }
    return http::text_response(
        404, "application/json",
        "{\"code\":\"NotFound\",\"description\":\"This server has no OGC API; ask for WMS.\"}\n");
}

} // namespace ms::server
