// SPDX-License-Identifier: MIT
#include "ows/wms/get_context.hpp"

#include "base/string.hpp"
#include "ows/common/metadata.hpp"
#include "ows/context/context.hpp"
#include "ows/wms/wms_exception.hpp"

namespace ms::ows::wms {

http::Response get_context(Call const& call)
{
    auto const enabled = parse_int(wms_value(call.map->web.metadata, "getcontext_enabled"));
    if (enabled.value_or(0) == 0) {
        throw WmsException{"", in_dispatch, "GetContext not enabled on this server."};
    }
    auto const* const version = call.parameters().last("VERSION");
    auto const requested = version == nullptr ? context::version_of(*call.map) : *version;
    return http::text_response(200, "text/xml; charset=UTF-8",
                               context::write(*call.map, requested));
}

} // namespace ms::ows::wms
