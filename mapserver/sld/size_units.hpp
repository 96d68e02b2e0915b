// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads the unit of sizes (uom) of the symbolizers of a layer.

#include "base/xml.hpp"
#include "mapfile/model/class.hpp"
#include "mapfile/model/common.hpp"

#include <optional>

namespace ms::sld {

/// The unit on the ground that symbolizers of a NamedLayer name with uom="...", metres or feet;
/// nothing if none does. \throws Error{BadRequest} if they name both (a layer has one SIZEUNITS),
/// or another unit
[[nodiscard]] std::optional<mapfile::Units> size_units_of(XmlNode const& named_layer);

/// Where a class ended before a symbolizer was appended to it.
struct ClassEnd {
    std::size_t styles = 0;
    std::size_t labels = 0;
};

/// Keeps what was appended for a symbolizer in pixels so, in a layer whose SIZEUNITS are on the
/// ground. \throws Error{BadRequest} if that is impossible: for attributes as sizes, dashes, gaps
/// and offsets
void keep_pixels(XmlNode const& symbolizer, ClassEnd since, mapfile::Class& out);

} // namespace ms::sld
