// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Resolves attributes that a layer publishes under other names.

#include "base/xml.hpp"
#include "mapfile/model/layer.hpp"

#include <optional>

namespace ms::sld {

/// A style sheet for one layer with the layer's own attribute names in every PropertyName and
/// ValueReference, if its metadata declare aliases (gml_, ows_ or wms_<item>_alias): clients know
/// only those.
/// \returns nullopt if there is nothing to replace
[[nodiscard]] std::optional<XmlNode> with_own_names(XmlNode const& named_layer,
                                                    mapfile::Layer const& layer);

} // namespace ms::sld
