// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes layers of a map as a styled layer descriptor.

#include "mapfile/model/map.hpp"
#include "sld/version.hpp"

#include <span>
#include <string>

namespace ms::sld {

/// A NamedLayer for each layer with a UserStyle for each of its class groups, class by class a
/// Rule: scale limits, EXPRESSION as filter, styles, labels. Marks that have no WellKnownName
/// become SVG in a data: URL. What SLD cannot say is left out with a comment in its place.
/// \param schemas where the schemas are that the root element names
[[nodiscard]] std::string write(mapfile::Map const& map, std::span<std::size_t const> layers,
                                Version version,
                                std::string const& schemas = "http://schemas.opengis.net");

} // namespace ms::sld
