// SPDX-License-Identifier: MIT
#include "ows/wms/get_styles.hpp"

#include "base/string.hpp"
#include "ows/common/metadata.hpp"
#include "ows/common/name_list.hpp"
#include "ows/common/service_exception.hpp"
#include "ows/wms/layer_names.hpp"
#include "ows/wms/version.hpp"
#include "sld/write.hpp"

#include <algorithm>
#include <vector>

namespace ms::ows::wms {

http::Response get_styles(Call const& call)
{
    auto const version = required_version(call.parameters());
    auto const* const names = call.parameters().last("LAYERS");
    if (names == nullptr) {
        throw ServiceException{"MissingParameterValue",
                               "msWMSGetStyles(): WMS server error. Mandatory LAYERS parameter "
                               "missing in GetStyles request."};
    }
    std::vector<std::size_t> layers;
    for (auto const name : split_unique_names(*names, "LAYERS")) {
        call.services.deadline.check();
        auto const found = find_layers(*call.map, name, "GetStyles");
        layers.insert(layers.end(), found.begin(), found.end());
        sort_once(layers);
    }
    if (layers.empty()) {
        throw ServiceException{"LayerNotDefined",
                               "msWMSGetStyles(): WMS server error. Invalid layer(s) given in the "
                               "LAYERS parameter. A layer might be "
                               "disabled for this request. Check wms/ows_enable_request settings."};
    }
    auto const dialect = version == Version::V130 ? sld::Version::V110 : sld::Version::V100;
    return http::text_response(200, "application/vnd.ogc.sld+xml; charset=UTF-8",
                               sld::write(*call.map, layers, dialect, schemas_location(*call.map)));
}

} // namespace ms::ows::wms
