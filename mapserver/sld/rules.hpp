// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads the styles of one NamedLayer.

#include "base/budget.hpp"
#include "fes/filter.hpp"
#include "sld/symbolizers.hpp"

namespace ms::sld {

/// Puts a NamedLayer to a layer of the map that is being made.
/// \param images where those of other servers come from
/// \param notes gets what is left out, for the log
/// \param budget is worked on and counts what is made of the rules
/// \throws Error{BadRequest, Limit}
void style_layer(XmlNode const& named_layer, mapfile::Map& map, mapfile::Layer& layer,
                 RemoteImages& images, std::vector<std::string>& notes, Budget& budget);

} // namespace ms::sld
