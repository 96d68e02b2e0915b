// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Resolves attributes that a layer publishes under other names.

#include "base/xml.hpp"
#include "mapfile/model/layer.hpp"

#include <optional>

namespace ms::sld {

/// A style sheet for one layer with the layer's own names of attributes in every PropertyName and
/// ValueReference, where its metadata declare aliases (gml_, ows_ or wms_<item>_alias): clients
/// know nothing else.
/// \returns nothing where there is nothing to replace
[[nodiscard]] std::optional<XmlNode> with_own_names(XmlNode const& named_layer,
                                                    mapfile::Layer const& layer);

} // namespace ms::sld
