// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A request's filter as a condition on a layer's features.

#include "base/xml.hpp"
#include "expr/expression.hpp"
#include "feature/schema.hpp"
#include "ows/features/properties.hpp"
#include "ows/wfs/systems.hpp"

#include <span>
#include <string>
#include <string_view>

namespace ms::ows::wfs {

/// What a filter is put to.
struct Filtered {
    std::string_view type_name; ///< of the layer
    std::span<feature::Field const> fields;
    Properties const& properties;
    crs::Definition layer_crs;
    System const& answer; ///< geometries without srsName are in it
    Version version = Version::V200;
};

/// Only properties that the layer publishes can be named, by their aliases or their own names, so
/// that no filter tells what is not shown.
/// \throws WfsException for what is malformed, unknown or not published
/// \param text  what a client is shown again of it; "": it is written anew
[[nodiscard]] expr::Expression filter_of(XmlNode const& filter, std::string_view text,
                                         Filtered const& layer);

/// Features with one of these ids: "roads.17". Those of other types, and ids that are none, find
/// nothing.
/// \throws WfsException where the layer has no ids
[[nodiscard]] expr::Expression filter_of(std::span<std::string const> ids, Filtered const& layer);

} // namespace ms::ows::wfs
