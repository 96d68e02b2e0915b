// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The codes of WMTS exceptions (OGC 07-057r7, table 23).

#include "ows/common/located_exception.hpp"

#include <string>
#include <string_view>

namespace ms::ows::wmts {

inline constexpr std::string_view tile_out_of_range = "TileOutOfRange";
inline constexpr std::string_view pixel_out_of_range = "PointIJOutOfRange";

/// An error in a parameter; its name, in the standard's spelling, is the locator.
class WmtsException : public LocatedException {
public:
    using LocatedException::LocatedException;
};

} // namespace ms::ows::wmts
