// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Converts GML geometries of filters to well-known text.

#include "base/xml.hpp"
#include "crs/definition.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace ms::fes {

/// Whether an element is a geometry or a box of GML 2 or 3.
[[nodiscard]] bool is_geometry(XmlNode const& node) noexcept;

/// The CRSs that the geometries of one filter name. Each is looked up once: for one that does not
/// exist PROJ searches its database every time.
class NamedSystems {
public:
    explicit NamedSystems(crs::Definition layer_crs) : m_layer_crs(std::move(layer_crs)) {}

    [[nodiscard]] crs::Definition const& of_layer() const noexcept { return m_layer_crs; }
    /// nullptr for a code that PROJ does not know, which can only be the publisher's own for the
    /// data: as in MapServer the coordinates are taken as they are, in the CRS of the layer.
    [[nodiscard]] crs::Definition const* find(std::string const& name);

private:
    crs::Definition m_layer_crs;
    std::map<std::string, std::optional<crs::Definition>>
        m_found; ///< check_reference_systems() limits them
};

/// The geometry as WKT in the CRS of the layer, which is also the default without an srsName. Names
/// in the long spellings (URN, URL) imply the axis order of their authority (OGC 09-048r3),
/// "EPSG:n" means x, y as in GML 2.
/// \throws Error{BadRequest} for malformed geometries and types that filters do not support
[[nodiscard]] std::string to_wkt(XmlNode const& node, NamedSystems& systems);

/// \throws Error{Limit} where more CRSs are named than any map needs: PROJ takes
/// milliseconds, up to 170 of them, to get to know each
void check_reference_systems(XmlNode const& root);

} // namespace ms::fes
