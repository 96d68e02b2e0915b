// SPDX-License-Identifier: MIT
#include "server/app/api_path.hpp"

#include "base/string.hpp"
#include "ows/common/service_exception.hpp"
#include "ows/ogcapi/dispatch.hpp"
#include "ows/wmts/dispatch.hpp"

namespace ms::server {

std::string_view api_signature(http::Request const& request)
{
    constexpr std::size_t behind_map = 2; // "", the map, the signature
    auto const steps = split(request.path_info, '/');
    bool const names_map = steps.size() > behind_map && !steps[1].empty();
    return names_map && request.parameters.first("map") == nullptr ? steps[behind_map]
                                                                   : std::string_view{};
}

http::Response answer_api(ows::Call const& call, std::string_view signature)
{
    if (signature == "wmts") {
        return ows::wmts::dispatch_path(call);
    }
    if (signature != "ogcapi") {
        throw ows::ServiceException{
            "", "msCGIDispatchAPIRequest(): Web application error. Invalid API signature.",
            ErrorKind::NotFound};
    }
    if (!ows::ogcapi::is_offered(call)) {
        throw ows::ServiceException{
            "", "msCGIDispatchAPIRequest(): OGC API error. OGC API requests are not enabled.",
            ErrorKind::NotFound};
    }
    return ows::ogcapi::dispatch(call);
}

} // namespace ms::server
