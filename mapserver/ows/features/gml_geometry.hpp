// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Appends geometries as GML 2.1.2, 3.1.1 and 3.2.1.

#include "geometry/column.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace ms::ows {

struct GeometryProperty; // ows/features/properties.hpp

enum class Gml : std::uint8_t { V212, V311, V321 };

/// The format of coordinates.
struct GmlForm {
    Gml version = Gml::V321;
    std::string srs_name{};     ///< "": not written
    bool is_north_east = false; ///< y before x
    int digits = 6;             ///< decimal places
    bool has_z = false;         ///< a third number, if the column has it
};

/// <gml:Box> (2.1.2) or <gml:Envelope>, in an element of this name; nothing for an empty box.
/// Always with six digits, as MapServer's.
void append_bounds(std::string& out, GmlForm const& form, std::string_view element,
                   geometry::Box const& box);

/// The geometry of a feature in the properties for its kind: the multi type if it has several parts
/// and one accepts that, else part by part.
/// \param prefix of the properties' elements: "ms:"
/// \param id of the feature: in 3.2.1 its geometries are "<id>.1", "<id>.2" ...; "" gives ".1" as
/// in MapServer
void append_geometry(std::string& out, GmlForm const& form, geometry::GeometryColumn const& column,
                     std::size_t feature, std::span<GeometryProperty const> properties,
                     std::string_view prefix, std::string_view id);

} // namespace ms::ows
