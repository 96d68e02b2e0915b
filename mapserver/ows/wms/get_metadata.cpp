// SPDX-License-Identifier: MIT
#include "ows/wms/get_metadata.hpp"

#include "base/string.hpp"
#include "ows/common/access.hpp"
#include "ows/common/exception_report.hpp"
#include "ows/common/metadata.hpp"
#include "ows/wms/metadata_record.hpp"

#include <algorithm>

namespace ms::ows::wms {

namespace {

constexpr std::string_view iso_schema = "http://www.isotc211.org/2005/gmd";

http::Response refused(Call const& call, std::string_view code, std::string_view locator,
                       std::string text)
{
    return exception_report({code, std::move(text), 400}, locator, call.settings);
}

/// A client may read the record of a layer if it may see the layer in the capabilities.
mapfile::Layer const* find_layer(mapfile::Map const& map, std::string_view name)
{
    auto const found = std::ranges::find_if(map.layers, [&](mapfile::Layer const& layer) {
        return equals_ignoring_case(layer.name, name);
    });
    return found != map.layers.end() && is_enabled(map, *found, "GetCapabilities") ? &*found
                                                                                   : nullptr;
}

} // namespace

http::Response get_metadata(Call const& call)
{
    auto const name = call.parameters().value("LAYER");
    if (name.empty()) {
        return refused(call, "MissingParameterValue", "layer", "Missing layer parameter");
    }
    auto const* const schema = call.parameters().last("OUTPUTSCHEMA");
    if (schema != nullptr && *schema != iso_schema) {
        return refused(call, "InvalidParameterValue", "outputschema",
                       "OUTPUTSCHEMA must be \"" + std::string{iso_schema} + '"');
    }
    auto const* const layer = find_layer(*call.map, name);
    if (layer == nullptr) {
        return refused(call, "InvalidParameterValue", "layer", "Layer not found");
    }
    if (auto const url = wms_value(layer->metadata, "metadataurl_href"); !url.empty()) {
        return {301, {}, {{"Location", std::string{url}}}, {}}; // its record is elsewhere
    }
    return http::text_response(200, "text/xml; charset=UTF-8", metadata_record(call, *layer));
}

} // namespace ms::ows::wms
