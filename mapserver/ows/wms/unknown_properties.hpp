// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds properties that filters of a request name and layers lack.

#include "ows/common/call.hpp"
#include "render/core/overrides.hpp"

#include <span>

namespace ms::ows::wms {

/// Checks that the layers have the properties that FILTER names. Opens the sources of layers with a
/// filter.
/// \throws WmsException InvalidParameterValue
void check_filters(Call const& call, std::span<render::LayerChoice const> layers);

/// Checks that layers have the properties that the rules of an SLD name. Opens the sources of the
/// layers that it styles: for requests that have failed.
/// \param call to the styled map \param written the map as it is without the SLD
/// \throws ServiceException without a code, with MapServer's wording
void check_rules(Call const& call, mapfile::Map const& written);

} // namespace ms::ows::wms
