// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes layers of a map as a styled layer descriptor.

#include "mapfile/model/map.hpp"
#include "sld/version.hpp"

#include <span>
#include <string>

namespace ms::sld {

/// A NamedLayer for each layer with a UserStyle for each of its class groups, and a Rule for each
/// class: scale limits, EXPRESSION as filter, styles, labels. Marks without a WellKnownName become
/// SVG in a data: URL. Comments replace what SLD cannot express.
/// \param schemas base URL of the schemas of the root element
[[nodiscard]] std::string write(mapfile::Map const& map, std::span<std::size_t const> layers,
                                Version version,
                                std::string const& schemas = "http://schemas.opengis.net");

} // namespace ms::sld
