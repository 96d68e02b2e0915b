// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Whether METADATA declare that the features of a layer have Z.

#include "mapfile/model/layer.hpp"

#include <span>
#include <string_view>

namespace ms::mapfile {

/// Whether the first of the keys that is set holds "25d", without case: "Point25D".
[[nodiscard]] bool declares_z(Layer const& layer, std::span<std::string_view const> keys);

/// Whether any of oga_geomtype, ows_geomtype, wfs_geomtype and gml_geomtype does: Z has to be read.
[[nodiscard]] bool declares_z(Layer const& layer);

} // namespace ms::mapfile
