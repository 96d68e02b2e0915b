// SPDX-License-Identifier: MIT
#include "ows/wms/operations.hpp"

#include "ows/wms/describe_layer.hpp"
#include "ows/wms/get_capabilities.hpp"
#include "ows/wms/get_context.hpp"
#include "ows/wms/get_feature_info.hpp"
#include "ows/wms/get_legend_graphic.hpp"
#include "ows/wms/get_map.hpp"
#include "ows/wms/get_metadata.hpp"
#include "ows/wms/get_styles.hpp"

#include <array>

namespace ms::ows::wms {

namespace {

// Add an operation here.
constexpr std::array registered{
    Operation{"GetCapabilities", "capabilities", &get_capabilities},
    Operation{"GetMap", "map", &get_map},
    Operation{"GetFeatureInfo", "feature_info", &get_feature_info},
    Operation{"GetLegendGraphic", "", &get_legend_graphic},
    Operation{"DescribeLayer", "", &describe_layer},
    Operation{"GetSchemaExtension", "", &get_schema_extension},
    Operation{"GetStyles", "", &get_styles},
    Operation{"GetMetadata", "", &get_metadata},
    Operation{"GetContext", "context", &get_context},
};

} // namespace

std::span<Operation const> operations() noexcept
{
    return registered;
}

} // namespace ms::ows::wms
