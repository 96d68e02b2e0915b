// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Filters layers by ELEVATION and the other dimensions that wms_dimensionlist names.

#include "base/budget.hpp"
#include "expr/expression.hpp"
#include "expr/node.hpp"
#include "http/parameters.hpp"
#include "mapfile/model/map.hpp"
#include "render/core/overrides.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ows::wms {

/// wms_<name>_item, _units, _unitsymbol, _extent, _default, _multiplevalues, _nearestvalue,
/// _catalogue, _catalogue_layer and _unknown of one name in wms_dimensionlist. Views live as long
/// as the layer's metadata.
struct Dimension {
    std::string name{};
    std::string_view item{};
    std::string_view units{};
    std::string_view extent{}; ///< "1,2,3", "1/10" or a list of both
    std::string_view default_value{};
    std::string_view unit_symbol{};
    bool has_multiple_values = true;
    bool has_nearest_value = false;
    std::string_view catalogue{};       ///< SQL: which values of the item a value stands for
    std::string_view catalogue_layer{}; ///< whose CONNECTION it has; "": the layer's own
    bool takes_unknown = false;         ///< values outside of the extent stand for nothing
};

/// A value of a dimension with a catalogue: what it stands for is not known yet.
struct CatalogueValue {
    Dimension dimension;
    std::string value;
    std::size_t place = 0; ///< of the layer among those that are drawn
};

/// The features of a layer that its dimensions select, and the warnings about values that were
/// chosen for the client.
struct DimensionChoice {
    expr::Expression filter{};
    std::vector<std::string> warnings{}; ///< default_used() and nearest_used()
    std::vector<CatalogueValue> by_catalogue{};
};

/// The text of the header Warning. OGC 06-042 C.4.2: "99 Default value used: DIM_NAME=value units",
/// C.4.3: "99 Nearest value used: DIM_NAME=value unit".
[[nodiscard]] std::string default_used(std::string_view name, std::string_view value,
                                       std::string_view units);
[[nodiscard]] std::string nearest_used(std::string_view name, std::string_view value,
                                       std::string_view units);

/// Maximum of lines "Warning" in a response: web servers refuse one whose headers take more than a
/// few kilobytes.
inline constexpr std::size_t max_warnings = 16;

/// Appends a warning unless it is there already, or there are enough.
void add_warning(std::vector<std::string>& all, std::string warning);

/// The condition that an item has a value.
/// \param is_number the item is numeric; a text that is no number remains one
[[nodiscard]] expr::NodePtr has_value(std::string_view item, std::string_view value,
                                      bool is_number);

/// The dimensions of a layer that have an item, units and an extent.
[[nodiscard]] std::vector<Dimension> dimensions_of(mapfile::Layer const& layer);

/// The parameters of a request, in lower case, whose value is one of those that the extents of
/// these layers' dimensions list, word for word. Ranges are not lists.
[[nodiscard]] std::vector<std::string>
listed_parameters(mapfile::Map const& map, std::span<render::LayerChoice const> layers,
                  http::Parameters const& parameters);

/// How an omitted dimension without default is handled.
enum class MissingDimension : std::uint8_t {
    Everything, ///< as in MapServer
    Fault       ///< as OGC 06-042 C.3.5 has it
};

/// `ows_compliance_mode` "true": a fault.
[[nodiscard]] MissingDimension missing_dimension(mapfile::Map const& map);

/// Selects by ELEVATION= and DIM_<name>= of a layer: values and ranges within the extents, or the
/// nearest if the layer allows that. Without a value the default applies.
/// \param budget null: unlimited
/// \throws ServiceException InvalidDimensionValue, MissingDimensionValue, InvalidParameterValue for
/// more than longest_name_list values; Error{Limit}
[[nodiscard]] DimensionChoice
choose_dimensions(mapfile::Layer const& layer, http::Parameters const& parameters,
                  MissingDimension missing = MissingDimension::Everything,
                  Budget* budget = nullptr);

} // namespace ms::ows::wms
