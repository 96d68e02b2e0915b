// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads the styles of one NamedLayer.

#include "base/budget.hpp"
#include "fes/filter.hpp"
#include "sld/symbolizers.hpp"

namespace ms::sld {

/// Applies a NamedLayer to a layer of the new map.
/// \param images source of images from other servers
/// \param notes receives what is left out, for the log
/// \param budget charged for the classes made from rules
/// \throws Error{BadRequest, Limit}
void style_layer(XmlNode const& named_layer, mapfile::Map& map, mapfile::Layer& layer,
                 RemoteImages& images, std::vector<std::string>& notes, Budget& budget);

} // namespace ms::sld
