// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes a map as mapfile text.

#include "mapfile/model/map.hpp"

#include <span>

namespace ms::mapfile {

/// Writes values that differ from the defaults, in the order of the keyword table, which is
/// MapServer's. Reading the text in the map's folder gives an equal map. Symbols of the SYMBOLSET
/// and fonts stay in their files.
[[nodiscard]] std::string write(Map const& map);
[[nodiscard]] std::string write(Layer const& layer);
[[nodiscard]] std::string write(Class const& klass);
[[nodiscard]] std::string write(Style const& style);
[[nodiscard]] std::string write(Label const& label);

/// A SYMBOLSET file.
[[nodiscard]] std::string write_symbol_set(std::span<Symbol const> symbols);

} // namespace ms::mapfile
