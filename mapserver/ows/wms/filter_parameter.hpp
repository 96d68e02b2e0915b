// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// FILTER of GetMap, a parameter of MapServer's own: which features the layers show.

#include "base/xml.hpp"

#include <string_view>
#include <vector>

namespace ms::ows::wms {

/// "(<Filter>...</Filter>)(...)": one for each layer in LAYERS, in parentheses; a single one may
/// stand without.
/// \param count of the layers
/// \returns a <Filter> each, without name and children where there is none; nothing at all
///          without FILTER
/// \throws Error{BadRequest} for what is no XML and where the numbers differ
[[nodiscard]] std::vector<XmlNode> parse_filters(std::string_view value, std::size_t count);

} // namespace ms::ows::wms
