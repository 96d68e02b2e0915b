// SPDX-License-Identifier: MIT
#include "ows/ogcapi/limits.hpp"

#include "base/string.hpp"
#include "ows/common/metadata.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

namespace ms::ows::ogcapi {

namespace {

std::optional<int> limit_of(mapfile::StringMap const& metadata, std::string_view key)
{
    auto const number = parse_int(trim(value_of(Service::Oga, metadata, key)));
    return number && *number > 0 ? number : std::nullopt;
}

} // namespace

Limits limits_of(mapfile::Map const& map, mapfile::Layer const& layer)
{
    Limits limits;
    for (auto const* const metadata : {&map.web.metadata, &layer.metadata}) {
        limits.usual =
            limit_of(*metadata, "default_limit").value_or(static_cast<int>(limits.usual));
        limits.most = limit_of(*metadata, "max_limit").value_or(static_cast<int>(limits.most));
    }
    limits.usual = std::min(limits.usual, limits.most);
    return limits;
}

} // namespace ms::ows::ogcapi
