// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Turns a request's filter into a condition on a layer's features.

#include "base/budget.hpp"
#include "base/xml.hpp"
#include "expr/expression.hpp"
#include "feature/schema.hpp"
#include "mapfile/model/layer.hpp"
#include "ows/features/properties.hpp"
#include "ows/wfs/systems.hpp"

#include <span>
#include <string>
#include <string_view>

namespace ms::ows::wfs {

/// The feature type that a filter applies to.
struct Filtered {
    std::string_view type_name; ///< of the layer
    std::span<feature::Field const> fields;
    Properties const& properties;
    crs::Definition layer_crs;
    System const& answer; ///< CRS of geometries without srsName
    mapfile::Layer const& definition;
    Version version = Version::V200;
    Budget* budget = nullptr; ///< of the request; null: unlimited
};

/// Accepts only properties that the layer publishes, by their aliases or their own names, so that
/// filters cannot reveal hidden ones.
/// \throws WfsException for malformed filters, and unknown or hidden properties
/// \param text  the filter as messages to the client quote it; "": it is written anew
[[nodiscard]] expr::Expression filter_of(XmlNode const& filter, std::string_view text,
                                         Filtered const& layer);

/// Features with one of these ids: "roads.17". Ids of other types and invalid ids match nothing.
/// \throws WfsException if the layer has no ids
[[nodiscard]] expr::Expression filter_of(std::span<std::string const> ids, Filtered const& layer);

} // namespace ms::ows::wfs
